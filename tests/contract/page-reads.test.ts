import { readSheet } from 'read-excel-file/node';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { blindName } from '~/domain/exam/blind.rules';
import { scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeComment,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWork,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

/** What the calls read that pages show: the same, and by name no more than these. */

useDatabase();
const server = useServer();

let owner: UserRow;
let classroom: { id: number };
let good: UserRow;
let weak: UserRow;

beforeEach(async () => {
  owner = await makeTeacher();
  classroom = await makeClassroom({ teacher: owner, name: '高一1班' });
  good = await makeStudent({ classroom_id: classroom.id, account: '2601', name: '林可欣', has_consent: 1 });
  weak = await makeStudent({ classroom_id: classroom.id, account: '2602', name: '蔡文博' });
});

const get = async <T = Fields>(path: string, query: Fields, as: UserRow = owner) =>
  (await (await server.as(as)).get<T>(`/${path}`, query)).body;
const file = async (path: string, query: Fields) => (await server.as(owner)).download(`/${path}`, query, 'GET');

/** An exam that is over, one answer right and one wrong. */
async function satExam(isBlind = false) {
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner, points: 10, title: '首都' })],
    settings: { isBlind },
    status: 'closed',
  });
  const papers = [];
  for (const [student, key] of [
    [good, 'B'],
    [weak, 'A'],
  ] as const) {
    const answers = [{ keys: [key] }];
    papers.push(await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers }));
  }
  const mark = () => scoreByKey(actorOf(owner), { examId: exam.id, part: 'written' }, Date.now());
  return { exam, papers, mark };
}

type Rows = { rows: (Fields & { parts: Fields[] })[] } & Fields;

describe('an exam marked without names', () => {
  test('tells marks beside names only when its owner has marked all, and never the way to a paper', async () => {
    const { exam, papers, mark } = await satExam(true);
    const classList = () => get<Rows>('exam/score/class', { examId: exam.id });
    const before = (await classList()).data;
    expect(before).toMatchObject({ blindLeft: 2, summary: { count: 0 } });
    expect(before.rows.map(({ name, total, state }) => [name, total, state])).toEqual([
      ['林可欣', null, 'waiting'],
      ['蔡文博', null, 'waiting'],
    ]);
    const resits = () => get<{ students: Fields[] }>('exam/resits', { id: exam.id, who: 'all' });
    expect((await resits()).data.students).toMatchObject([
      { name: '林可欣', percent: null, due: null },
      { name: '蔡文博', percent: null, due: null },
    ]);

    await mark();
    const after = (await classList()).data;
    expect(after).toMatchObject({ blindLeft: 0, className: '高一1班', summary: { count: 2, mean: 50 } });
    expect(after.rows.map(({ name, total, parts }) => [name, total, parts[0]?.attemptId])).toEqual([
      ['林可欣', 100, null],
      ['蔡文博', 0, null],
    ]);
    expect((await resits()).data.students).toMatchObject([
      { due: null },
      { name: '蔡文博', percent: 0, due: 'failed' },
    ]);
    const total = await get<(Fields & { parts: Fields[] })[]>('exam/score/list', { examId: exam.id, part: 'total' });
    expect(total.data.map(({ parts }) => parts[0]?.attemptId)).toEqual([null, null]);

    // What a re-marking would change leads to papers: whose they are it does not say.
    const asked = { id: exam.id, itemId: exam.items[0]?.id, credit: 1, preview: 1 };
    const preview = () => server.as(owner).then((client) => client.post<{ changes: Fields[] }>('/exam/remark', asked));
    const [, second] = papers;
    expect((await preview()).body.data.changes).toMatchObject([
      { attemptId: second?.id, studentId: 0, name: blindName(second?.id ?? 0), account: '', className: '' },
    ]);
    await (await server.as(owner)).post('/exam/release', { ids: [exam.id] });
    expect((await preview()).body.data.changes).toMatchObject([{ studentId: weak.id, name: '蔡文博' }]);
    expect((await classList()).data.rows.map(({ parts }) => parts[0]?.attemptId)).toEqual(papers.map(({ id }) => id));
  });

  test('counts its papers before the release by their codes', async () => {
    const { exam, papers, mark } = await satExam(true);
    const counts = await get<{ parts: { unscored: Fields[] }[] } & Fields>('exam/release', { id: exam.id });
    expect(counts.data).toMatchObject({ obstacle: null, studentCount: 2, unscoredCount: 2, parts: [{ scored: 0 }] });
    const codes = papers.map(({ id }) => blindName(id)).sort();
    expect(counts.data.parts[0]?.unscored.map(({ name }) => name)).toEqual(codes);
    expect(JSON.stringify(counts)).not.toContain('林可欣');
    await mark();
    expect((await get('exam/release', { id: exam.id })).data).toMatchObject({ unscoredCount: 0 });
  });

  test('shows no clock in a journal', async () => {
    const { exam, papers } = await satExam(true);
    const attempt_id = papers[0]?.id ?? 0;
    const row = { attempt_id, item_id: exam.items[0]?.id ?? 0, received_at: Date.now(), outcome: 'saved' };
    await db()
      .insertInto('answer_journal')
      .values({ ...row, revision: 2, value: toJson({ keys: ['B'] }) })
      .execute();
    const page = await get<Fields[]>('exam/score/journal', { attemptId: attempt_id, pageSize: 1, currentPage: 2 });
    expect(page).toMatchObject({ totalCount: 2, pageSize: 1, currentPage: 2 });
    expect(page.data).toMatchObject([{ revision: 2, title: '首都', receivedAt: null }]);
    expect(page.data[0]?.sinceBeginMs).toEqual(expect.any(Number));
    expect((await get('exam/score/journal', { attemptId: attempt_id, currentPage: 9 })).data).toEqual([]);
  });
});

