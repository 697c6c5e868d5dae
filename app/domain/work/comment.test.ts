import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { useFile } from '~/domain/file/file.commands.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { putSensitiveWords } from '~/domain/school/store.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { actorOf, makeClassroom, makeComment, makeFile, makeStudent, makeTeacher, makeWork } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { addComment, deleteComment } from './comment.commands.server';
import { getComment, getCommentPlace, getWorkComments } from './comment.queries.server';
import { MAX_PENDING_COMMENTS } from './comment.rules';
import type { CommentInput } from './comment.schema';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);

let teacher: Actor;
let author: Actor;
let mate: Actor;
let outsider: Actor;
let work: Awaited<ReturnType<typeof makeWork>>;

beforeEach(async () => {
  const made = await makeTeacher({ name: '周敏' });
  teacher = actorOf(made);
  const classroom = await makeClassroom({ teacher: made, name: '导游 1 班' });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣', has_consent: 1 });
  author = actorOf(student);
  mate = actorOf(await makeStudent({ classroom_id: classroom.id, name: '王一鸣' }));
  const elsewhere = await makeClassroom({ teacher: await makeTeacher() });
  outsider = actorOf(await makeStudent({ classroom_id: elsewhere.id, name: '赵小满' }));
  work = await makeWork({ student, teacher });
});

const write = (actor: Actor, input: Partial<CommentInput> = {}) =>
  addComment(actor, { workId: work.id, parentId: null, text: '讲得真好', fileId: '', requestId: '', ...input }, NOW);
const seen = async (actor: Actor) => (await getWorkComments(actor, work.id, {}, NOW)).page.rows;
const countOf = async () =>
  (await db().selectFrom('works').select('comment_count').where('id', '=', work.id).executeTakeFirstOrThrow())
    .comment_count;
const messagesOf = (user: { id: number }) =>
  db().selectFrom('messages').selectAll().where('user_id', '=', user.id).orderBy('id').execute();

