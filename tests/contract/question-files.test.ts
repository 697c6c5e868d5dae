import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { makeOralQuestion, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Client, Fields } from './client';
import { useServer } from './server';

/** POST /exam/question/import and GET /exam/question/export, over HTTP. */

useDatabase();

const server = useServer();
let own: Client;
let teacher: Awaited<ReturnType<typeof makeTeacher>>;

beforeEach(async () => {
  teacher = await makeTeacher();
  own = await server.as(teacher);
});

const GIFT = '水往低处流。{T}\n\n首都是？{=北京 ~上海}\n\n连线{=甲 -> 乙 =丙 -> 丁}\n';
const GOOD = '水往低处流。{T}\n\n首都是？{=北京 ~上海}\n';

const send = (content: string, fields: Fields = {}, client = own) =>
  client.upload<Record<string, unknown>>(
    '/exam/question/import',
    { bank: 'theory', ...fields },
    content === '' ? undefined : { name: '第一单元.gift', content },
  );
const countQuestions = async () => (await db().selectFrom('questions').select('id').execute()).length;

test('without confirm it reports every question and stores nothing', async () => {
  const { status, body } = await send(GIFT);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    code: 200,
    data: { format: 'gift', all: 3, valid: 2, bad: 1, stored: 0 },
  });
  expect(body.data.questions).toMatchObject([
    {
      line: 1,
      bank: 'theory',
      kind: 'judge',
      kindLabel: '判断',
      title: '水往低处流。',
      errors: [],
      notes: [],
      chosen: true,
    },
    { line: 3, kind: 'single', errors: [] },
    { line: 5, bank: '', kind: '', errors: [expect.stringMatching(/匹配题/)], chosen: false },
  ]);
  expect(await countQuestions()).toBe(0);
  // It waits under its id, as if it had been uploaded on the page.
  const page = await server.send(`/question_bank/import/preview?id=${String(body.data.id)}`, { cookie: own.cookie });
  expect(await page.text()).toContain('导入 2 题');
});

test('confirm stores all or none, skipInvalid the valid ones, repeats only when asked to', async () => {
  const refused = await send(GIFT, { confirm: '1' });
  expect(refused).toMatchObject({ status: 409, body: { success: false, data: { bad: 1, stored: 0 } } });
  expect(await countQuestions()).toBe(0);
  expect((await send(GIFT, { confirm: '1', skipInvalid: '1' })).body.data).toMatchObject({ stored: 2 });
  expect((await send(GOOD, { confirm: '1' })).body.data).toMatchObject({ duplicate: 2, stored: 0 });
  expect((await send(GOOD, { confirm: '1', keepDuplicates: '1' })).body.data).toMatchObject({ stored: 2 });
  expect(await countQuestions()).toBe(4);
});

test('what is wrong with the call or the file', async () => {
  expect(await send('')).toMatchObject({
    status: 400,
    body: { data: { fieldErrors: { file: '请选择要导入的文件' } } },
  });
  expect(await send(GOOD, { bank: 'x' })).toMatchObject({ status: 400, body: { message: '请选择题库' } });
  expect((await send('%PDF-1.7')).status).toBe(415);
  expect((await send(GOOD, { uid: '999999' })).status).toBe(403);
  expect((await send(GOOD, { dirId: '99' })).status).toBe(404);
  const student = await makeStudent();
  expect((await send(GOOD, {}, await server.as(student))).status).toBe(403);
  expect(await db().selectFrom('question_imports').selectAll().execute()).toEqual([]);
});

test('export answers a file of own questions under its name', async () => {
  const question = await makeTheoryQuestion({ owner: teacher, title: '首都' });
  await makeTheoryQuestion({ owner: teacher, title: '别的' });
  const get = (query: Fields) => own.download('/exam/question/export', query, 'GET');
  const one = await get({ bank: 'theory', ids: [question.id], format: 'json' });
  expect(one.status).toBe(200);
  expect(one.headers['content-disposition']).toMatch(/^attachment; filename="[^"]*"; filename\*=UTF-8''/);
  expect(one.name).toMatch(/^题库-理论-\d{8}\.json$/);
  const text = one.bytes.toString('utf8');
  expect(text).toContain('首都');
  expect(text).not.toContain('别的');
  expect((await get({ bank: 'theory', format: 'gift' })).bytes.toString('utf8')).toContain('{');
  const other = await makeTeacher();
  const foreign = await makeTheoryQuestion({ owner: other });
  expect((await get({ bank: 'theory', ids: [foreign.id], format: 'json' })).status).toBe(404);
  expect((await get({ bank: 'theory', format: 'nothing' })).status).toBe(400);
  await makeOralQuestion({ owner: teacher });
  expect((await get({ bank: 'oral', format: 'docx' })).status).toBe(400);
  // Aiken is only read.
  expect((await get({ bank: 'theory', format: 'aiken' })).status).toBe(400);
});
