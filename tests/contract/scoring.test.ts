import { expect, test } from 'vitest';
import { saveRubric } from '~/domain/scoring/marking/rubric.commands.server';
import type { Rubric } from '~/domain/scoring/marking/rubric.rules';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTake,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

useDatabase();
const server = useServer();

const get = async (path: string, as: UserRow | null) => (await server.as(as)).get(`/${path}`);
const form = async (path: string, fields: Fields, as: UserRow | null) => (await server.as(as)).post(`/${path}`, fields);
const json = async (path: string, body: Fields, as: UserRow | null) => (await server.as(as)).postJson(`/${path}`, body);

async function makeSchool() {
  const owner = await makeTeacher();
  const stranger = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeTheoryQuestion({ owner }), await makeWrittenQuestion({ owner })],
    status: 'closed',
  });
  const oral = await makeAttempt({ exam, student, part: 'oral', state: 'submitted' });
  const written = await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers: [{ keys: ['B'] }] });
  const [, theory, pen] = exam.items;
  if (!theory || !pen) throw new Error('the exam has no items');
  return { owner, stranger, student, exam, oral, written, pen };
}

test('GET /exam/the/scoreExamList: exams with done and total, flat and paged', async () => {
  const { owner, stranger, student, exam } = await makeSchool();
  const list = await get('exam/the/scoreExamList?status=todo', owner);
  expect(list).toMatchObject({
    status: 200,
    body: { code: 200, success: true, message: '', msg: '', pageSize: 15, totalCount: 1, currentPage: 1 },
  });
  expect(list.body.data).toMatchObject([{ id: exam.id, done: 0, total: 2, isOwner: true }]);
  expect((list.body.data as { endTime: string }[])[0]?.endTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await get('exam/the/scoreExamList?status=released', owner)).body).toMatchObject({ data: [], totalCount: 0 });
  expect((await get('exam/the/scoreExamList', stranger)).body).toMatchObject({ data: [], totalCount: 0 });
  expect(await get('exam/the/scoreExamList?status=x', owner)).toMatchObject({ status: 400, body: { success: false } });
  expect((await get('exam/the/scoreExamList', student)).status).toBe(403);
  expect((await get('exam/the/scoreExamList', null)).status).toBe(401);
});

test('the papers of a part, one paper, and saving its score by form and by JSON', async () => {
  const { owner, stranger, student, exam, oral, written, pen } = await makeSchool();
  const list = await get(`exam/score/list?examId=${exam.id}&part=oral`, owner);
  expect(list.body).toMatchObject({
    totalCount: 1,
    data: [{ attemptId: oral.id, studentName: '林可欣', state: 'waiting' }],
  });
  expect((await get(`exam/score/list?examId=${exam.id}`, stranger)).status).toBe(404);
  const totals = await get(`exam/score/list?examId=${exam.id}&part=total&sort=account`, owner);
  expect(totals.status).toBe(200);
  expect(totals.body.data).toEqual(
    expect.arrayContaining([expect.objectContaining({ rank: null, total: null, parts: expect.any(Array) as unknown })]),
  );
  expect((await get(`exam/score/get?attemptId=${oral.id}`, stranger)).status).toBe(404);
  expect((await get(`exam/score/get?attemptId=${oral.id}`, student)).status).toBe(403);

  // The only oral item needs no id; without key words their measure may be null.
  const measures = { zqd: 90, lld: 80, wzd: 70, gjc: null };
  const saved = await form(
    'exam/score/save',
    { attemptId: `${oral.id}`, measures: JSON.stringify(measures), comment: '不错', final: '1', version: '0' },
    owner,
  );
  expect(saved.body).toMatchObject({ code: 200, data: { state: 'final', percent: 81, version: 1, comment: '不错' } });

  // Its points follow from the measures: others are refused by name, the same may come back.
  const oralItem = exam.items.find((item) => item.part === 'oral')?.id ?? 0;
  for (const [given, status] of [
    [1e9, 400],
    [-3, 400],
    [8.1, 200],
  ] as const) {
    const sent = { attemptId: oral.id, points: [{ itemId: oralItem, points: given }], comment: `${given}` };
    const answer = await json('exam/score/save', { ...sent, measures, final: 1, version: 1 }, owner);
    expect([given, answer.status]).toEqual([given, status]);
    if (status === 400)
      expect(answer.body).toMatchObject({
        data: { fieldErrors: { 'points.0.points': expect.any(String) as unknown } },
      });
  }

  const draft = { attemptId: written.id, points: [{ itemId: pen.id, points: 11 }], final: 0, version: 0 };
  expect(await json('exam/score/save', draft, owner)).toMatchObject({
    status: 400,
    body: { code: 400, data: { fieldErrors: { 'points.0.points': '第 2 题得分应为 0 到 10 分，最多两位小数' } } },
  });
  // What the paper has no use for is refused by name, never dropped behind a 200; what it has already may come back.
  const byKey = exam.items.find((item) => item.part === 'written' && item.id !== pen.id)?.id ?? 0;
  const ownPoints = { itemId: pen.id, points: 6.5 };
  for (const [extra, field] of [
    [{ points: [ownPoints, { itemId: byKey, points: 3.5 }] }, 'points.1.points'],
    [{ points: [ownPoints], measures: { zqd: 50 } }, 'measures.zqd'],
    [{ points: [ownPoints], details: [{ itemId: pen.id, x: 5 }] }, 'details.0.x'],
    [{ points: [ownPoints], notes: [{ takeId: 999_999, at: '0:01', text: '好' }] }, 'notes.0.takeId'],
  ] as const) {
    const answer = await json('exam/score/save', { ...draft, ...extra, final: 1 }, owner);
    expect([field, answer]).toEqual([
      field,
      expect.objectContaining({
        status: 400,
        body: expect.objectContaining({ data: { fieldErrors: { [field]: expect.any(String) as string } } }) as object,
      }),
    ]);
  }
  const points = [ownPoints];
  expect((await json('exam/score/save', { ...draft, points, final: 1 }, owner)).body).toMatchObject({
    data: { state: 'final', percent: 82.5 },
  });
  expect(await json('exam/score/save', { ...draft, points, final: 1, version: 7 }, owner)).toMatchObject({
    status: 200,
  });
  expect(
    await json('exam/score/save', { ...draft, final: 1, points: [{ itemId: pen.id, points: 1 }] }, owner),
  ).toMatchObject({
    status: 409,
    body: { code: 409, data: { version: 1, percent: 82.5 } },
  });
  expect((await get(`exam/score/get?attemptId=${written.id}`, owner)).body).toMatchObject({
    data: { examId: exam.id, part: 'written', state: 'scored', score: { percent: 82.5 }, done: 1, total: 1 },
  });
  expect((await json('exam/score/save', draft, student)).status).toBe(403);
});

