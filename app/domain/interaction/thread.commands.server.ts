import { db, transaction } from '~/db/db.server';
import { toJson, fromJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import { inUse } from '~/domain/question-bank/closed-questions.server';
import { releaseFileUse, setFileUses } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { toThread } from '~/lib/addresses/interaction';
import { AppError, invalid, notFound } from '~/lib/errors';
import { findAskable } from './subject.queries.server';
import { isVisibleTo, listClosedThreadIds, listRecipients, threadsWithStudent } from './thread-rights.queries.server';
import { isDeletable, subjectLabel } from './thread.rules';
import type { AskInput, ReplyInput } from './thread.schema';

const DAY_MS = 24 * 3600_000;

/** Questions a student may start within a day: every one calls all their teachers. */
export const MAX_THREADS_PER_DAY = 20;
/** What a student may write on within a day, and what a question may come to: it is read as one page. */
export const MAX_POSTS_PER_DAY = 60;
export const MAX_POSTS = 200;

/**
 * 提问: starts a question of the actor about something of their own and tells the teachers who see it.
 * @throws AppError forbidden (teachers), invalid (not theirs), conflict (nobody would see it), too_many
 */
export async function startThread(actor: Actor, input: AskInput, now: number): Promise<{ id: number }> {
  if (isTeacher(actor)) throw new AppError('forbidden', '提问只对学生开放。');
  const request = { key: input.requestId && `interact.ask:${input.requestId}`, said: [input.title, input.text] };
  return once(actor.id, request, now, async () => {
    const about = await findAskable(actor, input.about, now);
    if (!about) throw invalid({ about: '找不到要问的内容，它可能已被删除，或者成绩还没有公布。' });
    const examId = about.subject === 'score' ? about.id : null;
    const recipients = (await listRecipients(actor, examId)).map((teacher) => teacher.id);
    if (recipients.length === 0) {
      throw new AppError('conflict', '你还没有加入班级，或者班级还没有老师，现在提问没有人能看到。请先联系老师。');
    }
    await assertNotTooMany(actor, now);
    const fileIds = await filesOf(actor, input);
    const { id } = await db()
      .insertInto('threads')
      .values({
        student_id: actor.id,
        subject: about.subject,
        work_id: about.subject === 'work' ? about.id : null,
        exam_id: examId,
        practice_id: about.subject === 'practice' ? about.id : null,
        title: input.title,
        created_at: now,
        last_post_at: now,
        last_author_id: actor.id,
        closed_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertPost(actor, { threadId: id, text: input.text, fileIds }, now);
    await sendMessages(
      recipients,
      {
        kind: 'interact',
        title: `${actor.name} 提问：${input.title}`,
        body: about.subject === 'other' ? '' : `关于${subjectLabel(about.subject)}：${about.label}`,
        link: toThread(id),
      },
      now,
    );
    await record(actor, 'interact.ask', id, { subject: about.subject }, now);
    return { id };
  });
}

async function assertNotTooMany(actor: Actor, now: number): Promise<void> {
  // By what was noted of it: a question that was deleted again was asked all the same, and its teachers told.
  const { total } = await db()
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('actor_id', '=', actor.id)
    .where('action', '=', 'interact.ask')
    .where('at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  if (Number(total) >= MAX_THREADS_PER_DAY) {
    throw new AppError('too_many', `一天最多提 ${MAX_THREADS_PER_DAY} 个问题。可以在已有的提问里继续问。`);
  }
}

async function assertRoom(actor: Actor, threadId: number, now: number): Promise<void> {
  const count = db()
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('total'));
  const here = await count.where('thread_id', '=', threadId).executeTakeFirstOrThrow();
  if (Number(here.total) >= MAX_POSTS) {
    throw new AppError('too_many', `这个提问已经有 ${MAX_POSTS} 条，不能再写。请另提一个问题。`);
  }
  if (isTeacher(actor)) return;
  const today = await count
    .where('author_id', '=', actor.id)
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  if (Number(today.total) >= MAX_POSTS_PER_DAY) {
    throw new AppError('too_many', `一天最多写 ${MAX_POSTS_PER_DAY} 条，请明天再写。`);
  }
}

async function filesOf(actor: Actor, input: { imageUrl: string[]; musicUrl: string }): Promise<string[]> {
  const photos = await requireOwnFiles(actor, input.imageUrl, 'image', 'pictures');
  const recordings = input.musicUrl === '' ? [] : await requireOwnFiles(actor, [input.musicUrl], 'audio', 'audio');
  return [...recordings, ...photos].map((file) => file.id);
}

async function insertPost(
  actor: Actor,
  { threadId, text, fileIds }: { threadId: number; text: string; fileIds: string[] },
  at: number,
): Promise<number> {
  const { id } = await db()
    .insertInto('posts')
    .values({
      thread_id: threadId,
      author_id: actor.id,
      text,
      file_ids: toJson(fileIds),
      created_at: at,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setFileUses('post', id, fileIds);
  return id;
}

/** The question, held until the transaction ends: posts, deletions and closing come one after the other. */
async function holdThread(actor: Actor, id: number, now: number) {
  await db()
    .updateTable('threads')
    .set((set) => ({ title: set.ref('title') }))
    .where('id', '=', id)
    .execute();
  const row = await threadsWithStudent()
    .selectAll('threads')
    .select(['student.name as student_name', 'student.classroom_id'])
    .where('threads.id', '=', id)
    .where(isVisibleTo(actor))
    .executeTakeFirst();
  if (!row) throw notFound('提问');
  if ((await listClosedThreadIds(actor, now)).includes(id)) throw inUse();
  return row;
}

type Held = Awaited<ReturnType<typeof holdThread>>;

/**
 * Writes on in an open question: the student, or any teacher who sees it. The other side is told; teachers once until
 * one of them has looked, not of every post.
 * @throws AppError not_found, conflict (closed), invalid (files)
 */
export async function addPost(actor: Actor, input: ReplyInput, now: number): Promise<{ id: number }> {
  const key = input.requestId && `interact.reply:${input.threadId}:${input.requestId}`;
  return once(actor.id, { key, said: input.text }, now, async () => {
    const thread = await holdThread(actor, input.threadId, now);
    if (thread.closed_at !== null) {
      const isOwn = thread.student_id === actor.id;
      throw new AppError('conflict', isOwn ? '这个提问已经结束，重新打开后可以继续问。' : '学生已经结束了这个提问。');
    }
    await assertRoom(actor, thread.id, now);
    const fileIds = await filesOf(actor, input);
    // Always later than what readers have seen: what is new follows from these times.
    const at = Math.max(now, thread.last_post_at + 1);
    const id = await insertPost(actor, { threadId: thread.id, text: input.text, fileIds }, at);
    await db()
      .updateTable('threads')
      .set({ last_post_at: at, last_author_id: actor.id })
      .where('id', '=', thread.id)
      .execute();
    await tellOthers(actor, thread, at);
    await record(actor, 'interact.reply', thread.id, { postId: id }, now);
    return { id };
  });
}

async function tellOthers(actor: Actor, thread: Held, at: number): Promise<void> {
  const message = { kind: 'interact' as const, link: toThread(thread.id) };
  if (actor.id !== thread.student_id) {
    const title = `${actor.name}老师回复了你的提问：${thread.title}`;
    return sendMessages([thread.student_id], { ...message, title }, at);
  }
  const teachers = await listRecipients({ classroomId: thread.classroom_id }, scoredExam(thread));
  const recipients = teachers.map((teacher) => teacher.id);
  if (thread.last_author_id === thread.student_id && !(await hasBeenRead(thread, recipients))) return undefined;
  return sendMessages(recipients, { ...message, title: `${actor.name} 追问：${thread.title}` }, at);
}

function scoredExam(thread: Held): number | null {
  return thread.subject === 'score' ? thread.exam_id : null;
}

/** Whether one of the teachers has looked since the student wrote. */
async function hasBeenRead(thread: Held, teacherIds: number[]): Promise<boolean> {
  const read = await db()
    .selectFrom('thread_reads')
    .select('user_id')
    .where('thread_id', '=', thread.id)
    .where('user_id', 'in', teacherIds)
    .where('read_at', '>=', thread.last_post_at)
    .limit(1)
    .executeTakeFirst();
  return read !== undefined;
}

/** Remembers up to which post the actor has seen a question. */
export async function markThreadRead(actor: Actor, thread: { id: number; lastPostAt: number }): Promise<void> {
  const read = await db()
    .selectFrom('thread_reads')
    .select('read_at')
    .where('thread_id', '=', thread.id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  if (read && read.read_at >= thread.lastPostAt) return;
  await db()
    .insertInto('thread_reads')
    .values({ thread_id: thread.id, user_id: actor.id, read_at: thread.lastPostAt })
    .onConflict((conflict) => conflict.columns(['thread_id', 'user_id']).doUpdateSet({ read_at: thread.lastPostAt }))
    .execute();
}

/** 结束提问 or 重新打开, by its student; already so is fine. */
export async function closeThread(actor: Actor, id: number, isClosed: boolean, now: number): Promise<void> {
  await transaction(async () => {
    const thread = await holdThread(actor, id, now);
    if (thread.student_id !== actor.id) throw new AppError('forbidden', '只有提问的学生可以结束或重新打开。');
    if ((thread.closed_at !== null) === isClosed) return;
    await db()
      .updateTable('threads')
      .set({ closed_at: isClosed ? now : null })
      .where('id', '=', id)
      .execute();
    await record(actor, isClosed ? 'interact.close' : 'interact.reopen', id, {}, now);
  });
}

/**
 * Takes an own post back while nobody else has written after it; what was told of it and not yet read is taken back
 * too. With its only post the whole question goes. Returns whether the question is still there.
 * @throws AppError not_found (not theirs, or gone already), conflict (answered)
 */
export async function deletePost(
  actor: Actor,
  input: { threadId: number; postId: number },
  now: number,
): Promise<boolean> {
  return transaction(async () => {
    const thread = await holdThread(actor, input.threadId, now);
    const rows = await db()
      .selectFrom('posts')
      .select(['id', 'author_id', 'file_ids', 'created_at'])
      .where('thread_id', '=', thread.id)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    const posts = rows.map((row) => ({ ...row, authorId: row.author_id }));
    const post = posts.find((one) => one.id === input.postId && one.authorId === actor.id);
    if (!post) throw notFound('内容');
    if (!isDeletable(post, posts, actor)) {
      throw new AppError('conflict', '已经有人在后面回复，不能再删除。需要更正时请接着写。');
    }
    for (const fileId of fromJson<string[]>(post.file_ids)) await releaseFileUse(fileId, 'post', post.id);
    const left = posts.filter((one) => one !== post);
    const last = left[left.length - 1];
    const told = db().deleteFrom('messages').where('kind', '=', 'interact').where('link', '=', toThread(thread.id));
    if (last) {
      await told.where('created_at', '=', post.created_at).where('read_at', 'is', null).execute();
      await db()
        .updateTable('posts')
        .set({ deleted_at: now, text: '', file_ids: toJson([]) })
        .where('id', '=', post.id)
        .execute();
      await db()
        .updateTable('threads')
        .set({ last_post_at: last.created_at, last_author_id: last.author_id })
        .where('id', '=', thread.id)
        .execute();
    } else {
      await told.execute();
      await db().deleteFrom('threads').where('id', '=', thread.id).execute();
    }
    await record(actor, 'interact.delete', thread.id, { postId: post.id }, now);
    return last !== undefined;
  });
}

function record(
  actor: Actor,
  action: ActionOn<'thread'>,
  threadId: number,
  detail: Record<string, unknown>,
  now: number,
) {
  return recordAudit(actor, { action, entity: 'thread', entityId: threadId, detail }, now);
}
