import { db } from '~/db/db.server';
import { expect, signIn, test, watchErrors } from './support/app';
import { fillMeasures, makeScoringSchool, openPaper } from './support/scoring-story';

test('a teacher scores oral and written papers and releases; the student reads the result', async ({
  app,
  page,
  browser,
}) => {
  void app;
  const school = await makeScoringSchool();
  const problems = watchErrors(page);
  const studentPage = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn(studentPage, school.student);
  await studentPage.goto(`${app.address}/examination/record_page/index?examId=${school.exam.id}`);
  await expect(studentPage.getByText('未公布')).toBeVisible();
  await expect(studentPage.getByText('K7M2-9QXD')).toBeVisible();

  await signIn(page, school.owner);
  await openPaper(page, school, 'oral', '林可欣');
  await expect(page.locator('mark').filter({ hasText: '太和殿' }).first()).toBeVisible();
  await expect(page.locator('audio').first()).toHaveAttribute('aria-label', /^第 2 条录音/);
  // The pauses come with the drawing, which a busy server finishes after the page.
  await expect(async () => {
    await page.reload();
    await expect(page.getByAltText(/^录音波形，全长 \d+ 秒，停顿 \d+ 处$/).first()).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(page.getByText('宽限内').first()).toBeVisible();

  // The slider and the number are one; the total follows at once.
  await fillMeasures(page, [
    ['准确度', '88'],
    ['流利度', '82'],
    ['完整度', '92'],
  ]);
  await expect(page.locator('.slider-zqd input[type=range]')).toHaveValue('88');
  await page.locator('.slider-gjc input[type=range]').fill('86');
  await expect(page.getByRole('textbox', { name: '关键词' })).toHaveValue('86');
  await expect(page.locator('.total')).toContainText('87分');
  await expect(page.locator('.total')).toContainText('优秀');
  await page.getByRole('button', { name: '语速适中' }).click();
  await expect(page.getByLabel(/^评语/)).toHaveValue('语速适中。');

  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByText('草稿已保存')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '准确度' })).toHaveValue('88');
  await page.getByRole('button', { name: '保存并下一份' }).click();

  // The next paper has no recording: zeros are proposed, one click confirms them.
  await expect(page.getByRole('heading', { level: 1, name: '王浩然' })).toBeVisible();
  await expect(page.getByText('没有收到录音')).toBeVisible();
  await page.getByRole('textbox', { name: '准确度' }).fill('1o1');
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByRole('alert')).toContainText('准确度应为 0 到 100 的整数');
  await expect(page.getByRole('textbox', { name: '准确度' })).toHaveValue('1o1');
  await page.getByRole('textbox', { name: '准确度' }).fill('0');
  await page.getByRole('button', { name: '保存并下一份' }).click();
  await expect(page.getByText('这一部分您都评完了')).toBeVisible();

  await openPaper(page, school, 'written', '林可欣');
  await expect(page.getByText('部分正确')).toBeVisible();
  await expect(page.getByText('收卷后收到 1 项，未计入')).toBeVisible();
  await page.getByLabel('第 4 题得分').fill('8');
  await page.getByLabel('第 5 题，说出三态，得分').fill('10');
  await page.getByLabel('第 5 题，各举一例，得分').fill('4.5');
  await page.getByLabel('第 5 题评语').fill('再举一个气态的例子。');
  // 10 + 5 + 10 + 8 + 14.5 of 60
  await expect(page.locator('.scorecard')).toContainText('47.5 / 60 分');
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText('已提交评分：79分')).toBeVisible();

  await page.getByRole('link', { name: school.exam.name }).click();
  await expect(page.getByRole('row', { name: /赵子墨/ })).toContainText('缺考');
  await page.getByRole('link', { name: '公布成绩' }).click();
  await expect(page.getByText('全部公布共 3 名')).toBeVisible();
  await page.getByRole('button', { name: '公布成绩' }).click();
  await expect(page.getByText('成绩已公布，并已通知学生')).toBeVisible();
  // The browser notes the refused form (422) by itself.
  expect(problems.filter((problem) => !problem.includes('status of 422'))).toEqual([]);

  await studentPage.goto(`${app.address}/users/news`);
  await expect(studentPage.getByText(`成绩公布：${school.exam.name}`).first()).toBeVisible();
  await studentPage.goto(`${app.address}/examination/record_page/index?examId=${school.exam.id}`);
  // 87 × 60% + 79.17 × 40% = 83.9
  await expect(studentPage.locator('.headline')).toContainText('84分');
  await expect(studentPage.getByRole('img', { name: /准确度 88，流利度 82，完整度 92，关键词 86/ })).toBeVisible();
  await expect(studentPage.getByText('语速适中。')).toBeVisible();
  await expect(studentPage.getByText('再举一个气态的例子。')).toBeVisible();
  await expect(studentPage.getByText('见课本第一章。').first()).toBeVisible();
  const width = await studentPage.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  const sound = await studentPage.request.get((await studentPage.locator('audio').first().getAttribute('src')) ?? '');
  expect(sound.ok()).toBe(true);
  await studentPage.goto(`${app.address}/examination/history/index`);
  await expect(studentPage.getByRole('listitem').filter({ hasText: school.exam.name })).toContainText('84分');
});

test('two windows of one teacher: the second sees what the first saved and keeps its own input', async ({
  app,
  page,
}) => {
  void app;
  const school = await makeScoringSchool();
  await signIn(page, school.owner);
  await openPaper(page, school, 'oral', '林可欣');
  const other = await page.context().newPage();
  await other.goto(page.url());
  const measures = (value: string): [string, string][] =>
    ['准确度', '流利度', '完整度', '关键词'].map((label) => [label, value]);
  await fillMeasures(other, measures('90'));
  await other.getByRole('button', { name: '提交评分' }).click();
  await expect(other.getByText('已提交评分：90分')).toBeVisible();

  await fillMeasures(page, measures('60'));
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByRole('alert')).toContainText('您在另一个窗口改过这份评分');
  await expect(page.locator('.note').filter({ hasText: '另一个窗口' })).toContainText('90分');
  await expect(page.getByRole('textbox', { name: '准确度' })).toHaveValue('60');
  // Having seen it, the teacher decides.
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText('已提交评分：60分')).toBeVisible();
  const scores = await db()
    .selectFrom('scores')
    .select(['percent', 'version'])
    .where('attempt_id', '=', school.oral.id)
    .execute();
  expect(scores).toEqual([{ percent: 60, version: 2 }]);
});
