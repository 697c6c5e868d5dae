import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { db } from '~/db/db.server';
import { MEASURE_LABELS } from '~/domain/exam/measures.rules';
import { toStep } from '~/lib/addresses/exams';
import {
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTake,
  makeTeacher,
} from '../factories';
import { expect, signIn, test } from './support/app';
import { fillMeasures, handInFile } from './support/scoring-story';
import { signedIn } from './support/share-out-story';

/** Two examiners who disagree, from the wizard to what everybody reads of the result; the same with script and without. */

const MINUTE = 60_000;
const SCORING = '/examination/scoreexamination';

/** What each teacher gives every measure and writes; halfway between the examiners the arbiter settles nothing. */
const GIVEN = {
  顾清: { points: '55', comment: '多处读错，后半段没有读完。' },
  沈若谷: { points: '95', comment: '声音洪亮，非常流利。' },
  陆怀瑾: { points: '75', comment: '语速适中，个别字音不准。' },
};

/** An exam that is filled in but for its examiners. */
async function makeSchool() {
  const owner = await makeTeacher({ name: '方晓岚' });
  const [first, second, third] = await Promise.all(Object.keys(GIVEN).map((name) => makeTeacher({ name })));
  if (!first || !second || !third) throw new Error('three teachers were made');
  const classroom = await makeClassroom({ teacher: owner, name: '导游2603班' });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  await makeStudent({ classroom_id: classroom.id, name: '赵子墨' });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    name: '中轴线讲解期末考试',
    oral: await makeOralQuestion({ owner, title: '故宫中轴线讲解', keyPoints: ['春天', '校园'], points: 100 }),
    keyPoints: ['春天', '校园'],
    status: 'draft',
  });
  return { owner, first, second, third, classroom, student, exam };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

/** The wizard's second step names both; nothing else is chosen. */
async function nameTwoExaminers(page: Page, { exam }: School) {
  await page.goto(toStep('secondadd', { id: exam.id }));
  for (const name of ['顾清', '沈若谷']) await page.getByRole('group', { name: '口语评分' }).getByLabel(name).check();
  await expect(page.getByLabel('每份由选中的老师各评一遍')).toBeChecked();
  await page.getByRole('button', { name: '预览', exact: true }).click();
  await expect(page.getByText('顾清、沈若谷，每份各评一遍')).toBeVisible();
  await page.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText('已发布，学生已收到通知')).toBeVisible();
}

async function sit({ exam, student }: School) {
  const items = await db().selectFrom('exam_items').selectAll().where('exam_id', '=', exam.id).execute();
  const attempt = await makeAttempt({ exam: { ...exam, items }, student, part: 'oral', state: 'submitted' });
  const file = await handInFile(student, attempt.id, 'audio', 'recording-palace-1.webm');
  const itemId = items[0]?.id ?? 0;
  await makeTake({ attempt, itemId, owner: student, fileId: file.id, durationMs: file.durationMs ?? 0 });
}

/** From the own home page to the paper, which shows nobody else's marks, and through it. */
async function mark(page: Page, { exam, student }: School, name: keyof typeof GIVEN) {
  const { points, comment } = GIVEN[name];
  await page.goto('/dashboard');
  await page.getByRole('link', { name: `评分：${exam.name}口语`, exact: true }).click();
  await page.getByRole('link', { name: student.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: student.name })).toBeVisible();
  for (const other of Object.keys(GIVEN).filter((one) => one !== name)) {
    await expect(page.locator('main')).not.toContainText(other);
    await expect(page.locator('main')).not.toContainText(GIVEN[other as keyof typeof GIVEN].comment);
  }
  await fillMeasures(
    page,
    Object.values(MEASURE_LABELS).map((label) => [label, points]),
  );
  await page.getByLabel(/^评语/).fill(comment);
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText(`已提交评分：${points}分`)).toBeVisible();
}

/** What waits for the owner stands on the home page and in a message that leads to the paper. */
async function followMessage(page: Page, { exam, student }: School, word: '待仲裁' | '待裁定') {
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^等我仲裁或裁定\s*1\s*份$/ })).toBeVisible();
  await page.goto('/users/news');
  await page.getByRole('link', { name: `${word}：${exam.name}（口语）`, exact: true }).click();
  await page.getByRole('link', { name: '去处理' }).click();
  const row = page.getByRole('row', { name: new RegExp(student.name) });
  await expect(row).toContainText(word === '待仲裁' ? '待仲裁' : '请您裁定');
}

async function askThird(page: Page, { student, third }: School) {
  await page.getByRole('navigation', { name: '考试评分' }).getByRole('link', { name: '分卷' }).click();
  const loads = page.getByRole('table', { name: '现在每位老师的份数' });
  for (const name of ['顾清', '沈若谷']) await expect(loads.getByRole('row', { name: `${name} 1 1 1` })).toBeVisible();
  await page.getByLabel(`选择 ${student.name}`).check();
  await page.getByRole('button', { name: '请人仲裁' }).click();
  const arbiters = page.getByLabel('仲裁老师');
  await expect(arbiters).toContainText('陆怀瑾');
  for (const name of ['顾清', '沈若谷']) await expect(arbiters).not.toContainText(name);
  await arbiters.selectOption(String(third.id));
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已请人仲裁 1 份')).toBeVisible();
}

