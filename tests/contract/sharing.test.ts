import { expect, test } from 'vitest';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

/** 分卷, 仲裁, 评分标准 and 全部按答案判分 as a program does them, from what the calls themselves answer. */

useDatabase();
const server = useServer();

async function makeSchool() {
  const owner = await makeTeacher();
  const [a, b, third] = [await makeTeacher(), await makeTeacher(), await makeTeacher()];
  const classroom = await makeClassroom({ teacher: owner });
  const students = [
    await makeStudent({ classroom_id: classroom.id }),
    await makeStudent({ classroom_id: classroom.id }),
  ];
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeWrittenQuestion({ owner })],
    status: 'closed',
  });
  const answers = [{ text: '固态、液态、气态' }];
  const papers: { id: number }[] = [];
  for (const student of students) {
    papers.push(await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers }));
  }
  const client = await server.as(owner);
  const pen = exam.items.find((item) => item.part === 'written')?.id ?? 0;
  const place = { examId: exam.id, part: 'written' };
  const ask = async (path: string, fields: Fields, as: UserRow = owner) =>
    (await server.as(as)).postJson<Fields>(`/exam/${path}`, fields);
  const shared = async () => (await client.get<Fields>('/exam/share/get', place)).body.data;
  const score = (as: UserRow, paper: number, points: number) => {
    const fields = { attemptId: papers[paper]?.id, points: [{ itemId: pen, points }], final: 1, version: 0 };
    return ask('score/save', fields, as);
  };
  return { owner, a, b, third, students, exam, papers, client, place, ask, shared, score };
}

test('examiners are named, papers shared out as previewed, given to others, and arbitrated', async () => {
  const { a, b, third, students, papers, place, ask, shared, score } = await makeSchool();
  const second = students[1]?.id;
  expect((await ask('share/examiners', place)).body).toMatchObject({ code: 400 });
  expect((await ask('share/examiners', { ...place, examinerIds: [a.id, b.id] })).body).toMatchObject({ data: 0 });
  expect(await shared()).toMatchObject({ papers: 2, open: 2, isSharedOut: false, contested: [] });

  const plan = { ...place, way: 'random', perPaper: 2, examinerIds: `${a.id},${b.id}` };
  expect((await ask('share/save', plan)).body).toMatchObject({
    code: 400,
    data: { fieldErrors: { mark: /preview=1/ } },
  });
  const { examinerIds: _left, ...nobody } = plan;
  expect((await ask('share/save', { ...nobody, preview: 1 })).body).toMatchObject({
    code: 400,
    data: { fieldErrors: { examinerIds: '请勾选参加分卷的老师。' } },
  });
  expect((await ask('share/save', { ...nobody, mark: 'any' })).body).toMatchObject({
    data: { fieldErrors: { examinerIds: '请勾选参加分卷的老师。' } },
  });
  const byClass = { ...place, way: 'class', byClass: [{ classId: 987_654, examinerIds: [a.id] }], preview: 1 };
  expect((await ask('share/save', byClass)).body).toMatchObject({
    code: 400,
    data: { fieldErrors: { byClass: /班级/ } },
  });
  const { mark, ...preview } = (await ask('share/save', { ...plan, preview: 1 })).body.data;
  expect(preview).toMatchObject({ isDone: false, changed: 2, given: 2, left: 0 });
  expect((await ask('share/save', { ...plan, mark: 'another' })).status).toBe(409);
  expect(await shared()).toMatchObject({ isSharedOut: false });
  expect((await ask('share/save', { ...plan, mark })).body.data).toEqual({ isDone: true, changed: 2 });
  expect(await shared()).toMatchObject({ open: 0, isSharedOut: true });

  // The second student's paper to one examiner alone; who is none of the part cannot have it.
  const refused = await ask('share/reassign', { ...place, studentId: second, examinerIds: [third.id] });
  expect(refused.body).toMatchObject({ code: 400, data: { fieldErrors: { examinerIds: /阅卷老师/ } } });
  expect((await ask('share/reassign', { ...place, studentId: second, examinerIds: [a.id] })).status).toBe(200);
  const loads = (await shared()).loads as { id: number; total: number }[];
  expect(new Map(loads.map((load) => [load.id, load.total]))).toEqual(
    new Map([
      [a.id, 2],
      [b.id, 1],
    ]),
  );

  // The two differ: the third arbitrates; neither of them may.
  const arbiter = { ...place, attemptIds: [papers[0]?.id], arbiterId: third.id };
  expect((await ask('share/arbiter', arbiter)).status).toBe(409);
  await score(a, 0, 10);
  await score(b, 0, 2);
  expect(await shared()).toMatchObject({
    contested: [{ attemptId: papers[0]?.id, markedIds: expect.arrayContaining([a.id]) as unknown }],
  });
  expect((await ask('share/arbiter', { ...arbiter, arbiterId: a.id })).body).toMatchObject({
    code: 400,
    success: false,
    data: { fieldErrors: { arbiterId: expect.stringContaining('评过或看过') as unknown } },
  });
  const both = { ...arbiter, attemptIds: papers.map((one) => one.id) };
  // What is no paper of the part is named, not counted among those left.
  const strange = await ask('share/arbiter', { ...arbiter, attemptIds: [papers[0]?.id, 987_654] });
  expect(strange.body).toMatchObject({ code: 400, data: { fieldErrors: { attemptIds: /不在这场考试的这部分/ } } });
  expect((await ask('share/arbiter', both)).body.data).toEqual({ given: 1, own: 0, left: 1 });

  // Who has begun leaves only when that is confirmed.
  const without = { ...place, examinerIds: [b.id] };
  expect((await ask('share/examiners', without)).body).toMatchObject({ code: 409, data: { needsConfirm: true } });
  expect((await ask('share/examiners', { ...without, confirm: 1 })).body.data).toBe(1);
  expect(await shared()).toMatchObject({ open: 1, examiners: [{ id: b.id }] });
});

