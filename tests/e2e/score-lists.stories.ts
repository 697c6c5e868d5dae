import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { examSettingsSchema, type ExamSettings } from '~/domain/exam/exam-settings.schema';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { toResult } from '~/lib/addresses/results';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
} from '../factories';
import { expect, signIn, test, signInHome } from './support/app';

/** The score lists of an exam, the same with script and without. */

const HOUR = 3_600_000;

/** Two classes: a tie, an absent student, a paper that waits, each of known measures. */
async function makeSchool() {
  const owner = await makeTeacher({ name: '周敏' });
  const one = await makeClassroom({ teacher: owner, name: '旅游2601班' });
  const two = await makeClassroom({ teacher: owner, name: '旅游2602班' });
  const then = Date.now() - 3 * HOUR;
  const exam = await makeExam({
    owner,
    classrooms: [one, two],
    name: '十一月月考',
    oral: await makeOralQuestion({ owner, title: '故宫中轴线讲解' }),
    written: [await makeTheoryQuestion({ owner, points: 10, title: '首都' })],
    status: 'closed',
    now: then,
  });
  const item = exam.items[0]?.id ?? 0;
  const stamp = `${process.pid}${owner.id}`;
  const student = (number: number, name: string, classroom: { id: number }) =>
    makeStudent({ account: `0${stamp}${number}`, name, classroom_id: classroom.id });
  const sit = async (who: { id: number }, points: number | null, key: string) => {
    const mine = { exam, student: who, state: 'submitted', now: then };
    const oral = await makeAttempt({ ...mine, part: 'oral' });
    const written = await makeAttempt({ ...mine, part: 'written', answers: [{ keys: [key] }] });
    if (points === null) return;
    const measures = { zqd: points, lld: points, wzd: points, gjc: points };
    const score = { comment: '', isFinal: true, version: 0 };
    await saveScore(actorOf(owner), { ...score, attemptId: oral.id, marks: [{ itemId: item, measures }] }, Date.now());
    await saveScore(actorOf(owner), { ...score, attemptId: written.id, marks: [] }, Date.now());
  };
  const students = {
    lin: await student(1, '林可欣', one),
    wang: await student(2, '王浩然', one),
    zhao: await student(3, '赵子墨', one),
    qian: await student(4, '钱多多', one),
    sun: await student(5, '孙语嫣', two),
  };
  await sit(students.lin, 80, 'B'); // 90
  await sit(students.wang, 80, 'B'); // 90
  await sit(students.qian, null, 'A'); // waits
  await sit(students.sun, 60, 'A'); // 30
  return { owner, exam, students, one, two };
}

const LIST = '/examination/scoreexamination/scorelist';

/** The cells of one column of the table that is shown, from the top. */
async function column(page: Page, header: string): Promise<string[]> {
  const heads = await page.locator('main table thead th').allInnerTexts();
  const index = heads.findIndex((text) => text.startsWith(header));
  return (await page.locator(`main .table tbody tr > :nth-child(${index + 1})`).allInnerTexts()).map((text) =>
    text.trim(),
  );
}

async function setSettings(examId: number, settings: Partial<ExamSettings>) {
  await db()
    .updateTable('exams')
    .set({ settings: toJson(examSettingsSchema.parse(settings)) })
    .where('id', '=', examId)
    .execute();
}

