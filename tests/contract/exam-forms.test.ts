import { beforeAll, expect, test } from 'vitest';
import { addDirectory } from '~/domain/question-bank/directory.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { sessionCookie } from '~/http/session.server';
import * as attemptRoute from '~/routes/api.exam.attempt.$call';
import * as examRoute from '~/routes/api.exam.$call';
import * as studentRoute from '~/routes/api.exam.stu.$call';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase({ keepRows: true });

const ROUTES = { exam: examRoute, 'exam/attempt': attemptRoute, 'exam/stu': studentRoute };
type Data = Record<string, unknown>;

async function send(path: string, as: UserRow, body?: URLSearchParams | Data) {
  const [plain = ''] = path.split('?');
  const slash = plain.lastIndexOf('/');
  const session = { uid: as.id, role: as.user_type, version: as.session_version, renewedAt: Date.now() };
  const headers = new Headers({ Cookie: (await sessionCookie(session)).split(';')[0] ?? '' });
  const isForm = body instanceof URLSearchParams;
  if (body && !isForm) headers.set('Content-Type', 'application/json');
  const init = body ? { method: 'POST', body: isForm ? body : JSON.stringify(body) } : {};
  const request = new Request(`http://localhost/api/${path}`, { ...init, headers });
  const { loader, action } = ROUTES[plain.slice(0, slash) as keyof typeof ROUTES];
  const response = await (body ? action : loader)({ request, params: { call: plain.slice(slash + 1) }, context: {} });
  return (await response.json()) as { code: number; message: string; data: Data & { fieldErrors?: Data } };
}

let teacher: UserRow;
let student: UserRow;
let classroom: { id: number };

beforeAll(async () => {
  teacher = await makeTeacher();
  classroom = await makeClassroom({ teacher });
  student = await makeStudent({ classroom_id: classroom.id });
});

const times = {
  oralBeginTime: '2027-01-11 08:00:00',
  oralEndTime: '2027-01-11 08:30',
  beginTime: '2027-01-11T09:00:00+08:00',
  endTime: '2027-01-11 10:00',
  uploadEndTime: '2027-01-11 10:15',
};

test('the client of the specification saves an exam by a form: comma strings, empty lists as empty strings', async () => {
  const oral = await makeOralQuestion({ owner: teacher, keyPoints: ['春天'] });
  const theory = await makeTheoryQuestion({ owner: teacher, points: 3 });
  const pen = await makeWrittenQuestion({ owner: teacher });
  const form = new URLSearchParams({
    ...times,
    name: '期中',
    uid: `${teacher.id}`,
    clazzIds: `${classroom.id}`,
    testType: '2',
    oralId: `${oral.id}`,
    writtenIds: `${theory.id},${pen.id}`,
    items: '',
    keyPoint: '故宫,午门',
    imageUrl: '',
    musicUrl: '',
    oralExaminerIds: '',
    firstDate: '2027-01-11',
    writtenExamContent: '[{"a":1}]',
  });
  const { code, data } = await send('exam/add', teacher, form);
  expect(code).toBe(200);
  expect(data).toMatchObject({
    testType: 2,
    status: 'draft',
    clazzIds: `${classroom.id}`,
    keyPoint: '故宫,午门',
    imageUrl: '',
    oralExaminerIds: '',
    writtenIds: `${theory.id},${pen.id}`,
    beginTime: '2027-01-11 09:00:00',
    oralEndTime: '2027-01-11 08:30:00',
    items: [
      { part: 'oral', questionId: oral.id, question: { bank: 'oral', keyPoint: '故宫,午门' } },
      { part: 'written', points: 3, question: { bank: 'theory', answer: 'B', blankCount: 0 } },
      { part: 'written', question: { bank: 'written', answerBy: 'both' } },
    ],
  });
  expect(data).not.toHaveProperty('firstDate');

  // What was read goes back as it came, but for what is changed.
  const edited = await send('exam/edit', teacher, { ...data, name: '期中（改）', testType: ['0', '1'] });
  expect(edited.message).toBe('');
  expect(edited.data).toMatchObject({
    id: data.id,
    name: '期中（改）',
    writtenIds: data.writtenIds,
    oralId: oral.id,
  });
});

