import type { Browser, Page } from '@playwright/test';
import { toPrint, toStep } from '~/lib/addresses/exams';
import { toExamPreview, toResult } from '~/lib/addresses/results';
import { toCensus } from '~/lib/addresses/statistics';
import { makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '../factories';
import { expect, signIn, test } from './support/app';
import { signedIn } from './support/share-out-story';
import { handIn, MINUTE } from './support/sitting-story';

/** 大题: composed, sat, printed, shown and counted; the same with script and without. */

const ABOUT = '对的打 √，错的打 ×。';

/** A draft of two single choices and two true-or-false questions that begins in five minutes. */
export async function makeComposing() {
  const owner = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  const titles = ['单甲', '单乙', '判甲', '判乙'];
  const written = [];
  for (const title of titles) {
    const kind = title.startsWith('单') ? 'single' : 'judge';
    written.push(await makeTheoryQuestion({ owner, title, kind, points: 5 }));
  }
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    name: '分大题的测验',
    written,
    settings: { releaseMode: 'auto' },
    status: 'draft',
    now: Date.now() + 15 * MINUTE,
  });
  return { owner, student, exam };
}

export const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
export const titlesIn = (page: Page, name: string | RegExp) => section(page, name).getByRole('rowheader');

async function compose(page: Page, examId: number) {
  await page.goto(toStep('threeadd', { id: examId }));
  await expect(titlesIn(page, '第 1 大题：单项选择题')).toContainText(['单甲', '单乙']);
  await expect(titlesIn(page, '第 2 大题：判断题')).toContainText(['判甲', '判乙']);

  // Points for every question of a section in one step.
  await page.getByLabel('单项选择题每题分值', { exact: true }).fill('3');
  await page.getByRole('button', { name: '统一设置单项选择题' }).click();
  await expect(page.getByLabel('第 1 题分值')).toHaveValue('3');
  await expect(page.getByLabel('第 2 题分值')).toHaveValue('3');
  await expect(page.getByLabel('第 3 题分值')).toHaveValue('5');

  // Its name and instructions, and up with it: one press saves all of it.
  await page.getByLabel('第 2 大题的名称').fill('正误题');
  await section(page, '第 2 大题：判断题').getByText('答题说明', { exact: true }).click();
  await page.getByLabel('判断题的答题说明').fill(ABOUT);
  await page.getByRole('button', { name: '上移 判断题' }).click();
  await expect(titlesIn(page, '第 1 大题：正误题')).toContainText(['判甲', '判乙']);

  // A question into another section, by its name.
  await page.getByLabel('第 4 题移到哪一大题').selectOption('一、正误题');
  await page.getByRole('button', { name: '移动', exact: true }).click();
  await expect(titlesIn(page, '第 1 大题：正误题')).toContainText(['判甲', '判乙', '单乙']);
  await expect(titlesIn(page, /^第 2 大题/)).toContainText(['单甲']);

  // And back by typing a place: it stands with whom it is put beside.
  await page.getByLabel('第 3 题的序号，1 到 4').fill('4');
  await page.getByLabel('第 3 题的序号，1 到 4').press('Enter');
  await expect(titlesIn(page, '第 1 大题：正误题')).toHaveCount(2);
  await expect(titlesIn(page, '第 2 大题：单项选择题')).toContainText(['单甲', '单乙']);
}

const HEADINGS = ['一、正误题（2 题，每题 5 分，共 10 分）', '二、单项选择题（2 题，每题 3 分，共 6 分）'];

async function publish(page: Page) {
  await page.getByRole('button', { name: '预览', exact: true }).click();
  await expect(page.getByRole('heading', { level: 3, name: HEADINGS[0] })).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText(/已发布/).first()).toBeVisible();
}

async function sit(page: Page, examId: number) {
  await page.goto(toExamPreview({ id: examId }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  for (const heading of HEADINGS) await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
  await expect(page.getByText(ABOUT)).toBeVisible();
  await page
    .getByRole('radio', { name: /正确|对/ })
    .first()
    .check();
  await page.getByRole('button', { name: '保存本页' }).click();
  await handIn(page);
}

async function waitForResult(page: Page, examId: number) {
  // The server looks every ten seconds.
  await expect(async () => {
    await page.goto(toResult({ examId }));
    await expect(page.locator('.headline')).toContainText('总分', { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
}

async function readPrint(page: Page, examId: number) {
  await page.goto(toPrint({ id: examId }));
  const paper = page.getByRole('article', { name: '分大题的测验' });
  await expect(paper.getByRole('heading', { level: 2 })).toHaveText(HEADINGS);
  await expect(paper.getByText(ABOUT)).toBeVisible();
}

export function sectionStories(): void {
  test('points that are refused stay to be mended, and every other field says what is stored', async ({
    app,
    page,
  }) => {
    void app;
    const { owner, exam } = await makeComposing();
    await signIn(page, owner);
    await page.goto(toStep('threeadd', { id: exam.id }));
    const [points, shuffled] = [page.getByLabel('第 1 题分值'), page.getByLabel('打乱题目顺序')];
    await page.getByLabel('第 1 大题的名称').fill('选一选');
    await shuffled.check();
    await points.fill('0');
    await page.getByRole('button', { name: '按题型排序' }).click();
    const refused = page.getByRole('link', { name: '第 1 题的分值应大于 0' });
    const stands = async () => {
      await expect(refused).toBeVisible();
      await expect(points).toHaveValue('0');
      await expect(page.getByLabel('第 4 题的序号，1 到 4')).toHaveValue('4');
      await expect(page.getByLabel('第 1 大题的名称')).toHaveValue('选一选');
      await expect(shuffled).toBeChecked();
    };
    await stands();
    await page.reload();
    await stands();
    await points.fill('2');
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible();
    await expect(refused).toHaveCount(0);
    await expect(points).toHaveValue('2');
    await expect(page.getByLabel('第 1 大题的名称')).toHaveValue('选一选');
    await expect(shuffled).toBeChecked();
  });

  test('a teacher groups a paper in sections; the student meets them, print, result and statistics show them', async ({
    app,
    page,
    browser,
  }: {
    app: { moveClock: (ms: number) => void };
    page: Page;
    browser: Browser;
  }) => {
    const { owner, student, exam } = await makeComposing();
    await signIn(page, owner);
    await compose(page, exam.id);
    await publish(page);
    await readPrint(page, exam.id);

    app.moveClock(10 * MINUTE);
    const own = await signedIn(browser, student);
    await sit(own, exam.id);
    app.moveClock(120 * MINUTE);
    await waitForResult(own, exam.id);
    for (const heading of HEADINGS) await expect(own.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await expect(own.getByRole('row', { name: new RegExp(HEADINGS[0] ?? '') })).toContainText('/ 10');

    await page.goto(toCensus({ examId: exam.id }));
    const means = page.getByRole('table', { name: '笔试各大题' });
    await expect(means.getByRole('row', { name: /一、正误题/ })).toContainText('10');
    await expect(means.getByRole('row', { name: /二、单项选择题/ })).toContainText('6');
  });
}
