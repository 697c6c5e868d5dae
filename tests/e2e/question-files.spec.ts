import { db } from '~/db/db.server';
import { toImportPreview, toQuestionImport } from '~/lib/addresses/banks';
import { makeImport, makeTeacher } from '../factories';
import { questionFileStories } from './question-files.stories';
import { expect, signIn, test, watchErrors } from './support/app';

questionFileStories();

test('the page of a file being read follows it by itself', async ({ app, page }) => {
  void app;
  const teacher = await makeTeacher();
  const job = await makeImport({ owner: teacher, state: 'reading', done: 3, total: 9 });
  await signIn(page, teacher);
  const problems = watchErrors(page);
  await page.goto(toImportPreview({ id: job.id }));
  await expect(page.getByText('已读取 3 / 9 题')).toBeVisible();
  await db().updateTable('question_imports').set({ state: 'ready' }).where('id', '=', job.id).execute();
  await expect(page.getByRole('button', { name: '导入 1 题' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a form that is open stays so with what was typed, whatever is chosen of other questions', async ({
  app: _app,
  page,
}) => {
  await signIn(page, await makeTeacher());
  await page.goto(toQuestionImport({ bank: 'theory' }));
  await page.getByLabel('或者粘贴试题').fill('1. 水是液体。\n答案：正确\n\n2. 火是固体。\n答案：错误');
  await page.getByRole('button', { name: '读取并预览' }).click();
  await page.getByRole('link', { name: /^全部/ }).click();
  await page.getByRole('link', { name: '修改：第 1 题' }).click();
  await page.getByLabel('题干').fill('水在常温下是液体。');
  await page.getByRole('button', { name: '不导入：第 2 题' }).click();
  await expect(page.getByRole('button', { name: '导入：第 2 题', exact: true })).toBeVisible();
  await expect(page.getByLabel('题干')).toHaveValue('水在常温下是液体。');
  await page.getByRole('button', { name: '导入 1 题' }).click();
  await expect(page.getByText('已导入 1 道题').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '水在常温下是液体。' })).toBeVisible();
});
