import { sendMessages } from '~/domain/message/message.commands.server';
import { makeStudent } from '../factories';
import { interactStories } from './interact.stories';
import { expect, test, watchErrors, signInHome } from './support/app';

interactStories(async (page) => {
  await page.getByRole('button', { name: '在页面里录音' }).click();
  await page.getByRole('button', { name: '录音', exact: true }).click();
  await expect(page.getByText('录音中', { exact: true })).toBeVisible();
  await expect(page.locator('.recorder')).toContainText(/00:0[1-9]/);
  await page.getByRole('button', { name: '停止' }).click();
  await expect(page.getByLabel('已上传的录音')).toBeVisible();
});

test('the count of messages follows by itself, and says so once', async ({ app: _app, page }) => {
  const problems = watchErrors(page);
  const student = await makeStudent();
  await page.clock.install();
  await signInHome(page, student);
  const news = page.getByRole('banner').getByRole('link', { name: /^消息/ });
  await expect(news).not.toContainText('未读');
  await sendMessages([student.id], { kind: 'system', title: '通知' }, Date.now());
  await expect(async () => {
    await page.clock.runFor(61_000);
    await expect(news).toContainText('1', { timeout: 1000 });
  }).toPass();
  await expect(page.getByText('有 1 条新消息')).toBeAttached();
  expect(problems).toEqual([]);
});