/** Only the first examiner's score counts. */
async function decide(page: Page, { student }: School) {
  await page.getByRole('link', { name: student.name, exact: true }).click();
  await expect(page.getByText('几份评分分不出远近，请您裁定')).toBeVisible();
  await page.getByLabel(/顾清 55分/).check();
  await page.getByLabel('理由').fill('录音确实没有读完。');
  await page.getByRole('button', { name: '裁定' }).click();
  await expect(page.getByText(/以顾清的评分为准/)).toBeVisible();
  const others = page.getByRole('complementary', { name: '评分' }).locator('.others');
  await expect(
    others.getByRole('listitem').filter({ hasText: '顾清' }).getByText('计入', { exact: true }),
  ).toBeVisible();
  await expect(others.getByText('不计入', { exact: true })).toHaveCount(2);
}

async function release(page: Page, { exam, student }: School) {
  await page.goto(`${SCORING}/scorelist?examId=${exam.id}`);
  await expect(page.getByRole('row', { name: new RegExp(student.name) })).toContainText(/55\s*分\s*待提高/);
  await page.getByRole('link', { name: '公布成绩' }).click();
  await expect(page.getByText('已评分 1 份，没评完 0 份，缺考 1 人').first()).toBeVisible();
  await page.getByRole('button', { name: '公布成绩' }).click();
  await expect(page.getByText('成绩已公布，并已通知学生')).toBeVisible();
}

/** The student's page on a phone: every figure, word and comment is of the score that counts. */
async function readResult(page: Page, { exam }: School) {
  await page.goto('/users/news');
  await page.getByRole('link', { name: `成绩公布：${exam.name}`, exact: true }).click();
  await page.getByRole('link', { name: '去处理' }).click();
  await expect(page.locator('.headline').getByText(/^55\s*分/)).toHaveCount(2);
  const main = page.locator('main');
  // Total and part, the four measures, the question; the legend of the words is no mark.
  await expect(main.locator('.score:not(.score--word)')).toHaveText(Array<RegExp>(7).fill(/^55\s*分\s*待提高$/));
  await expect(main).toContainText(GIVEN.顾清.comment);
  for (const name of ['沈若谷', '陆怀瑾'] as const) {
    await expect(main).not.toContainText(name);
    await expect(main).not.toContainText(GIVEN[name].comment);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.goto('/examination/history/index');
  await expect(page.getByRole('listitem').filter({ hasText: exam.name })).toContainText(/55\s*分/);
}

/** The class's sheet, on the screen and printed, and both files. */
async function readSheets(page: Page, { exam, classroom, student }: School) {
  await page.goto(`${SCORING}/classscorelist?examId=${exam.id}&classId=${classroom.id}`);
  const row = page.locator('main .table').getByRole('row', { name: new RegExp(student.name) });
  await expect(row.getByRole('cell')).toHaveText([student.account, /^55/, /^55\s*分\s*待提高$/, '1', '已评分', '']);
  await page.emulateMedia({ media: 'print' });
  const printed = page
    .getByRole('article', { name: '打印的成绩单' })
    .getByRole('row', { name: new RegExp(student.name) });
  await expect(printed.getByRole('cell')).toHaveText([student.account, '林可欣', '55', '待提高', '1']);
  await page.emulateMedia({ media: 'screen' });
  const save = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).first().click(),
    ]);
    return readFile(await download.path());
  };
  const [head = [], ...rows] = await readSheet(await save('导出成绩单'), '成绩单');
  const own = rows.find((cells) => cells.includes(student.account)) ?? [];
  const named = ['名次', '口语（百分制）', '总分', '等级', '状态'].map((name) => own[head.indexOf(name)]);
  expect(named).toEqual([1, 55, 55, '待提高', '已评分']);
  const [titles = [], paper = []] = await readSheet(await save('导出全部答卷'), '口语答卷');
  expect(paper[titles.indexOf('得分率（%）')]).toBe(55);
}

async function phoneOf(browser: Browser, who: { account: string }): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn(page, who);
  return page;
}

export function doubleMarkingStory(): void {
  test('two examiners named in the wizard disagree, a third settles nothing, the owner rules; everybody reads one result', async ({
    app,
    page,
    browser,
  }) => {
    const school = await makeSchool();
    await signIn(page, school.owner);
    await nameTwoExaminers(page, school);
    await sit(school);
    app.moveClock(70 * MINUTE);

    await mark(await signedIn(browser, school.first), school, '顾清');
    await page.goto(`${SCORING}/scorelist?examId=${school.exam.id}&confirm=release`);
    await expect(page.getByText('有 1 份还没评完')).toBeVisible();
    await mark(await signedIn(browser, school.second), school, '沈若谷');

    await followMessage(page, school, '待仲裁');
    await askThird(page, school);
    await mark(await signedIn(browser, school.third), school, '陆怀瑾');

    await followMessage(page, school, '待裁定');
    await decide(page, school);
    await release(page, school);
    await readResult(await phoneOf(browser, school.student), school);
    await readSheets(page, school);
  });
}
