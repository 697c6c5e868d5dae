import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { PASSWORD, makeOralQuestion, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';

/** POST /exam/question/import and GET /exam/question/export, over HTTP. */

useDatabase();

let app: BuiltApp;
let cookie: string;
let teacher: Awaited<ReturnType<typeof makeTeacher>>;

beforeAll(async () => {
  app = await startBuiltApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  teacher = await makeTeacher();
  cookie = await app.signIn(teacher.account, PASSWORD);
});

const GIFT = '水往低处流。{T}\n\n首都是？{=北京 ~上海}\n\n连线{=甲 -> 乙 =丙 -> 丁}\n';
const GOOD = '水往低处流。{T}\n\n首都是？{=北京 ~上海}\n';

type Answer = { code: number; success: boolean; message: string; data: Record<string, unknown> };

async function send(content: string, fields: Record<string, string> = {}, as = cookie) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ bank: 'theory', ...fields })) form.set(name, value);
  if (content !== '') form.set('file', new File([content], '第一单元.gift'));
  const response = await app.send('/api/exam/question/import', { method: 'POST', body: form, cookie: as });
  return { status: response.status, body: (await response.json()) as Answer };
}
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
  const page = await app.send(`/question_bank/import/preview?id=${String(body.data.id)}`, { cookie });
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
  expect((await send(GOOD, {}, await app.signIn(student.account, PASSWORD))).status).toBe(403);
  expect(await db().selectFrom('question_imports').selectAll().execute()).toEqual([]);
});

test('export answers a file of own questions under its name', async () => {
  const question = await makeTheoryQuestion({ owner: teacher, title: '首都' });
  await makeTheoryQuestion({ owner: teacher, title: '别的' });
  const get = (query: string) => app.send(`/api/exam/question/export?${query}`, { cookie });
  const one = await get(`bank=theory&ids=${question.id}&format=json`);
  expect(one.status).toBe(200);
  expect(one.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="[^"]*"; filename\*=UTF-8''%E9%A2%98%E5%BA%93-%E7%90%86%E8%AE%BA-\d{8}\.json$/,
  );
  const text = await one.text();
  expect(text).toContain('首都');
  expect(text).not.toContain('别的');
  expect(await (await get('bank=theory&format=gift')).text()).toContain('{');
  const other = await makeTeacher();
  const foreign = await makeTheoryQuestion({ owner: other });
  expect((await get(`bank=theory&ids=${foreign.id}&format=json`)).status).toBe(404);
  expect((await get('bank=theory&format=nothing')).status).toBe(400);
  await makeOralQuestion({ owner: teacher });
  expect((await get('bank=oral&format=docx')).status).toBe(400);
});
