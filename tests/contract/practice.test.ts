import { beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import {
  makeClassroom,
  makeFile,
  makeOralQuestion,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

useDatabase({ keepRows: true });
const server = useServer();

let student: Awaited<ReturnType<typeof makeStudent>>;
let teacher: Awaited<ReturnType<typeof makeTeacher>>;

beforeAll(async () => {
  teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  student = await makeStudent({ classroom_id: classroom.id });
});

async function add(data: Fields, headers: Record<string, string> = {}) {
  return (await server.as(student)).ask({ method: 'POST', url: '/practice/add', data, headers });
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

test('an own try is deleted; one of a key stays', async () => {
  const pen = await add({ questionId: (await makeWrittenQuestion({ owner: student })).id, answer: '气态' });
  const theory = await add({ questionId: (await makeTheoryQuestion({ owner: student })).id, answer: 'A' });
  const idOf = ({ body }: { body: { data: unknown } }) => (body.data as { id: number }).id;
  const remove = async (id: number) => (await server.as(student)).post('/practice/delete', { id });
  expect((await remove(idOf(pen))).body).toMatchObject({ code: 200, data: null });
  expect(await db().selectFrom('practices').select('deleted_at').where('id', '=', idOf(pen)).execute()).toEqual([
    { deleted_at: expect.any(Number) as unknown },
  ]);
  expect((await remove(idOf(theory))).status).toBe(404);
});