test.each([
  ['0', 0],
  [1, 1],
  [[0], 0],
  [['1'], 1],
  [[0, 1], 2],
  ['1,0', 2],
  [2, 2],
])('testType %j is %i', async (testType, expected) => {
  const body = { ...times, name: '月考', clazzIds: [classroom.id], testType };
  expect((await send('exam/add', teacher, body)).data).toMatchObject({ testType: expected });
});

test.each([[[]], [''], [3], [['0', '2']], [undefined]])('testType %j is refused at its field', async (testType) => {
  const { code, data } = await send('exam/add', teacher, {
    ...times,
    name: '月考',
    clazzIds: [classroom.id],
    testType,
  });
  expect([code, data.fieldErrors?.testType]).toEqual([400, '选择考试部分：口语、笔试，或两者都选']);
});

test('a category is named by its own id or by its name', async () => {
  const directory = await addDirectory(
    actorOf(teacher),
    { bank: 'exam', parentId: null, name: '单元测验' },
    Date.now(),
  );
  const body = { ...times, name: '月考', clazzIds: [classroom.id], testType: 1 };
  const byId = await send('exam/add', teacher, { ...body, categoryId: `${directory.id}` });
  expect(byId.data).toMatchObject({ categoryId: directory.id, categoryName: '单元测验' });
  const byName = await send('exam/add', teacher, { ...body, categoryName: '单元测验' });
  expect(byName.data).toMatchObject({ categoryId: directory.id });
  const foreign = await addDirectory(actorOf(await makeTeacher()), { bank: 'exam', parentId: null, name: '别人的' }, 0);
  expect((await send('exam/add', teacher, { ...body, categoryId: foreign.id })).code).toBe(404);
});

test('a student is told nothing of what is right, before the start or while sitting', async () => {
  const oral = await makeOralQuestion({ owner: teacher, keyPoints: ['秘密词'] });
  const cloze = await makeTheoryQuestion({ owner: teacher, kind: 'cloze' });
  const pen = await makeWrittenQuestion({ owner: teacher });
  const exam = await makeExam({ owner: teacher, classrooms: [classroom], oral, written: [cloze, pen] });
  const told = await send(`exam/get?id=${exam.id}`, student);
  expect(told.data).not.toHaveProperty('items');
  expect(told.data).toMatchObject({ deadlines: { oral: { photosAt: '' }, written: { extraMinutes: 0 } } });
  const { data } = await send('exam/attempt/start', student, { examId: exam.id, part: 'written' });
  const [blank, paper] = data.items as { question: Data }[];
  expect(Object.keys(blank?.question ?? {}).sort()).toEqual(
    ['bank', 'blankCount', 'imageUrl', 'kind', 'level', 'musicUrl', 'options', 'stem', 'title'].sort(),
  );
  expect(Object.keys(paper?.question ?? {}).sort()).toEqual(
    ['answerBy', 'bank', 'imageUrl', 'kind', 'level', 'musicUrl', 'prompt', 'title'].sort(),
  );
  const spoken = await send('exam/attempt/start', student, { examId: exam.id, part: 'oral' });
  expect(JSON.stringify(spoken.data)).not.toContain('秘密词');
  expect((spoken.data.items as { question: Data }[])[0]?.question.chunks).toEqual(
    expect.arrayContaining([expect.objectContaining({ time: expect.any(Number) as number })]),
  );
});

test('the list of a student’s exams refuses an unknown phase with a sentence', async () => {
  expect(await send('exam/stu/list?phase=soon', student)).toMatchObject({ code: 400, message: '考试阶段有误' });
  expect(await send('exam/stu/list?phase=', student)).toMatchObject({ code: 200 });
});
