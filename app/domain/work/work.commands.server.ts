import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { setFileUses } from '~/domain/file/file.commands.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { getSensitiveWords } from '~/domain/school/school.queries.server';
import { listTeacherIdsOfClassroom } from '~/domain/user/user.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { toModeration } from '~/lib/addresses/interaction';
import { toWork } from '~/lib/addresses/works';
import { AppError, invalid, notFound } from '~/lib/errors';
import { contentOfPieces, getPublishable } from './publish.queries.server';
import { flaggedWords } from './words.rules';
import { mayModerate, mayReadWork } from './work-rights.queries.server';
import { mayWithdraw } from './work.rules';
import type { PublishInput } from './work.schema';

/**
 * Publishes an own released result or practice; it then waits for the class's teachers, who are told. The same again
 * while it waits is the same work; a rejected one, or one the author withdrew, waits anew.
 * @throws AppError not_found for what is not theirs, conflict with the reason why it cannot be published
 */
export async function publishWork(actor: Actor, input: PublishInput, now: number): Promise<{ id: number }> {
  const key = input.requestId ? `work.publish:${input.requestId}` : '';
  return once(actor.id, key, now, () => publish(actor, input, now));
}

async function publish(actor: Actor, input: PublishInput, now: number): Promise<{ id: number }> {
  const found = await getPublishable(actor, input, now);
  const { existing, obstacle } = found;
  const content = contentOfPieces(found, input.pieces);
  if (content.items.length === 0 && obstacle === null) throw invalid({ pieces: '请至少选一项要展示的内容。' });
  const values = {
    title: input.title,
    description: input.description,
    content: toJson(content),
    is_anonymous: input.anonymous ? 1 : 0,
  } as const;
  if (
    existing &&
    !existing.mayPublishAgain &&
    existing.state !== 'withdrawn' &&
    existing.title === values.title &&
    existing.description === values.description &&
    existing.content === values.content
  ) {
    return { id: existing.id };
  }
  if (obstacle !== null) throw new AppError('conflict', obstacle);
  const words = await getSensitiveWords();
  const flagged = flaggedWords(`${input.title}\n${input.description}`, words);
  return transaction(async () => {
    const columns = {
      ...values,
      classroom_id: actor.classroomId,
      score: roundHalfUp(found.percent),
      state: 'pending',
      flagged: toJson(flagged),
      updated_at: now,
    };
    const id = existing
      ? await putAgain(existing.id, existing.state, columns, now)
      : await insertWork(actor, found.source, found.part, columns, now);
    // Somebody (another tab) was first: theirs is the work.
    if (id === null) {
      const { id: first } = await findBySource(found.source);
      return { id: first };
    }
    await setFileUses('work', id, content.fileIds);
    await recordAudit(
      actor,
      { action: 'work.publish', entity: 'work', entityId: id, detail: { ...found.source, flagged } },
      now,
    );
    const marked = flagged.length > 0 ? `\n内容含有敏感词：${flagged.join('、')}。` : '';
    await sendMessages(
      await listTeacherIdsOfClassroom(actor.classroomId ?? 0),
      {
        kind: 'work',
        title: `${actor.name}提交了作品，等您审核`,
        body: `“${input.title}”${input.anonymous ? '，匿名发布' : ''}。${marked}`,
        link: toModeration(),
      },
      now,
    );
    return { id };
  });
}

type Columns = {
  title: string;
  description: string;
  content: string;
  is_anonymous: 0 | 1;
  classroom_id: number | null;
  score: number;
  state: string;
  flagged: string;
  updated_at: number;
};

