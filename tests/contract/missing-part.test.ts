import { beforeEach, expect, test } from 'vitest';
import type { UserRow } from '~/domain/user/user.queries.server';
import { makeClassroom, makeExam, makeOralQuestion, makeStudent, makeTeacher, type MadeExam } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { useServer } from './server';

useDatabase();
const server = useServer();

let owner: UserRow;
let student: UserRow;
let exam: MadeExam;

beforeEach(async () => {
  owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  student = await makeStudent({ classroom_id: classroom.id });
  exam = await makeExam({ owner, classrooms: [classroom], oral: await makeOralQuestion({ owner }), status: 'closed' });
});

const REFUSED = {
  status: 400,
  body: { success: false, data: { fieldErrors: { part: '这场考试没有笔试部分' } } },
};

test.each(['exam/rubric/get', 'exam/share/get', 'exam/score/list', 'exam/score/consistency'])(
  'GET %s of a part that the exam does not have',
  async (path) => {
    expect(await (await server.as(owner)).get(`/${path}?examId=${exam.id}&part=written`)).toMatchObject(REFUSED);
  },
);

test('GET exam/board of a part that the exam does not have', async () => {
  expect(await (await server.as(owner)).get(`/exam/board?id=${exam.id}&part=written`)).toMatchObject(REFUSED);
});

test('GET exam/announce of a part that the exam does not have', async () => {
  expect(await (await server.as(owner)).get(`/exam/announce?id=${exam.id}&part=written`)).toMatchObject(REFUSED);
});

const TIMES = { beginTime: '2030-01-01 08:00:00', endTime: '2030-01-01 09:00:00', reason: '补考' };

test.each([
  ['exam/resit', TIMES],
  ['exam/undoResit', {}],
  ['exam/endResit', {}],
  ['exam/handIn', { reason: '离开了' }],
  ['exam/unlock', {}],
  ['exam/announce', { text: '安静' }],
  ['exam/score/marks', {}],
  ['exam/score/auto', {}],
])('POST %s of a part that the exam does not have', async (path, fields) => {
  const body = { id: exam.id, examId: exam.id, part: 'written', studentIds: [student.id], ...fields };
  expect(await (await server.as(owner)).postJson(`/${path}`, body)).toMatchObject(REFUSED);
});

test('exam/attempt/start of a part that the exam does not have; who is not to sit it learns nothing', async () => {
  const body = { examId: exam.id, part: 'written' };
  expect(await (await server.as(student)).postJson('/exam/attempt/start', body)).toMatchObject(REFUSED);
  const stranger = await makeStudent({});
  expect((await (await server.as(stranger)).postJson('/exam/attempt/start', body)).status).toBe(404);
});
