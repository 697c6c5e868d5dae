import { toPapers } from '~/lib/addresses/scoring';
import { makeTeacher } from '../factories';
import { expect, signIn, test } from './support/app';
import { fillMeasures, makeScoringSchool, openPaper } from './support/scoring-story';

test('marks that are kept by a form of its own are answered with the paper', async ({ app: _app, page }) => {
  const school = await makeScoringSchool();
  await signIn(page, school.owner);
  await openPaper(page, school, 'oral', '林可欣');
  const answer = await page.request.post(page.url(), { form: { _intent: 'keep', version: '0' } });
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain('提交评分');
});

test('scoring, release and result without script', async ({ app, page, browser }) => {
  void app;
  const school = await makeScoringSchool();
  await signIn(page, school.owner);
  await openPaper(page, school, 'oral', '林可欣');
  // Without script the number alone is filled in; the slider only shows.
  await expect(page.locator('.slider-zqd input[type=range]')).toBeDisabled();
  await fillMeasures(page, [
    ['准确度', '88'],
    ['流利度', '82'],
    ['完整度', '９２'],
  ]);
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByRole('alert')).toContainText('关键词还没有打分');
  await expect(page.getByRole('textbox', { name: '流利度' })).toHaveValue('82');
  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByText('草稿已保存')).toBeVisible();
  await page.getByRole('textbox', { name: '关键词' }).fill('86');
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText('已提交评分：87分')).toBeVisible();
  await expect(page.locator('.total')).toContainText('87分');

  // Releasing lists what is unscored and asks.
  await page.getByRole('link', { name: school.exam.name }).click();
  await page.getByRole('link', { name: '公布成绩' }).click();
  await expect(page.getByRole('heading', { name: '温馨提示' })).toBeVisible();
  await expect(page.getByText('有 2 份还没评完')).toBeVisible();
  await page.getByRole('button', { name: '仍要公布' }).click();
  await expect(page.getByText('成绩已公布，并已通知学生')).toBeVisible();

  const noScript = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };
  const studentPage = await (await browser.newContext(noScript)).newPage();
  await signIn(studentPage, school.student);
  await studentPage.goto(`${app.address}/examination/record_page/index?examId=${school.exam.id}`);
  await expect(studentPage.locator('.headline')).toContainText('87分');
  await expect(studentPage.locator('.headline')).toContainText('待评分');

  const absentPage = await (await browser.newContext(noScript)).newPage();
  await signIn(absentPage, school.absent);
  await absentPage.goto(`${app.address}/examination/record_page/index?examId=${school.exam.id}`);
  await expect(absentPage.locator('.headline')).toContainText('缺考');

  // Taken back, nothing of it can be read.
  await page.getByRole('link', { name: '撤回公布' }).click();
  await page.getByRole('button', { name: '撤回公布' }).click();
  await expect(page.getByText('已撤回公布')).toBeVisible();
  await studentPage.reload();
  await expect(studentPage.getByText('未公布')).toBeVisible();
  await expect(studentPage.locator('body')).not.toContainText('87分');
});

test('nobody else opens a paper, and a student no scoring page', async ({ app, page, browser }) => {
  const school = await makeScoringSchool();
  const paper = `/examination/scoreexamination/score?attemptId=${school.oral.id}`;
  await signIn(page, await makeTeacher());
  expect((await page.goto(paper))?.status()).toBe(404);
  expect((await page.goto(toPapers({ examId: school.exam.id })))?.status()).toBe(404);
  const studentPage = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(studentPage, school.student);
  expect((await studentPage.goto(`${app.address}${paper}`))?.status()).toBe(403);
  const outsider = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(outsider, await makeTeacher());
  const answer = await outsider.request.get(`${app.address}/api/exam/score/get?attemptId=${school.oral.id}`);
  expect(answer.status()).toBe(404);
});
