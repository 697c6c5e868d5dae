import { toExams } from '~/lib/addresses/sitting';
import { makeTeacher } from '../factories';
import { expect, signIn, test } from './support/app';

test('a page that is long on its way is said to be', async ({ app: _app, page }) => {
  await signIn(page, await makeTeacher({ name: '周敏' }));
  await page.goto('/dashboard');
  await page.waitForFunction(() => window.kaopingWaking?.isAwake === true);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/examination\/index\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('navigation').getByRole('link', { name: '我的考试' }).click();
  const word = page.getByRole('status').getByText('正在打开，请稍等…');
  await expect(word).toBeVisible();
  letGo();
  await expect(page).toHaveURL(new RegExp(toExams()));
  await expect(word).toHaveCount(0);
});
