import { makeOralSchool, practiceStories } from './practice.stories';
import { expect, signIn, test } from './support/app';
import { spokenFile } from './support/sitting-story';

practiceStories();

test('an oral question: recordings of any recorder are kept, rated and deleted', async ({ app: _app, page }) => {
  const { student, url } = await makeOralSchool();
  await signIn(page, student);
  await page.goto(url);
  await page.getByRole('button', { name: '上传', exact: true }).click();
  await expect(page.getByRole('link', { name: '请先录音，或选择一个录音文件。' })).toBeVisible();
  for (let take = 1; take <= 2; take += 1) {
    await page.getByLabel('录音文件').setInputFiles(spokenFile());
    await page.getByRole('button', { name: '上传', exact: true }).click();
    await expect(page.getByText('录音已保存')).toBeVisible();
    await expect(page.locator('.mytake')).toHaveCount(take);
  }
  const row = page.locator('.mytake').first();
  await row.locator('summary').click();
  await row.getByRole('radio', { name: /^5 很好/ }).check();
  await row.getByRole('button', { name: '保存自评' }).click();
  await expect(page.locator('.mytake').first().getByText('自评 5 很好')).toBeVisible();
  await page.locator('.mytake').last().getByRole('link', { name: /^删除/ }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.locator('.mytake')).toHaveCount(1);
});