test('comments, and the items that can be put right', async () => {
  const { exam, papers, mark } = await satExam();
  await mark();
  const attemptId = papers[1]?.id ?? 0;
  const client = await server.as(owner);
  const { body } = await client.get<{ score: { version: number } }>('/exam/score/get', { attemptId });
  const saved = { attemptId, comment: '再看一遍', final: 1, version: body.data.score.version };
  expect((await client.postJson('/exam/score/save', saved)).status).toBe(200);
  expect(await get('exam/score/commentList', { examId: exam.id, keyword: '再看' })).toMatchObject({
    ...{ totalCount: 1, data: [{ kind: 'overall', text: '再看一遍', name: '蔡文博', className: '高一1班' }] },
  });
  expect(await get('exam/score/commentList', { examId: exam.id, part: 'oral' })).toMatchObject({ code: 400 });

  const itemId = exam.items[0]?.id;
  expect((await get('exam/remark', { id: exam.id, itemId })).data).toMatchObject({
    obstacle: null,
    items: [{ itemId, title: '首都', share: 0.5, papers: 2, correction: null }],
    item: { itemId, papers: 2, frequent: { sets: [{ keys: ['A'], count: 1 }] }, history: [] },
  });
  expect((await get('exam/remark', { id: exam.id })).data).toMatchObject({ item: null });
});

test('files are what their pages give', async () => {
  const { exam, mark } = await satExam();
  await mark();
  const list = await file('exam/score/export', { examId: exam.id, sort: 'account' });
  expect(list.name).toBe(`${exam.name}成绩单.xlsx`);
  const [head, first] = await readSheet(list.bytes);
  expect([head?.[3], first?.[3]]).toEqual(['姓名', '林可欣']);
  expect((await file('exam/score/exportAnswers', { examId: exam.id })).name).toBe(`${exam.name}答卷.xlsx`);
  expect((await file('census/export', { examId: exam.id })).name).toContain('统计.xlsx');
  expect((await file('exam/score/exportConsistency', { examId: exam.id })).name).toMatch(/\.xlsx$/);
  expect((await file('exam/print/word', { id: exam.id })).name).toMatch(/\.docx$/);
  expect((await file('exam/question/template', {})).name).toBe('试题导入模板.xlsx');
});

