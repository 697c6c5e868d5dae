import { signIn, test } from './support/app';
import { fillMeasures, makeScoringSchool, openPaper } from './support/scoring-story';
const dir = '/tmp/shots-scoring';
test('shots', async ({ app, page, browser }) => {
  const school = await makeScoringSchool();
  const shot = (p: typeof page, name: string) => p.screenshot({ path: `${dir}/${name}.png`, fullPage: true });
  await signIn(page, school.owner);
  await page.goto(`/examination/scoreexamination/scorelist?examId=${school.exam.id}`);
  await shot(page, '1-list');
  await openPaper(page, school, 'oral', '林可欣');
  await page.waitForTimeout(800);
  await shot(page, '2-oral-empty');
  await fillMeasures(page, [['准确度', '88'], ['流利度', '82'], ['完整度', '92'], ['关键词', '86']]);
  await page.getByLabel(/^评语/).fill('讲解完整，有引导词。第 4 句后停顿偏长，下次先说数字再说寓意。');
  await shot(page, '3-oral');
  await page.getByRole('button', { name: '提交评分' }).click();
  await openPaper(page, school, 'written', '林可欣');
  await page.waitForTimeout(800);
  await shot(page, '4-written-empty');
  await page.getByLabel('第 4 题得分').fill('8');
  await page.getByLabel('第 5 题，说出三态，得分').fill('13');
  await page.getByLabel('第 5 题，各举一例，得分').fill('4.5');
  await page.getByRole('button', { name: '提交评分' }).click();
  await page.waitForTimeout(800);
  await shot(page, '5-written-error');
  await page.getByLabel('第 5 题，说出三态，得分').fill('10');
  await page.getByLabel('第 5 题评语').fill('再举一个气态的例子。');
  await page.getByRole('button', { name: '提交评分' }).click();
  await page.waitForTimeout(800);
  await shot(page, '6-written-done');
  await page.goto(`/examination/scoreexamination/scorelist?examId=${school.exam.id}&confirm=release`);
  await page.waitForTimeout(1000);
  await shot(page, '7-release');
  await page.getByRole('button', { name: '仍要公布' }).click();
  await page.waitForTimeout(800);
  await shot(page, '8-released');
  for (const [size, width] of [['wide', 1280], ['phone', 390]] as const) {
    const p = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage();
    await signIn(p, school.student);
    await p.goto(`${app.address}/examination/record_page/index?examId=${school.exam.id}`);
    await p.waitForTimeout(800);
    await shot(p, `9-result-${size}`);
    await p.goto(`${app.address}/examination/history/index`);
    await shot(p, `10-history-${size}`);
    const a = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage();
    await signIn(a, school.absent);
    await a.goto(`${app.address}/examination/record_page/index?examId=${school.exam.id}`);
    await shot(a, `11-absent-${size}`);
  }
  await page.getByRole('link', { name: '撤回公布' }).click();
  await page.waitForTimeout(800);
  await page.getByRole('button', { name: '撤回公布' }).click();
  for (const [size, width] of [['wide', 1280], ['phone', 390]] as const) {
    const p = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage();
    await signIn(p, school.student);
    await p.goto(`${app.address}/examination/record_page/index?examId=${school.exam.id}`);
    await shot(p, `12-waiting-${size}`);
  }
});
