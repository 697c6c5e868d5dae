import { toQuestionView } from '~/lib/addresses/banks';
import { makeOralQuestion, makeTeacher } from '../factories';
import { questionStories } from './questions.stories';
import { expect, signIn, test, watchErrors } from './support/app';

questionStories();

test('an oral question is tried as a student meets it, and nothing is uploaded', async ({ app, page }) => {
  void app;
  const teacher = await makeTeacher();
  const question = await makeOralQuestion({
    owner: teacher,
    title: '春天',
    body: { examContent: '春天来了。花都开了！', prepSeconds: 30, answerSeconds: 20 },
  });
  await signIn(page, teacher);
  const problems = watchErrors(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.goto(toQuestionView('oral', { id: question.id }));
  await expect(page.getByText(/准备时间还剩/)).toBeVisible();
  await page.getByRole('button', { name: '录音', exact: true }).click();
  await expect(page.locator('.chunk.is-current')).toHaveText('春天来了。');
  await expect(page.locator('.chunk.is-current')).toHaveText('花都开了！');
  await page.getByRole('button', { name: '停止' }).click();
  await expect(page.getByLabel('试听第 1 条')).toBeVisible();
  await page.getByRole('button', { name: '重录' }).click();
  await page.waitForTimeout(1200);
  await page.getByRole('button', { name: '停止' }).click();
  const second = page.getByLabel('试听第 2 条');
  await expect(second).toBeVisible();
  await second.evaluate((audio: HTMLAudioElement) => audio.play());
  expect(sent).toEqual([]);
  expect(problems).toEqual([]);
});

test('Enter in a field saves', async ({ app, page }) => {
  void app;
  await signIn(page, await makeTeacher());
  await page.goto('/question_bank/oral_test/page');
  await page.getByLabel('朗读或口述内容').fill('好。');
  await page.getByLabel('标题').fill('回车保存');
  await page.getByLabel('标题').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '已保存“回车保存”' })).toBeVisible();
});
