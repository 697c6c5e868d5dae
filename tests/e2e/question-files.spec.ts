import { db } from '~/db/db.server';
import { toImportPreview } from '~/lib/addresses/banks';
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
