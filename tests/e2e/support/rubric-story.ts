import type { Browser, Page } from '@playwright/test';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { toPapers } from '~/lib/addresses/scoring';
import { actorOf } from '../../factories';
import { expect, signIn } from './app';
import { makeScoringSchool, openPaper } from './scoring-story';

/**
 * A rubric is started from the preset of reading aloud and edited, a paper marked by it, the rule changed and older
 * scores counted again, weights changed with their preview, comments edited, and the student reads what was taken off.
 */
export async function rubricStory(page: Page, browser: Browser, address: string, hasScript: boolean): Promise<void> {
  const school = await makeScoringSchool();
  const owner = actorOf(school.owner);
  await signIn(page, school.owner);

  // 评语库: an entry of one's own.
  await page.goto('/examination/scoreexamination/comments');
  await page.getByLabel('评语', { exact: true }).fill('重音读得好');
  await page.getByLabel('用在').selectOption({ label: '口语' });
  await page.getByRole('button', { name: '新增' }).click();
  await expect(page.getByRole('rowheader', { name: '重音读得好' })).toBeVisible();

  // From the preset, edited: dearer mistakes, a rule less and one more.
  await page.goto(toPapers({ examId: school.exam.id, part: 'oral' }));
  await page.getByRole('link', { name: '设置', exact: true }).click();
  await page.getByRole('link', { name: '口语评分标准' }).click();
  await page.getByRole('link', { name: /^朗读短文/ }).click();
  await expect(page.getByLabel('第 1 行名称')).toHaveValue('错读');
  await page.getByLabel('第 1 行扣分').fill('一分');
  await page.getByLabel('删除第 3 行').check();
  await page.getByLabel('第 9 行名称').fill('声音太小');
  await page.getByLabel('第 9 行方式').selectOption({ label: '按程度' });
  await page.getByLabel('第 9 行扣分').fill('0、0.5、1');
  await page.getByRole('button', { name: '保存为第 1 版' }).click();
  await expect(page.getByRole('alert')).toContainText('第 1 行每次扣的分应大于 0');
  await expect(page.getByLabel('第 9 行名称')).toHaveValue('声音太小');
  await page.getByLabel('第 1 行扣分').fill('0.2');
  await page.getByRole('button', { name: '保存为第 1 版' }).click();
  await expect(page.getByText('已保存，现在用第 1 版')).toBeVisible();

  // 30 − 5 × 0.2 − 2 × 0.1 − 0.5 − 1 = 27.3
  await openPaper(page, school, 'oral', '林可欣');
  await page.getByLabel(/^错读/).fill('5');
  const takenOff = (rule: string, points: string) =>
    page.getByRole('group', { name: rule }).getByLabel(points, { exact: true });
  await takenOff('语调偏误', '−0.5').check();
  await takenOff('停连不当', '−1').check();
  await expect(takenOff('声音太小', '不扣')).toBeChecked();
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByRole('alert')).toContainText('“漏读”还没有填，没有就填 0');
  await expect(takenOff('停连不当', '−1')).toBeChecked();
  await page.getByLabel(/^漏读/).fill('２');
  if (hasScript) {
    await expect(page.locator('.rulefields .total')).toContainText('27.3 / 30');
    await expect(page.locator('.rulefields .total')).toContainText('91分');
    await page.getByRole('button', { name: '重音读得好' }).click();
    await expect(page.getByLabel(/^评语/)).toHaveValue('重音读得好。');
  } else {
    await page.getByLabel('重音读得好').check();
  }
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText('已提交评分：91分')).toBeVisible();
  await expect(page.getByLabel(/^评语/)).toHaveValue('重音读得好。');
  await expect(page.locator('.rulefields .total')).toContainText('27.3 / 30');

  // The rule changes: the score counts by its own version until it is counted again.
  const settings = `/examination/scoreexamination/page_setting?examId=${school.exam.id}`;
  await page.goto(`${settings}&tab=oral`);
  await page.getByLabel('第 1 行扣分').fill('0.1');
  await page.getByRole('button', { name: '保存为第 2 版' }).click();
  await expect(page.getByText('按旧规则评的 1 份')).toBeVisible();
  await page.getByRole('link', { name: '按新规则重算' }).click();
  await expect(page.getByRole('row', { name: /林可欣.*91.*92\.67.*\+1\.67/ })).toBeVisible();
  await page.getByRole('button', { name: '重算 1 份' }).click();
  await expect(page.getByText('已按新规则重算 1 份评分')).toBeVisible();
  await expect(page.getByText('按旧规则评的')).toBeHidden();

  // Other weights: who changes is shown before anything is saved.
  const [, single, cloze, multiple, short, pen] = school.exam.items.map((item) => item.id);
  void [single, cloze, multiple];
  const marks = [
    { itemId: short ?? 0, points: 5 },
    { itemId: pen ?? 0, points: 10 },
  ];
  const input = { attemptId: school.written.id, marks, comment: '步骤完整', isFinal: true, version: 0 };
  await saveScore(owner, input, Date.now());
  await page.goto(settings);
  await page.getByLabel('口语占比').fill('90');
  await page.getByLabel('笔试占比').fill('10');
  await page.getByRole('button', { name: '保存设置' }).click();
  await expect(page.getByText('1 名学生的总分会变')).toBeVisible();
  await expect(page.getByRole('row', { name: /林可欣/ })).toBeVisible();
  await expect(page.getByLabel('口语占比')).toHaveValue('90');
  await page.getByRole('button', { name: '确认并保存' }).click();
  await expect(page.getByText('设置已保存，1 名学生的总分变了')).toBeVisible();

  // All comments in one place.
  await page.getByRole('link', { name: '评语', exact: true }).click();
  await page.getByLabel('评语或姓名').fill('步骤');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByText('重音读得好。')).toBeHidden();
  await page.getByRole('link', { name: /^编辑/ }).click();
  await page.getByLabel(/^林可欣的总评/).fill('步骤完整，结论再写清楚些');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('评语已保存')).toBeVisible();
  await page.getByRole('button', { name: /^收进评语库/ }).click();
  await expect(page.getByText('已收进评语库')).toBeVisible();

  await releaseExams(owner, { ids: [school.exam.id], confirm: true }, Date.now());
  const context = await browser.newContext({ javaScriptEnabled: hasScript, viewport: { width: 390, height: 844 } });
  const studentPage = await context.newPage();
  await signIn(studentPage, school.student);
  await studentPage.goto(`${address}/examination/record_page/index?examId=${school.exam.id}`);
  await expect(studentPage.getByRole('table', { name: /朗读短文：27\.8 \/ 30/ })).toBeVisible();
  await expect(studentPage.getByRole('row', { name: /错读 5 个音节 −0\.5/ })).toBeVisible();
  await expect(studentPage.getByRole('row', { name: /停连不当 −1/ })).toBeVisible();
  await expect(studentPage.getByText('重音读得好。')).toBeVisible();
  await expect(studentPage.getByText('步骤完整，结论再写清楚些')).toBeVisible();
}