async function insertWork(
  actor: Actor,
  source: { attemptId: number | null; practiceId: number | null },
  part: string,
  columns: Columns,
  now: number,
): Promise<number | null> {
  const row = await db()
    .insertInto('works')
    .values({
      ...columns,
      student_id: actor.id,
      attempt_id: source.attemptId,
      practice_id: source.practiceId,
      part,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

async function putAgain(id: number, state: string, columns: Columns, now: number): Promise<number | null> {
  const row = await db()
    .updateTable('works')
    .set({ ...columns, reason: '', decided_by: null, decided_at: null, pinned_at: null, created_at: now })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

async function findBySource(source: { attemptId: number | null; practiceId: number | null }): Promise<{ id: number }> {
  const row = await db()
    .selectFrom('works')
    .select('id')
    .where((where) =>
      where.or([where('attempt_id', '=', source.attemptId ?? -1), where('practice_id', '=', source.practiceId ?? -1)]),
    )
    .executeTakeFirst();
  if (!row) throw notFound('作品');
  return row;
}

/**
 * Takes works back: an author their own, who moderates the class any, with a reason that the author is told. All or
 * nothing; what is withdrawn already stays so. Returns how many changed.
 * @throws AppError not_found, forbidden, invalid without a reason, conflict for one that was rejected
 */
export async function withdrawWorks(
  actor: Actor,
  { ids, reason }: { ids: number[]; reason: string },
  now: number,
): Promise<number> {
  if (isTeacher(actor) && reason === '') throw invalid({ reason: '请填写撤回的理由，作者会看到。' });
  return transaction(async () => {
    let count = 0;
    for (const id of ids) {
      const work = await requireMine(actor, id, now);
      if (work.state === 'withdrawn') continue;
      if (!mayWithdraw(work)) throw new AppError('conflict', `“${work.title}”已经驳回，不用撤回。`);
      const changed = await db()
        .updateTable('works')
        .set({
          state: 'withdrawn',
          reason: isTeacher(actor) ? reason : '',
          decided_by: actor.id,
          decided_at: now,
          pinned_at: null,
          updated_at: now,
        })
        .where('id', '=', id)
        .where('state', '=', work.state)
        .returning('id')
        .executeTakeFirst();
      if (!changed) throw new AppError('conflict', '作品的状态刚刚变了，请刷新后再试。');
      count += 1;
      await recordAudit(actor, { action: 'work.withdraw', entity: 'work', entityId: id, detail: { reason } }, now);
      if (!isTeacher(actor)) continue;
      await recordDecision(actor, id, 'withdraw', reason, now);
      await sendMessages(
        [work.student_id],
        { kind: 'work', title: `老师撤回了你的作品“${work.title}”`, body: `理由：${reason}`, link: toWork(id) },
        now,
      );
    }
    return count;
  });
}

/** The work, when the actor is its author or moderates it. */
async function requireMine(actor: Actor, id: number, now: number) {
  const work = await db().selectFrom('works').selectAll().where('id', '=', id).executeTakeFirst();
  if (!work || !(await mayReadWork(actor, id, now))) throw notFound('作品');
  if (work.student_id === actor.id || (await mayModerate(actor, work.classroom_id))) return work;
  throw new AppError('forbidden', '只能处理自己的作品或任教班级的作品。');
}

async function recordDecision(actor: Actor, workId: number, decision: string, reason: string, now: number) {
  await db()
    .insertInto('moderations')
    .values({ work_id: workId, comment_id: null, decision, reason, decided_by: actor.id, decided_at: now })
    .execute();
}

/**
 * Puts an approved work to the top of the gallery, or back. Twice is harmless.
 * @throws AppError not_found, forbidden for who does not moderate it, conflict unless it is approved
 */
export async function setPinned(actor: Actor, { id, on }: { id: number; on: boolean }, now: number): Promise<void> {
  await transaction(async () => {
    const work = await requireMine(actor, id, now);
    if (!isTeacher(actor)) throw new AppError('forbidden', '只有老师可以置顶作品。');
    if (work.state !== 'approved') throw new AppError('conflict', '只有已通过的作品可以置顶。');
    const changed = await db()
      .updateTable('works')
      .set({ pinned_at: on ? now : null, updated_at: now })
      .where('id', '=', id)
      .where('state', '=', 'approved')
      .where('pinned_at', on ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return;
    await recordDecision(actor, id, on ? 'pin' : 'unpin', '', now);
    await recordAudit(actor, { action: on ? 'work.pin' : 'work.unpin', entity: 'work', entityId: id }, now);
  });
}

/**
 * Likes a work, or takes the like back; twice counts once. Returns the number of likes.
 * @throws AppError not_found for a work that is not shown, conflict for the own one
 */
export async function setLike(actor: Actor, { id, on }: { id: number; on: boolean }, now: number): Promise<number> {
  return transaction(async () => {
    const work = (await mayReadWork(actor, id, now))
      ? await db().selectFrom('works').select(['student_id', 'state']).where('id', '=', id).executeTakeFirst()
      : undefined;
    if (!work) throw notFound('作品');
    if (work.student_id === actor.id) throw new AppError('conflict', '不能给自己的作品点赞。');
    if (work.state !== 'approved') throw new AppError('conflict', '作品通过审核后才能点赞。');
    const changed = on
      ? await db()
          .insertInto('work_likes')
          .values({ work_id: id, user_id: actor.id, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('work_id')
          .execute()
      : await db()
          .deleteFrom('work_likes')
          .where('work_id', '=', id)
          .where('user_id', '=', actor.id)
          .returning('work_id')
          .execute();
    const { like_count } = await db()
      .updateTable('works')
      // By what changed, not by counting: two people at once both count.
      .set((eb) => ({ like_count: eb('like_count', '+', on ? changed.length : -changed.length) }))
      .where('id', '=', id)
      .returning('like_count')
      .executeTakeFirstOrThrow();
    return like_count;
  });
}