test('papers are shared out by class', async () => {
  const { a, b, students, place, ask, shared } = await makeSchool();
  await ask('share/examiners', { ...place, examinerIds: [a.id, b.id] });
  const byClass = [{ classId: students[0]?.classroom_id, examinerIds: [b.id] }];
  const { mark } = (await ask('share/save', { ...place, way: 'class', byClass, preview: 1 })).body.data;
  expect((await ask('share/save', { ...place, way: 'class', byClass, mark })).body.data).toMatchObject({ changed: 2 });
  expect(await shared()).toMatchObject({ classes: [{ papers: 2, open: 0, examinerIds: [b.id] }] });
});

test('a rubric is read, saved as a new version, and scores are counted again by it', async () => {
  const { owner, client, exam, place, ask, score } = await makeSchool();
  const read = async (more: Fields = {}) =>
    (await client.get<Fields>('/exam/rubric/get', { ...place, ...more })).body.data;
  expect(await read()).toMatchObject({ rubric: { id: null, version: 0, kind: 'points' }, versions: [], reapply: null });

  // A preset goes back as it came, and comes back as it went.
  const oral = { examId: exam.id, part: 'oral' };
  const { preset } = (await client.get<Fields>('/exam/rubric/get', { ...oral, preset: 'reading' })).body.data;
  const kept = await ask('rubric/save', { ...oral, rubric: preset });
  expect(kept.body.data).toEqual({ ...(preset as Fields), id: expect.any(Number) as unknown, version: 1 });

  await score(owner, 0, 8);
  const rubric = { kind: 'points', name: '按题目给分' };
  for (const wrong of [
    { ...rubric, name: '' },
    { ...rubric, kind: 'measures', weights: { zqd: 25, lld: 25, wzd: 25, gjc: 25 } },
    { kind: 'criteria', name: '表达', criteria: [] },
    { kind: 'criteria', name: '表达', criteria: [{ name: '内容', points: 1.234 }] },
    { kind: 'stars' },
  ]) {
    const answer = await ask('rubric/save', { ...place, rubric: wrong });
    expect(answer.body).toMatchObject({ code: 400, data: { fieldErrors: {} } });
    expect(Object.keys((answer.body.data as { fieldErrors: Fields }).fieldErrors)[0]).toMatch(/^rubric/);
  }
  const saved = await ask('rubric/save', { ...place, rubric, version: 0 });
  expect(saved.body.data).toMatchObject({ version: 1, ...rubric });
  expect((await ask('rubric/save', { ...place, rubric: { ...rubric, name: '旧的' }, version: 0 })).status).toBe(409);
  const newer = await ask('rubric/save', { ...place, rubric: { ...rubric, name: '新的' } });
  expect(newer.body.data).toMatchObject({ version: 2 });

  const seen = await read({ reapply: 1, olderVersion: 1 });
  expect(seen).toMatchObject({
    outdated: 1,
    olderVersion: { name: '按题目给分' },
    reapply: [{ before: 80, after: 80 }],
  });
  const again = (rubricId: unknown) => ask('rubric/reapply', { ...place, rubricId });
  expect((await again(saved.body.data.id)).status).toBe(409);
  expect((await again(newer.body.data.id)).body.data).toBe(1);
  expect(await read()).toMatchObject({ outdated: 0 });
});

test('what needs no teacher is marked by its keys at once, what needs one is not', async () => {
  const { owner, students, place, ask } = await makeSchool();
  expect((await ask('score/auto', place)).status).toBe(409);
  const written = [await makeTheoryQuestion({ owner })];
  const [student] = students;
  const exam = await makeExam({ owner, classrooms: [{ id: student?.classroom_id ?? 0 }], written, status: 'closed' });
  const answers = [{ keys: ['B'] }];
  await makeAttempt({ exam, student: student!, part: 'written', state: 'submitted', answers });
  const byKey = { examId: exam.id, part: 'written' };
  expect((await ask('score/auto', byKey)).body.data).toBe(1);
  const list = await (await server.as(owner)).get<Fields[]>('/exam/score/list', byKey);
  expect(list.body.data.find((row) => row.studentId === student?.id)).toMatchObject({ state: 'scored', percent: 100 });
});
