import { toPaper, toPapers, toSharing } from '~/lib/addresses/scoring';
import { expect, signIn, test, watchErrors } from './support/app';
import { makeSharingSchool, shareOutToRelease, signedIn } from './support/share-out-story';

test('two examiners score blind, a third arbitrates, the owner decides a tie and releases', async ({
  app,
  page,
  browser,
}) => {
  void app;
  // Five people one after the other.
  test.setTimeout(240_000);
  const problems = watchErrors(page);
  await shareOutToRelease(page, browser);
  // The browser notes the refused form (422) by itself.
  expect(problems.filter((problem) => !problem.includes('status of 422'))).toEqual([]);
});

test('a number over the limit is marked at its field while it is typed', async ({ app, page }) => {
  void app;
  const school = await makeSharingSchool();
  await signIn(page, school.first);
  await page.goto(toPaper({ attemptId: school.agreed.attempt.id }));
  const field = page.getByLabel('第 1 题得分');
  await field.fill('530');
  await expect(page.locator('.points .error')).toHaveText('得分应为 0 到 100 分，最多两位小数');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('53.');
  await expect(page.locator('.points .error')).toHaveCount(0);
});

test('at random to one each, one paper to somebody else, and an examiner who leaves', async ({
  app,
  page,
  browser,
}) => {
  void app;
  const school = await makeSharingSchool({ isBlind: false });
  await signIn(page, school.owner);
  await page.goto(toSharing({ examId: school.exam.id, way: 'random' }));
  await page.getByRole('button', { name: '预览分法' }).click();
  await expect(page.getByText('3 份分给新的老师')).toBeVisible();
  await page.getByRole('button', { name: '确认分卷' }).click();
  await expect(page.getByText('分卷完成')).toBeVisible();
  const loads = page.getByRole('table', { name: '现在每位老师的份数' });
  for (const name of ['许志远', '钱一鸣', '孙立']) {
    await expect(loads.getByRole('row', { name: `${name} 1 1 0` })).toBeVisible();
  }
  await page.getByRole('link', { name: new RegExp(`^改派给别人.*${school.agreed.student.name}`) }).click();
  await page.getByLabel('第一位', { exact: true }).selectOption({ label: '许志远' });
  await page.getByLabel('第二位', { exact: true }).selectOption({ label: '钱一鸣' });
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('赵子墨的答卷已改好')).toBeVisible();

  await page.getByText('更换阅卷老师').click();
  const named = page.locator('.share__examiners');
  await named.getByRole('checkbox', { name: new RegExp(school.second.account) }).uncheck();
  await page.getByRole('button', { name: '保存阅卷老师' }).click();
  await expect(page.getByRole('alert')).toContainText('钱一鸣：还没评完的');
  await page.getByLabel('我知道了，仍要更换').check();
  await page.getByRole('button', { name: '保存阅卷老师' }).click();
  await expect(page.getByText(/阅卷老师已保存/)).toBeVisible();
  const gone = await signedIn(browser, school.second);
  expect((await gone.goto(toPapers({ examId: school.exam.id })))?.status()).toBe(403);
  await expect(gone.getByRole('main')).toContainText('阅卷');
});
