import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { putSensitiveWords } from '~/domain/school/store.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { actorOf, makeClassroom, makeComment, makeStudent, makeTeacher, makeWork } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Target } from './comment.rules';
import { addComment } from './comment.commands.server';
import { moderate, type DecideInput } from './moderation.commands.server';
import { openQueue } from './moderation-page.server';
import { countByTab, countPending, findQueueRows, listHistory } from './moderation.queries.server';
import { getWork } from './work.queries.server';
import { HIDDEN_WORDS } from './work.rules';
import { bringFlagsUpToDate } from './words.commands.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const ALL = { tab: '', kind: '', classId: null, flagged: '', keyword: '', currentPage: 1, pageSize: 15 } as const;

let teacher: Actor;
let colleague: Actor;
let stranger: Actor;
let author: Awaited<ReturnType<typeof makeStudent>>;
let mate: Awaited<ReturnType<typeof makeStudent>>;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;

beforeEach(async () => {
  const [first, second] = [await makeTeacher({ name: '周敏' }), await makeTeacher({ name: '陈立' })];
  [teacher, colleague, stranger] = [actorOf(first), actorOf(second), actorOf(await makeTeacher())];
  classroom = await makeClassroom({ teacher: first, teachers: [second] });
  author = await makeStudent({ classroom_id: classroom.id, name: '林可欣', has_consent: 1 });
  mate = await makeStudent({ classroom_id: classroom.id, name: '王一鸣' });
});

const decide = (actor: Actor, input: Partial<DecideInput> & { targets: Target[] }) =>
  moderate(actor, { decision: 'approve', reason: '', ...input }, NOW);
const comment = (id: number): Target => ({ kind: 'comment', id });
const work = (id: number): Target => ({ kind: 'work', id });
const messagesOf = (user: { id: number }) =>
  db().selectFrom('messages').selectAll().where('user_id', '=', user.id).orderBy('id').execute();
const keys = async (actor: Actor, filter: object = {}) =>
  (await openQueue(actor, { ...ALL, ...filter })).rows.map((row) => `${row.kind} ${row.id}`);

