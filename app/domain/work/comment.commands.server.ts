import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { releaseFileUse, useFile } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { getSensitiveWords } from '~/domain/school/school.queries.server';
import { toWork } from '~/lib/addresses/works';
import { AppError, invalid, notFound } from '~/lib/errors';
import { clip } from '~/lib/text';
import { MAX_COMMENT_AUDIO_MS, MAX_PENDING_COMMENTS } from './comment.rules';
import type { CommentInput } from './comment.schema';
import { countComments, excerpt, findComment, tellOfComment } from './comment-tell.server';
import { mayModerate, mayReadWork } from './work-rights.queries.server';
import { flaggedWords } from './words.rules';

/**
 * Writes a comment on a work that the actor may see, or an answer to one (an answer to an answer stands beside it).
 * A student's waits for a teacher's decision, a teacher's is there at once. Returns its id and state.
 * @throws AppError not_found, conflict (the work is not approved), invalid (empty, recording), too_many
 */
export async function addComment(
  actor: Actor,
  input: CommentInput,
  now: number,
): Promise<{ id: number; state: 'pending' | 'approved' }> {
  const key = input.requestId && `comment.add:${input.requestId}`;
  return once(actor.id, { key, said: input.text }, now, async () => {
    await requireOpenWork(actor, input.workId, now);
    if (input.text === '' && input.fileId === '') throw invalid({ text: '请写下评论，或附上一段录音。' });
    if (input.fileId !== '') await requireRecording(actor, input.fileId);
    const parentId = await findThread(input);
    const state = isTeacher(actor) ? 'approved' : 'pending';
    if (state === 'pending') await requireRoom(actor);
    const words = await getSensitiveWords();
    const { id } = await db()
      .insertInto('comments')
      .values({
        work_id: input.workId,
        parent_id: parentId,
        author_id: actor.id,
        text: input.text,
        file_id: input.fileId === '' ? null : input.fileId,
        state,
        flagged: toJson(flaggedWords(input.text, words)),
        decided_by: null,
        decided_at: null,
        created_at: now,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (input.fileId !== '') await useFile(input.fileId, 'comment', id);
    const detail = { workId: input.workId, state };
    await recordAudit(actor, { action: 'work_comment.add', entity: 'comment', entityId: id, detail }, now);
    if (state === 'approved') {
      await countComments(input.workId);
      const comment = await findComment(id);
      if (comment) await tellOfComment(comment, now);
    }
    return { id, state };
  });
}

async function requireOpenWork(actor: Actor, workId: number, now: number): Promise<void> {
  const work = await db().selectFrom('works').select('state').where('id', '=', workId).executeTakeFirst();
  if (!work || !(await mayReadWork(actor, workId, now))) throw notFound('作品');
  if (work.state !== 'approved') throw new AppError('conflict', '作品通过审核后才能评论。');
}

/** A short recording made for this comment: one that counts elsewhere, such as an exam's take, is not shown here. */
async function requireRecording(actor: Actor, fileId: string): Promise<void> {
  const [file] = await requireOwnFiles(actor, [fileId], 'audio', 'fileId');
  if ((file?.durationMs ?? 0) > MAX_COMMENT_AUDIO_MS) {
    throw invalid({ fileId: `录音最长 ${MAX_COMMENT_AUDIO_MS / 1000} 秒，请录短一些再上传。` });
  }
  const used = await db().selectFrom('file_uses').select('use').where('file_id', '=', fileId).executeTakeFirst();
  if (used) throw invalid({ fileId: '这段录音已经用在别处，请为评论另录一段。' });
}

/** Under which comment the answer stands: the one answered, or the one that this one answers itself. */
async function findThread(input: CommentInput): Promise<number | null> {
  if (input.parentId === null) return null;
  const parent = await findComment(input.parentId);
  if (!parent || parent.work_id !== input.workId || parent.state !== 'approved' || parent.deleted_at !== null) {
    throw notFound('评论');
  }
  return parent.parent_id ?? parent.id;
}

async function requireRoom(actor: Actor): Promise<void> {
  const { total } = await db()
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('author_id', '=', actor.id)
    .where('state', '=', 'pending')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(total) < MAX_PENDING_COMMENTS) return;
  throw new AppError('too_many', `你有 ${MAX_PENDING_COMMENTS} 条评论还在等老师审核，审核后再继续评论。`);
}

/**
 * Deletes an own comment, or, with a reason that its author is told, one that the actor moderates. Deleted already:
 * nothing happens. Returns how many were deleted.
 * @throws AppError not_found, invalid (no reason)
 */
export async function deleteComment(
  actor: Actor,
  { id, reason }: { id: number; reason: string },
  now: number,
): Promise<number> {
  return transaction(async () => {
    const comment = await findComment(id);
    const isOwn = comment?.author_id === actor.id;
    if (!comment || !(isOwn || (await mayModerate(actor, comment.classroom_id)))) throw notFound('评论');
    if (!isOwn && reason === '') throw invalid({ reason: '请写明删除的原因，作者会看到。' });
    const deleted = await db()
      .updateTable('comments')
      .set({ deleted_at: now })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (deleted.numUpdatedRows === 0n) return 0;
    await countComments(comment.work_id);
    const detail = { workId: comment.work_id, ...(isOwn ? {} : { reason }) };
    await recordAudit(actor, { action: 'work_comment.delete', entity: 'comment', entityId: id, detail }, now);
    if (isOwn) {
      if (comment.file_id !== null) await releaseFileUse(comment.file_id, 'comment', id);
      return 1;
    }
    await db()
      .insertInto('moderations')
      .values({
        work_id: comment.work_id,
        comment_id: id,
        decision: 'delete',
        reason,
        decided_by: actor.id,
        decided_at: now,
      })
      .execute();
    await sendMessages(
      [comment.author_id],
      {
        kind: 'comment',
        title: `你对《${clip(comment.title, 20)}》的评论被老师删除了`,
        body: `原因：${reason}\n评论：${excerpt(comment, 100)}`,
        link: toWork(comment.work_id, {}, 'comments'),
      },
      now,
    );
    return 1;
  });
}
