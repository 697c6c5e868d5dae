import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClassroom,
  makeFile,
  makeOralQuestion,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  PASSWORD,
} from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';

useDatabase({ keepRows: true });

let app: BuiltApp;
let cookie: string;
let student: Awaited<ReturnType<typeof makeStudent>>;
let teacher: Awaited<ReturnType<typeof makeTeacher>>;

beforeAll(async () => {
  app = await startBuiltApp();
  teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  student = await makeStudent({ classroom_id: classroom.id });
  cookie = await app.signIn(student.account, PASSWORD);
});
afterAll(() => app.stop());

async function add(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const response = await app.send('/api/practice/add', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
    cookie,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('a theory answer comes back with its judgement; the same key is the same try', async () => {
  const question = await makeTheoryQuestion({ owner: teacher });
  await makeShare({ question });
  const first = await add({ questionId: question.id, answer: 'A' }, { 'Idempotency-Key': 'one' });
  expect(first.body).toMatchObject({
    code: 200,
    success: true,
    data: { questionId: question.id, bank: 'theory', answer: { keys: ['A'] }, judgement: { isRight: false, score: 0 } },
  });
  const second = await add({ questionId: question.id, answer: 'B' }, { 'Idempotency-Key': 'one' });
  expect(second.body.data).toEqual(first.body.data);
});

test('a take with the own rating has no judgement', async () => {
  const question = await makeOralQuestion({ owner: student });
  const file = await makeFile({ owner: student, kind: 'audio' });
  const { body } = await add({ questionId: question.id, fileIds: [file.id], selfRating: 4 });
  expect(body.data).toMatchObject({ selfRating: 4, judgement: null, durationMs: 12_000, files: [{ id: file.id }] });
});

test('what is wrong is said at its field, what is not shared is not found', async () => {
  const question = await makeTheoryQuestion({ owner: student });
  expect(await add({ questionId: question.id })).toMatchObject({
    status: 400,
    body: { data: { fieldErrors: { answer: '还没有作答，请作答后再提交。' } } },
  });
  expect((await add({ questionId: question.id, answer: 'A', selfRating: 9 })).body.message).toBe('请选择 1 到 5');
  const foreign = await makeTheoryQuestion({ owner: teacher });
  expect((await add({ questionId: foreign.id, answer: 'A' })).status).toBe(404);
});
