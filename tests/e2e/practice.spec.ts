import { makeOralSchool, practiceStories } from './practice.stories';
import { expect, signIn, test, watchErrors } from './support/app';

practiceStories();

test('an oral question: takes recorded in the page are kept, rated, heard with the text, deleted', async ({
  app: _app,
  page,
}) => {
  const problems = watchErrors(page);
  const { student, url } = await makeOralSchool();
  await signIn(page, student);
  await page.goto(url);
  for (let take = 1; take <= 2; take += 1) {
    await page.getByRole('button', { name: take === 1 ? '录音' : '重录', exact: true }).click();
    await expect(page.locator('.chunk.is-current')).toHaveText('花都开了！');
    await page.getByRole('button', { name: '停止' }).click();
    await expect(page.getByText(`第 ${take} 次`, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('关键词')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: '第 2 次' });
  await row.locator('summary').click();
  await row.getByRole('radio', { name: /^4 不错/ }).check();
  await row.getByRole('button', { name: '保存自评' }).click();
  await expect(row.getByText('自评 4 不错')).toBeVisible();

  await row.locator('audio').evaluate((audio: HTMLAudioElement) => audio.play());
  await expect(page.locator('.chunk.is-current')).toHaveText('春天来了。');

  await row.getByRole('link', { name: /^删除/ }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已删除这次练习')).toBeVisible();
  await expect(page.locator('.mytake')).toHaveCount(1);
  expect(problems).toEqual([]);
});

test('practice pages fit a phone', async ({ app: _app, page }) => {
  const { student, url } = await makeOralSchool();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, student);
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1, name: '春天' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