test('POST /exam/release asks for confirm while something is unscored', async () => {
  const { owner, stranger, exam } = await makeSchool();
  const ids = `${exam.id}`;
  expect(await form('exam/release', { ids }, owner)).toMatchObject({ status: 409, body: { success: false } });
  expect((await form('exam/release', { ids, confirm: '1' }, stranger)).status).toBe(404);
  expect((await form('exam/release', { ids, confirm: '1' }, owner)).body).toMatchObject({ code: 200, data: 1 });
});

test('a paper by a rubric of rules: the call says the rubric and takes what was counted', async () => {
  const { owner, exam, oral } = await makeSchool();
  const actor = actorOf(owner);
  const rubric: Rubric = {
    kind: 'deductions',
    name: '朗读',
    full: 30,
    rules: [{ id: '', kind: 'count', name: '错读', hint: '', points: 0.5, unit: '个音节', maximum: null }],
  };
  await saveRubric(actor, { examId: exam.id, part: 'oral', version: 0, rubric }, Date.now());
  const read = (await get(`exam/score/get?attemptId=${oral.id}`, owner)).body.data as { rubric: { id: number } };
  expect(read.rubric).toMatchObject({ version: 1, kind: 'deductions', full: 30, rules: [{ id: 'r1', name: '错读' }] });
  const score = { attemptId: oral.id, rubricId: read.rubric.id, comment: '', final: 1, version: 0 };
  expect(await json('exam/score/save', score, owner)).toMatchObject({ status: 400, body: { success: false } });
  expect((await json('exam/score/save', { ...score, details: { r1: 6 } }, owner)).body).toMatchObject({
    code: 200,
    data: { percent: 90, rubricId: read.rubric.id, marks: [{ details: { r1: 6 }, measures: null }] },
  });
  const stale = { ...score, rubricId: null, version: 1, details: { r1: 7 } };
  expect((await json('exam/score/save', stale, owner)).status).toBe(409);
});

test('a score carries notes at seconds of its recordings', async () => {
  const { owner, student, exam, oral } = await makeSchool();
  const take = await makeTake({ attempt: oral, itemId: exam.items[0]?.id ?? 0, owner: student });
  const draft = { attemptId: oral.id, measures: { zqd: 90 }, final: 0, version: 0 };
  expect(
    await json('exam/score/save', { ...draft, notes: [{ takeId: take.id, at: '0:13', text: 'x' }] }, owner),
  ).toMatchObject({
    status: 400,
    body: { data: { fieldErrors: { 'notes.0.at': '批注的时间 0:13 超过了录音的长度 0:12' } } },
  });
  const notes = [{ takeId: take.id, at: '0:03', text: '停顿偏长' }];
  const saved = await json('exam/score/save', { ...draft, notes }, owner);
  expect(saved.body).toMatchObject({ data: { notes: [{ takeId: take.id, atMs: 3000, text: '停顿偏长' }] } });
  // A save that does not speak of them leaves them.
  await json('exam/score/save', { ...draft, measures: { zqd: 91 }, version: 1 }, owner);
  expect((await get(`exam/score/get?attemptId=${oral.id}`, owner)).body).toMatchObject({
    data: { score: { version: 2, notes: [{ atMs: 3000, text: '停顿偏长' }] } },
  });
});