describe('a decision', () => {
  test('approves a work: its author is told, the history and the audit keep it', async () => {
    const made = await makeWork({ teacher, student: author, state: 'pending', title: '颐和园' });
    expect(await decide(teacher, { targets: [work(made.id)] })).toBe(1);
    expect(await db().selectFrom('works').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      state: 'approved',
      decided_by: teacher.id,
      decided_at: NOW,
    });
    expect(await messagesOf(author)).toMatchObject([
      { kind: 'work', title: '你的作品《颐和园》通过了审核', link: `/dynamic/works/${made.id}` },
    ]);
    expect((await listHistory(teacher, { ...ALL, tab: 'history' })).rows).toMatchObject([
      { kind: 'work', title: '颐和园', author: '林可欣', decision: 'approve', decider: '周敏', decidedAt: NOW },
    ]);
    expect(
      await db().selectFrom('audit_entries').select(['action', 'entity_id']).executeTakeFirstOrThrow(),
    ).toMatchObject({ action: 'work.approve', entity_id: String(made.id) });
  });

  test('approves a comment: counted, and both its author and the work’s are told', async () => {
    const made = await makeWork({ teacher, student: author, title: '颐和园' });
    const { id } = await makeComment({ work: made, author: mate, text: '讲得真好' });
    await decide(teacher, { targets: [comment(id)] });
    expect((await db().selectFrom('works').select('comment_count').executeTakeFirstOrThrow()).comment_count).toBe(1);
    expect(await messagesOf(mate)).toMatchObject([{ kind: 'comment', title: '你对《颐和园》的评论通过了审核' }]);
    expect(await messagesOf(author)).toMatchObject([{ title: '王一鸣 评论了你的作品《颐和园》', body: '讲得真好' }]);
  });

  test('rejects with the reason, and withdraws what was approved', async () => {
    const made = await makeWork({ teacher, student: author });
    const { id } = await makeComment({ work: made, author: mate });
    await expect(decide(teacher, { targets: [comment(id)], decision: 'reject' })).rejects.toMatchObject({
      code: 'invalid',
    });
    await decide(teacher, { targets: [comment(id)], decision: 'reject', reason: '与作品无关' });
    expect((await messagesOf(mate))[0]?.body).toContain('原因：与作品无关');
    expect(await messagesOf(author)).toEqual([]);
    await decide(teacher, { targets: [comment(id)], isReversal: true });
    await decide(colleague, { targets: [comment(id), work(made.id)], decision: 'withdraw', reason: '误操作' });
    const row = await db().selectFrom('works').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'withdrawn', reason: '误操作', comment_count: 0 });
  });

  test('an approved work needs the guardian’s consent', async () => {
    const made = await makeWork({ teacher, student: mate, state: 'pending' });
    await expect(decide(teacher, { targets: [work(made.id)] })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('王一鸣 没有登记监护人同意') as string,
    });
  });

  test('is all or nothing, and only of classes that the actor teaches', async () => {
    const made = await makeWork({ teacher, student: author });
    const { id: mine } = await makeComment({ work: made, author: mate });
    const other = await makeStudent({ classroom_id: (await makeClassroom({ teacher: stranger })).id });
    const { id: foreign } = await makeComment({ work: await makeWork({ teacher, student: other }), author: other });
    await expect(decide(teacher, { targets: [comment(mine), comment(foreign)] })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await countPending(teacher)).toBe(1);
    await expect(decide(stranger, { targets: [comment(mine)] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(decide(actorOf(author), { targets: [comment(mine)] })).rejects.toMatchObject({ code: 'not_found' });
    expect(await decide({ ...stranger, isAdmin: true }, { targets: [comment(mine), comment(foreign)] })).toBe(2);
  });

  test('a second teacher is told what the first decided; twice by the same one is harmless', async () => {
    const made = await makeWork({ teacher, student: author, state: 'pending' });
    const targets = [work(made.id)];
    await decide(teacher, { targets });
    expect(await decide(teacher, { targets })).toBe(0);
    expect(await messagesOf(author)).toHaveLength(1);
    await expect(decide(colleague, { targets, decision: 'reject', reason: '太短' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/已由 周敏 在 2026-11-21 09:00 处理为“已通过”，这次没有做任何更改/) as string,
    });
    const { id } = await makeComment({ work: made, author: mate });
    const both = await Promise.allSettled([
      decide(teacher, { targets: [comment(id)] }),
      decide(colleague, { targets: [comment(id)], decision: 'reject', reason: '与作品无关' }),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await db().selectFrom('moderations').select('id').execute()).toHaveLength(2);
  });
});

describe('the queue', () => {
  test('holds works and comments of the actor’s classes, what waits longest first', async () => {
    const early = await makeWork({ teacher, student: author, state: 'pending', created_at: NOW });
    const shown = await makeWork({ teacher, student: author, title: '颐和园' });
    const { id: late } = await makeComment({ work: shown, author: mate, created_at: NOW + 2 });
    await makeComment({ work: shown, author: mate, deleted_at: NOW });
    await addComment(teacher, { workId: shown.id, parentId: null, text: '不错', fileId: '', requestId: '' }, NOW);
    expect(await keys(teacher)).toEqual([`work ${early.id}`, `comment ${late}`]);
    expect(await keys(teacher, { kind: 'comment' })).toEqual([`comment ${late}`]);
    expect(await keys(teacher, { keyword: '王一' })).toEqual([`comment ${late}`]);
    expect(await keys(teacher, { classId: classroom.id + 1 })).toEqual([]);
    expect(await keys(stranger)).toEqual([]);
    expect(await countByTab(teacher)).toEqual({ pending: 2, approved: 1, rejected: 0 });
    expect(await findQueueRows(stranger, [comment(late)])).toEqual([]);
    const [, row] = (await openQueue(teacher, ALL)).rows;
    expect(row).toMatchObject({ author: '王一鸣', className: classroom.name, title: [{ text: '颐和园' }] });
  });

  test('marks by the list as it is now, also what was written before', async () => {
    await putSensitiveWords(['笨蛋']);
    const made = await makeWork({
      teacher,
      student: author,
      title: '笨 蛋导游',
      state: 'pending',
      flagged: toJson([]),
    });
    const { id } = await makeComment({ work: made, author: mate, text: '加微信聊' });
    expect(await keys(teacher, { flagged: '1' })).toEqual([`work ${made.id}`]);
    const [row] = (await openQueue(teacher, { ...ALL, flagged: '1' })).rows;
    expect(row).toMatchObject({
      flagged: ['笨蛋'],
      title: [
        { text: '笨 蛋', word: '笨蛋' },
        { text: '导游', word: null },
      ],
    });
    await putSensitiveWords(['加微信']);
    expect(await keys(teacher, { flagged: '1' })).toEqual([`comment ${id}`]);
    expect(await bringFlagsUpToDate()).toBe(false);
  });

  test('what its own author took back is nobody’s to deal with', async () => {
    await makeWork({ teacher, student: author, state: 'withdrawn', decided_by: author.id, decided_at: NOW });
    const { id } = await makeWork({
      teacher,
      student: author,
      state: 'withdrawn',
      decided_by: teacher.id,
      decided_at: NOW,
    });
    expect(await keys(teacher, { tab: 'rejected' })).toEqual([`work ${id}`]);
  });
});

describe('what is decided on', () => {
  const remark = (attemptId: number | null, percent: number) =>
    db().updateTable('attempts').set({ percent }).where('id', '=', attemptId).execute();

  test('has the score and the word of today, as the work’s own page has', async () => {
    const made = await makeWork({ teacher, student: author, state: 'pending', percent: 100 });
    await remark(made.attempt_id, 50);
    const [row] = await findQueueRows(teacher, [work(made.id)]);
    expect(row?.score?.percent).toBe(50);
    expect(row?.score).toEqual((await getWork(teacher, made.id, NOW)).work.score);
  });

  test('approved while nobody can see it, its author is told that, and why', async () => {
    const low = await makeWork({ teacher, student: author, state: 'pending', percent: 100 });
    await remark(low.attempt_id, 50);
    const back = await makeWork({ teacher, student: author, state: 'pending' });
    await db()
      .updateTable('exams')
      .set({ status: 'closed' })
      .where('id', '=', back.exam?.id ?? 0)
      .execute();
    const good = await makeWork({ teacher, student: author, state: 'pending' });
    for (const { id } of [low, back, good]) await decide(teacher, { targets: [work(id)] });
    expect((await messagesOf(author)).map(({ body }) => body)).toEqual([
      HIDDEN_WORDS.score,
      HIDDEN_WORDS.release,
      '同学和老师现在可以在“高分作品”里看到它。',
    ]);
  });
});
