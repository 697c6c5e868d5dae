import { deviceCheckStories } from './device-check.stories';
import { expect, test, watchErrors } from './support/app';

deviceCheckStories();

test('with script the page measures: sound can only be judged after it was played', async ({ app: _app, page }) => {
  const problems = watchErrors(page);
  await page.goto('/test');
  const tone = page.getByRole('group', { name: /提示音/ });
  await expect(page.getByRole('button', { name: '播放提示音' })).toBeVisible();
  await expect(tone.getByRole('radio', { name: '听到了', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: '播放提示音' }).click();
  await tone.getByRole('radio', { name: '听到了', exact: true }).check();
  await page.getByRole('button', { name: '测上传速度' }).click();
  await expect(page.getByText(/三分钟的录音约 \d+ 秒传完/)).toBeVisible();
  await expect(page.getByText('断网时没有发出的答案先存在本机')).toBeVisible();
  const voice = page.getByRole('group', { name: /自己的声音/ });
  await expect(voice.getByRole('radio', { name: '听到了', exact: true })).toBeDisabled();
  expect(problems).toEqual([]);
});
