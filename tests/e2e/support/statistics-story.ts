import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import { scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { toCensus } from '~/lib/addresses/statistics';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '../../factories';
import { expect } from './app';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Which of four questions (25 points each, B is right, a wrong answer is C) a student answered rightly.
 * The fourth goes to the weak: its discrimination is negative.
 *   甲班: 75 75 75 50 75 100, mean 75    乙班: 50 50 25 25 0 and one absent, mean 30
 *   all eleven: sum 600, mean 54.545…, in order 0 25 25 50 50 50 75 75 75 75 100
 */
const FIRST = ['1110', '1110', '1110', '1100', '1101', '1111'];
const SECOND = ['1001', '1001', '0001', '0001', '0000'];

const answersOf = (rights: string) => [...rights].map((right) => ({ keys: [right === '1' ? 'B' : 'C'] }));

/** Two classes and a released exam of theory, and one before it that a single student sat. */
export async function makeStatisticsSchool() {
  const owner = await makeTeacher({ name: '周敏' });
  const first = await makeClassroom({ teacher: owner, name: '甲班' });
  const second = await makeClassroom({ teacher: owner, name: '乙班' });
  const strong = await Promise.all(FIRST.map(() => makeStudent({ classroom_id: first.id })));
  const weak = await Promise.all(SECOND.map(() => makeStudent({ classroom_id: second.id })));
  await makeStudent({ classroom_id: second.id, name: '缺考的人' });
  const questions = [];
  for (const title of ['午门', '太和殿', '中轴线', '接站前的准备']) {
    questions.push(await makeTheoryQuestion({ owner, title, points: 25 }));
  }
  const category = await db()
    .insertInto('directories')
    .values({ bank: 'exam', owner_id: owner.id, parent_id: null, name: '月考', created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const common = { owner, written: questions, category_id: category.id, status: 'closed' as const };

  const then = Date.now() - 30 * DAY;
  const before = await makeExam({ ...common, classrooms: [first], name: '十月月考', now: then });
  await sit(before, strong.slice(0, 1), ['1110'], then);
  const exam = await makeExam({
    ...common,
    classrooms: [first, second],
    name: '十一月月考',
    settings: { showsRank: true },
    now: Date.now() - DAY,
  });
  await sit(exam, [...strong, ...weak], [...FIRST, ...SECOND], Date.now() - DAY);
  for (const { id } of [before, exam]) {
    await scoreByKey(actorOf(owner), { examId: id, part: 'written' }, Date.now());
    await releaseExams(actorOf(owner), { ids: [id], confirm: true }, Date.now());
  }
  return { owner, first, second, strong, weak, before, exam };
}

export type StatisticsSchool = Awaited<ReturnType<typeof makeStatisticsSchool>>;

async function sit(
  exam: Awaited<ReturnType<typeof makeExam>>,
  students: { id: number }[],
  rights: string[],
  now: number,
): Promise<void> {
  for (const [index, student] of students.entries()) {
    const answers = answersOf(rights[index] ?? '');
    await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers, now });
  }
}

/** Whether students see their place in the exam. */
export async function setShowsRank(examId: number, showsRank: boolean): Promise<void> {
  await db()
    .updateTable('exams')
    .set({ settings: toJson(examSettingsSchema.parse({ showsRank })) })
    .where('id', '=', examId)
    .execute();
}

/** A tile's words without the spaces between them. */
export async function expectTile(page: Page, label: string, words: string): Promise<void> {
  const tile = page.locator('.tile').filter({ has: page.getByText(label, { exact: true }) });
  await expect(tile).toHaveText(`${label}${words}`);
}

/** The cells of a table's row, by the words of its header cell. */
export async function expectRow(page: Page, table: string, row: string, cells: (string | RegExp)[]): Promise<void> {
  const found = page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row, exact: true }) });
  await expect(found.getByRole('cell')).toHaveText(cells);
}

/** What the image of a chart says: it is served, and it is a well-formed SVG with words in it. */
export async function readChart(page: Page, kind: string): Promise<string[]> {
  const image = page.locator(`img[src*="kind=${kind}&"], img[src$="kind=${kind}"]`).first();
  await expect(image).toHaveAttribute('alt', /./);
  const response = await page.request.get((await image.getAttribute('src')) ?? '');
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toContain('image/svg+xml');
  expect(response.headers()['content-security-policy']).toContain("default-src 'none'");
  // The browser draws it: a broken drawing would have no natural size.
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(100);
  return [...(await response.text()).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? '');
}