test('what is printed: the paper without and the key with what is right, rolls, doors and sheets of a class', async () => {
  const oral = await makeOralQuestion({ owner, keyPoints: ['秘密词'] });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral,
    written: [await makeTheoryQuestion({ owner, points: 10 })],
  });
  const { id } = exam;
  const paper = await get<{ papers: { part: string; points: number; questions: Fields[] }[] }>('exam/print/paper', {
    id,
  });
  expect(paper.data.papers.map(({ part, points, questions }) => [part, points, questions.length])).toEqual([
    ['oral', expect.any(Number), 1],
    ['written', 10, 1],
  ]);
  const said = JSON.stringify(paper);
  expect([said.includes('秘密词'), said.includes('"answer"'), said.includes('analysis')]).toEqual([
    false,
    false,
    false,
  ]);
  const key = JSON.stringify(await get('exam/print/key', { id }));
  expect([key.includes('秘密词'), key.includes('"answer":"B"')]).toEqual([true, true]);
  const roll = { classId: classroom.id, className: '高一1班' };
  expect((await get('exam/print/attendance', { id })).data).toMatchObject({
    rolls: [
      { ...roll, part: 'oral', students: [{ name: '林可欣', account: '2601' }, { name: '蔡文博' }] },
      { ...roll, part: 'written' },
    ],
  });
  const door = { ...roll, count: 2, firstAccount: '2601', lastAccount: '2602' };
  expect((await get('exam/print/door', { id, classId: classroom.id })).data).toMatchObject({ doors: [door, door] });
  expect((await get('exam/print/sheet', { id })).data).toMatchObject({ classId: classroom.id, keyed: [1] });
  const elsewhere = await makeClassroom({ teacher: owner });
  expect(await get('exam/print/door', { id, classId: elsewhere.id })).toMatchObject({ code: 404 });
});

test('the course of a class and of a time', async () => {
  const { exam, mark } = await satExam();
  await mark();
  expect((await get<Fields[]>('census/list', {})).data).toMatchObject([
    { id: exam.id, hasScores: true, parts: ['written'], classes: [{ id: classroom.id, name: '高一1班' }] },
  ]);
  const step = { examId: exam.id, scores: { count: 2, mean: { value: 50 } }, whole: { count: 2 } };
  expect((await get('census/class', {})).data).toMatchObject({ classId: classroom.id, steps: [step] });
  const days = { from: '2000-01-01', to: '2999-12-31' };
  expect((await get('census/period', days)).data).toMatchObject({ steps: [step] });
  expect((await get('census/period', { to: '2000-01-01' })).data).toMatchObject({ steps: [] });
  expect(await get('census/period', { from: '昨天' })).toMatchObject({ code: 400, data: { fieldErrors: {} } });
  const stranger = await makeTeacher();
  expect((await get('census/list', {}, stranger)).data).toEqual([]);
  expect(await get('census/class', { classId: classroom.id }, stranger)).toMatchObject({ code: 404 });
});

test('what waits for a decision, the own works and the own practice', async () => {
  const work = await makeWork({ student: good, teacher: owner, title: '故宫讲解', state: 'pending' });
  const comment = await makeComment({ work, author: weak, state: 'pending', text: '讲得真好' });
  const queue = await get<Fields[]>('interact/moderation/list', {});
  expect(queue.totalCount).toBe(2);
  expect(queue.data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'work', id: work.id, title: '故宫讲解', author: '林可欣' }),
      expect.objectContaining({ kind: 'comment', id: comment.id, text: '讲得真好', author: '蔡文博' }),
    ]),
  );
  const one = await get('interact/moderation/get', { kind: 'comment', id: comment.id });
  expect(one.data).toMatchObject({ workId: work.id, state: 'pending', decideTime: null });
  const stranger = await makeTeacher();
  expect(await get('interact/moderation/get', { kind: 'work', id: work.id }, stranger)).toMatchObject({ code: 404 });
  const decided = { ids: [work.id], decision: 'reject', reason: '录音听不清' };
  await (await server.as(owner)).post('/interact/work/moderate', decided);
  expect((await get<Fields[]>('interact/moderation/history', {})).data).toMatchObject([
    { kind: 'work', workId: work.id, title: '故宫讲解', reason: '录音听不清' },
  ]);
  const mine = await get<Fields[]>('interact/work/mine', {}, good);
  expect(mine).toMatchObject({ totalCount: 1, data: [{ id: work.id, state: 'rejected', reason: '录音听不清' }] });
  expect(await get('interact/work/mine', {}, weak)).toMatchObject({ totalCount: 0, data: [] });

  const question = await makeTheoryQuestion({ owner: good, title: '首都' });
  await (await server.as(good)).post('/practice/add', { questionId: question.id, answer: 'A' });
  const tries = await get<Fields[]>('practice/list', { bank: 'theory' }, good);
  expect(tries.data).toMatchObject([{ questionId: question.id, title: '首都', isRight: false, isAvailable: true }]);
  expect((await get<Fields[]>('practice/list', { bank: 'oral' }, good)).data).toEqual([]);
  const progress = await get<{ totals: Fields[]; periods: Fields[] }>('practice/progress', { unit: 'day' }, good);
  expect(progress.data.totals).toContainEqual({ bank: 'theory', tries: 1, questions: 1, judged: 1, right: 0 });
  expect(progress.data.periods).toHaveLength(14);
});