export function scoreListStories() {
  test('the score list: rank with ties, sort by a column, search, one class', async ({ app, page }) => {
    void app;
    const { owner, exam, one } = await makeSchool();
    await signIn(page, owner);
    await page.goto(`${LIST}?examId=${exam.id}`);
    await page.getByRole('link', { name: '成绩单' }).click();
    await expect(page.getByRole('table', { name: '成绩单' })).toBeVisible();
    expect(await column(page, '姓名')).toEqual(['林可欣', '王浩然', '孙语嫣', '钱多多', '赵子墨']);
    expect(await column(page, '名次')).toEqual(['1', '1', '3', '—', '—']);
    expect(await column(page, '班级名次')).toEqual(['1', '1', '1', '—', '—']);
    expect(await column(page, '状态')).toEqual(['已评分', '已评分', '已评分', '待评分', '缺考']);
    const rank = page.getByRole('columnheader', { name: /^名次/ });
    await expect(rank).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByLabel('统计')).toContainText('平均70.0');

    await page.getByRole('columnheader', { name: '姓名' }).getByRole('link').click();
    await expect(page.getByRole('columnheader', { name: /^姓名/ })).toHaveAttribute('aria-sort', 'ascending');
    expect(await column(page, '姓名')).toEqual(['林可欣', '钱多多', '孙语嫣', '王浩然', '赵子墨']);
    await page.getByRole('columnheader', { name: /^姓名/ }).getByRole('link').click();
    await expect(page.getByRole('columnheader', { name: /^姓名/ })).toHaveAttribute('aria-sort', 'descending');
    expect(await column(page, '姓名')).toEqual(['赵子墨', '王浩然', '孙语嫣', '钱多多', '林可欣']);

    await page.getByLabel('班级', { exact: true }).selectOption(String(one.id));
    await page.getByLabel('姓名、学号或回执').fill('林');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page.getByText('共 1 人')).toBeVisible();
    expect(await column(page, '姓名')).toEqual(['林可欣']);
    await page.getByRole('link', { name: '林可欣的口语答卷' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('林可欣');
  });

  test('by class: the next one without going back, by rank, without names, on paper', async ({ app, page }) => {
    void app;
    const { owner, exam, students } = await makeSchool();
    await signIn(page, owner);
    await page.goto(`${LIST}?examId=${exam.id}`);
    await page.getByRole('link', { name: '班级成绩' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '旅游2601班成绩' })).toBeVisible();
    expect(await column(page, '姓名')).toEqual(['林可欣', '王浩然', '赵子墨', '钱多多']);
    await expect(page.getByLabel('统计')).toContainText('年级 70.0，+20.0');
    await page.getByRole('link', { name: '按名次' }).click();
    await expect(page.getByRole('link', { name: '按名次' })).toHaveAttribute('aria-current', 'true');
    expect(await column(page, '姓名')).toEqual(['林可欣', '王浩然', '钱多多', '赵子墨']);

    await page.emulateMedia({ media: 'print' });
    const sheet = page.getByRole('article', { name: '打印的成绩单' });
    await expect(sheet).toBeVisible();
    await expect(sheet).toContainText('十一月月考 旅游2601班 成绩单');
    await expect(sheet).toContainText('任课教师签字');
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await expect(sheet).toBeHidden();

    await page.getByRole('link', { name: '不显示姓名' }).click();
    await expect(page.getByText('只有学号，可以张贴。')).toBeVisible();
    await expect(page.locator('main')).not.toContainText('林可欣');
    await expect(page.locator('main .table')).toContainText(students.lin.account);
    await page.getByRole('link', { name: /^下一班/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: '旅游2602班成绩' })).toBeVisible();
    await expect(page.locator('main .table')).toContainText(students.sun.account);
    await expect(page.getByRole('link', { name: /^下一班/ })).toHaveCount(0);
    await page.getByRole('link', { name: /^上一班/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: '旅游2601班成绩' })).toBeVisible();
  });

  test('both exports are saved as files and open', async ({ app, page }) => {
    void app;
    const { owner, exam, students } = await makeSchool();
    await signIn(page, owner);
    await page.goto(`${LIST}?examId=${exam.id}&part=total`);
    // On paper everybody of the exam stands on one list, whatever the page shows.
    await db()
      .updateTable('exams')
      .set({ settings: toJson(examSettingsSchema.parse({ rowsPerPage: 2 })) })
      .execute();
    await page.reload();
    await page.emulateMedia({ media: 'print' });
    const sheet = page.getByRole('article', { name: '打印的成绩单' });
    await expect(sheet).toContainText('十一月月考 成绩单');
    await expect(sheet).toContainText('班级：旅游2601班、旅游2602班');
    await expect(sheet.getByRole('row')).toHaveCount(6);
    await expect(page.getByRole('table')).toHaveCount(1);
    await page.emulateMedia({ media: 'screen' });
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).first().click(),
      ]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const scores = await save('导出成绩单');
    expect(scores.name).toBe('十一月月考成绩单.xlsx');
    const [, first, , , , absent] = await readSheet(scores.bytes, '成绩单');
    expect(first?.slice(0, 7)).toEqual([1, 1, students.lin.account, '林可欣', '旅游2601班', 80, 100]);
    // The points of each section stand before the total.
    const [titles = []] = await readSheet(scores.bytes, '成绩单');
    expect(first?.[titles.indexOf('总分（百分制）')]).toBe(90);
    expect(titles.slice(7, titles.indexOf('总分（百分制）'))).toEqual(['一、单项选择题（满分 10 分）']);
    expect(absent?.slice(0, 7)).toEqual([null, null, students.zhao.account, '赵子墨', '旅游2601班', '缺考', '缺考']);
    expect(absent?.[titles.indexOf('总分（百分制）')]).toBe('缺考');
    const answers = await save('导出全部答卷');
    expect(answers.name).toBe('十一月月考答卷.xlsx');
    const [head = [], ...rows] = await readSheet(answers.bytes, '笔试答卷');
    const given = head.indexOf('第 1 题 首都：作答');
    expect(rows.map((row) => row[given]).sort()).toEqual(['A', 'A', 'B', 'B']);
  });

  test('students read a grade and their place where the teacher chose so', async ({ app, page }) => {
    void app;
    const { owner, exam, students } = await makeSchool();
    await setSettings(exam.id, { resultDisplay: 'grade', showsRank: true });
    await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, Date.now());
    await signInHome(page, students.wang);
    await expect(page.getByText('最近成绩')).toBeVisible();
    await expect(page.locator('main')).toContainText('优秀');
    await expect(page.locator('main')).not.toContainText('90分');
    await page.goto(toResult({ examId: exam.id }));
    await expect(page.locator('.headline')).toContainText('优秀');
    await expect(page.locator('.headline')).toContainText('班级第 1 名（共 2 人）');
    await expect(page.locator('main')).not.toContainText('90分');
    await expect(page.locator('main')).not.toContainText('80分');
    await page.goto('/examination/history/index');
    const row = page.getByRole('listitem').filter({ hasText: exam.name });
    await expect(row).toContainText('优秀');
    await expect(row).not.toContainText('分');
    const answer = await page.request.get('/api/exam/stu/list');
    const body = (await answer.json()) as { data: { id: number; totalPercent: number | null; grade: unknown }[] };
    expect(body.data.find((one) => one.id === exam.id)).toMatchObject({ totalPercent: null, grade: { word: '优秀' } });

    await setSettings(exam.id, {});
    await page.goto(toResult({ examId: exam.id }));
    await expect(page.locator('.headline')).toContainText('90分');
    await expect(page.locator('main')).not.toContainText('名（共');
  });
}