describe('writing', () => {
  test('a student’s waits and only they see it; a teacher’s is there at once', async () => {
    await putSensitiveWords(['笨蛋']);
    const { id, state } = await write(mate, { text: '你这笨蛋' });
    expect(state).toBe('pending');
    expect(await db().selectFrom('comments').select('flagged').executeTakeFirstOrThrow()).toEqual({
      flagged: '["笨蛋"]',
    });
    expect(await seen(mate)).toMatchObject([{ id, name: '我', state: 'pending', isOwn: true }]);
    expect(await seen(outsider)).toEqual([]);
    expect((await getWorkComments(teacher, work.id, {}, NOW)).pendingCount).toBe(1);
    expect((await write(teacher, { text: '语速再慢一点' })).state).toBe('approved');
    expect(await seen(outsider)).toMatchObject([{ name: '周敏老师', className: null, isTeacher: true }]);
    expect(await countOf()).toBe(1);
    expect(await messagesOf(author)).toMatchObject([{ kind: 'comment', body: '语速再慢一点' }]);
  });

  test('an answer stands under what it answers and its author is told, the work’s author once', async () => {
    const root = await makeComment({ work, author: mate, state: 'approved' });
    const first = await write(teacher, { parentId: root.id, text: '同意' });
    await write(teacher, { parentId: first.id, text: '再补充一句' });
    expect((await seen(outsider))[0]).toMatchObject({
      name: '王一鸣',
      className: '导游 1 班',
      replies: [{ text: '同意' }, { text: '再补充一句' }],
    });
    expect((await messagesOf(mate)).map(({ title }) => title)).toEqual([
      '周敏老师 回复了你的评论',
      '周敏老师 回复了你的评论',
    ]);
    // The page says as many as the list of works: answers are comments.
    expect((await getWorkComments(outsider, work.id, {}, NOW)).count).toBe(3);
    expect(await countOf()).toBe(3);
    expect(await messagesOf(author)).toHaveLength(2);
    const pending = await makeComment({ work, author: mate });
    await expect(write(teacher, { parentId: pending.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('the author of an anonymous work is not named to students', async () => {
    await makeComment({ work, author, state: 'approved', text: '谢谢大家' });
    expect((await seen(mate))[0]).toMatchObject({ name: '作者（匿名同学）', className: null, isAuthor: true });
    expect((await seen(teacher))[0]).toMatchObject({ name: '林可欣', className: '导游 1 班' });
    expect((await seen(author))[0]).toMatchObject({ name: '我' });
  });

  test('the same request twice is one comment; empty ones and too many at once are refused', async () => {
    const first = await write(mate, { requestId: 'r1' });
    expect(await write(mate, { requestId: 'r1' })).toEqual(first);
    await expect(write(mate, { text: '' })).rejects.toMatchObject({ fields: { text: '请写下评论，或附上一段录音。' } });
    for (let count = 1; count < MAX_PENDING_COMMENTS; count += 1) await makeComment({ work, author: mate });
    await expect(write(mate)).rejects.toMatchObject({ code: 'too_many' });
    expect((await write(outsider)).state).toBe('pending');
  });

  test('only on a work that the actor sees and that is approved', async () => {
    await db().updateTable('works').set({ state: 'pending' }).execute();
    await expect(write(mate)).rejects.toMatchObject({ code: 'not_found' });
    await expect(write(teacher)).rejects.toMatchObject({ code: 'conflict' });
    await expect(getWorkComments(outsider, work.id, {}, NOW)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a recording', () => {
  test('is heard by whoever sees the comment, before that by its author and the teachers', async () => {
    const file = await makeFile({ owner: mate, kind: 'audio' });
    const { id } = await write(mate, { text: '', fileId: file.id });
    await expect(getReadableFile(outsider, file.id, NOW)).rejects.toMatchObject({ code: 'not_found' });
    expect((await getReadableFile(teacher, file.id, NOW)).id).toBe(file.id);
    await db().updateTable('comments').set({ state: 'approved' }).where('id', '=', id).execute();
    expect((await getReadableFile(outsider, file.id, NOW)).id).toBe(file.id);
    expect((await seen(outsider))[0]?.audio).toMatchObject({ id: file.id });
  });

  test('must be the own, short and used nowhere else', async () => {
    const foreign = await makeFile({ owner: author, kind: 'audio' });
    await expect(write(mate, { fileId: foreign.id })).rejects.toMatchObject({ code: 'invalid' });
    const long = await makeFile({ owner: mate, kind: 'audio', duration_ms: 61_000 });
    await expect(write(mate, { fileId: long.id })).rejects.toMatchObject({ fields: { fileId: /最长 60 秒/ } });
    const take = await makeFile({ owner: mate, kind: 'audio' });
    await useFile(take.id, 'attempt', 1);
    await expect(write(mate, { fileId: take.id })).rejects.toMatchObject({ fields: { fileId: /用在别处/ } });
  });
});

describe('deleting', () => {
  test('the own without a reason; twice nothing happens', async () => {
    const { id } = await makeComment({ work, author: mate, state: 'approved' });
    await expect(deleteComment(outsider, { id, reason: '' }, NOW)).rejects.toMatchObject({ code: 'not_found' });
    expect(await deleteComment(mate, { id, reason: '' }, NOW)).toBe(1);
    expect(await deleteComment(mate, { id, reason: '' }, NOW)).toBe(0);
    expect(await seen(mate)).toEqual([]);
    expect(await countOf()).toBe(0);
  });

  test('a teacher says why and the author is told; answers keep their place', async () => {
    const root = await makeComment({ work, author: mate, state: 'approved' });
    await makeComment({ work, author: outsider, state: 'approved', parent_id: root.id, text: '我也觉得' });
    await expect(deleteComment(teacher, { id: root.id, reason: '' }, NOW)).rejects.toMatchObject({ code: 'invalid' });
    expect(await deleteComment(teacher, { id: root.id, reason: '与作品无关' }, NOW)).toBe(1);
    expect((await messagesOf(mate))[0]?.body).toContain('原因：与作品无关');
    expect(await seen(author)).toMatchObject([{ isGone: true, text: '', name: '', replies: [{ text: '我也觉得' }] }]);
    await expect(getComment(author, work.id, root.id, NOW)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('the page of deleting is for those who may', async () => {
    const { id } = await makeComment({ work, author: mate, state: 'approved' });
    const place = { workId: work.id, parentId: null, deleteId: id };
    expect((await getCommentPlace(teacher, place, NOW)).toDelete?.id).toBe(id);
    await expect(getCommentPlace(outsider, place, NOW)).rejects.toMatchObject({ code: 'not_found' });
  });
});