/** The teacher reads an exam: every figure on the page is one reckoned by hand. */
export async function readExamStatistics(page: Page, school: StatisticsSchool): Promise<void> {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '数据统计' }).click();
  // The newest exam with scores stands there unasked.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('十一月月考');

  // Σx² = 41,250; (41,250 − 600²/11) / 10 = 852.27, its root 29.19. Quartiles between the 3rd and 4th and the 8th and 9th.
  await expectTile(page, '参考人数', '11 / 12缺考 1 人');
  await expectTile(page, '平均分', '54.5分比上次 −20.5（上次是十月月考）');
  await expectTile(page, '中位数', '50分四分位 37.5–75');
  await expectTile(page, '标准差', '29.2分最低 0，最高 100');
  await expectTile(page, '及格率', '45.5%5 人，60 分起');
  await expectTile(page, '优秀率', '9.1%1 人，86 分起');

  await page.getByText('看数据表').click();
  await expectRow(page, '各分数段人数', '0–9', ['1', '9.1%']);
  await expectRow(page, '各分数段人数', '20–29', ['2', '18.2%']);
  await expectRow(page, '各分数段人数', '50–59', ['3', '27.3%']);
  await expectRow(page, '各分数段人数', '70–79', ['4', '36.4%']);
  await expectRow(page, '各分数段人数', '90–100', ['1', '9.1%']);
  const bars = await readChart(page, 'distribution');
  expect(bars).toEqual(expect.arrayContaining(['1', '2', '3', '4', '及格 60', '优秀 86']));

  // 甲班: squares 5·75² + … = 35,000 − 6·75² = 1,250, / 5 = 250. 乙班: 6,250 − 5·30² = 1,750, / 4 = 437.5.
  await expectRow(page, '班级成绩', '甲班', ['6', '0', '75', '75', '15.8', '75–75', '50–100', '83.3%', '16.7%']);
  await expectRow(page, '班级成绩', '乙班', ['5', '1', '30', '25', '20.9', '25–50', '0–50', '0%', '0%']);
  expect(await readChart(page, 'box')).toEqual(expect.arrayContaining(['全部班级', '甲班', '乙班', '75', '25']));

  // Discrimination: correlation with the sum of the other three; 1: 2.364/√(2.182·6.727), 4: −2.818/√(2.727·16.545).
  const items = page.getByRole('table', { name: '笔试试题分析', exact: true });
  const itemRow = (title: string) => items.getByRole('row').filter({ hasText: title });
  await expect(itemRow('午门')).toContainText('73%');
  await expect(itemRow('午门')).toContainText('0.62');
  await expect(itemRow('接站前的准备')).toContainText('55%');
  await expect(itemRow('接站前的准备')).toContainText('−0.42');
  await expect(itemRow('接站前的准备')).toHaveClass(/is-bad/);
  await expect(itemRow('接站前的准备')).toContainText('检查答案');
  await expect(page.getByText('第4题区分度为负，请检查答案。')).toBeVisible();
  expect(await readChart(page, 'written-items')).toEqual(expect.arrayContaining(['1', '2', '3', '4']));

  // The sentence leads to what was chosen: six took B, five C.
  await page.locator('.note').filter({ hasText: '第4题' }).getByRole('link', { name: '看选项分布' }).click();
  await expectRow(page, '第 4 题的选项分布', 'B', [/答案/, '6', '55%', '']);
  await expectRow(page, '第 4 题的选项分布', 'C', [/./, '5', '45%', '']);

  // One class.
  await page.getByLabel('班级', { exact: true }).selectOption({ label: '乙班' });
  await page.getByRole('button', { name: '查询' }).click();
  await expectTile(page, '参考人数', '5 / 6缺考 1 人');
  await expectTile(page, '平均分', '30分没有上次可比');
  await expectTile(page, '标准差', '20.9分最低 0，最高 50');

  // One paper alone has no spread: — and why.
  await page.goto(toCensus({ examId: school.before.id }));
  await expectTile(page, '平均分', '75分没有上次可比');
  await expectTile(page, '标准差', '—没有：人数不足 2 人，没有标准差最低 75，最高 75');

  // The class over its exams, and the exams of a time.
  await page.getByRole('link', { name: '按班级' }).click();
  await expect(page).toHaveURL(/view=class/);
  await page.getByLabel('班级', { exact: true }).selectOption({ label: '甲班' });
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('table', { name: '历次考试' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').filter({ hasText: '十一月月考' })).toContainText('+20.5');
  expect(await readChart(page, 'class')).toEqual(expect.arrayContaining(['75', '本班平均分', '十月月考']));
  await page.getByRole('link', { name: '按时间' }).click();
  await expect(page).toHaveURL(/view=period/);
  await page.getByLabel('从', { exact: true }).fill(new Date(Date.now() - 10 * DAY).toISOString().slice(0, 10));
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('table', { name: '各场考试' }).getByRole('row')).toHaveCount(2);
  await readChart(page, 'period');
}

/** A student reads the own course; the place in class only where the teacher shows it. */
export async function readOwnCourse(page: Page, school: StatisticsSchool): Promise<void> {
  await page.getByRole('link', { name: '我的成绩曲线' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('我的成绩曲线');
  await expectTile(page, '已公布的考试', '2场');
  await expectTile(page, '笔试平均', '75分');
  const table = page.getByRole('table', { name: '每场考试的成绩' });
  await expect(table.getByRole('row')).toHaveCount(3);
  // 75 75 75 50 75 100: four share the second place.
  await expect(table.getByRole('row').filter({ hasText: '十一月月考' })).toContainText('第 2 名，共 6 人');
  await expect(table.getByRole('row').filter({ hasText: '十月月考' })).not.toContainText('名，共');
  expect(await readChart(page, 'own-course')).toEqual(expect.arrayContaining(['75', '十月月考', '十一月月考']));

  await setShowsRank(school.exam.id, false);
  await page.reload();
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(page.getByText('名次')).toHaveCount(0);
  await setShowsRank(school.exam.id, true);

  // What is the teachers' stays closed.
  expect((await page.request.get('/census/index')).status()).toBe(403);
  const others = `/census/chart?kind=distribution&examId=${school.exam.id}`;
  expect((await page.request.get(others)).status()).toBe(404);
}
