import type { Page } from '@playwright/test';
import { toPapers } from '~/lib/addresses/scoring';
import { makeAttempt, makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '../factories';
import { expect, signIn, test } from './support/app';
import { signedIn } from './support/share-out-story';

/** What becomes of results of papers marked by their keys, the same with script and without. */

const MINUTE = 60_000;

/** Two classes sat the same two questions; the key of the first says B. */
async function makeKeySchool(input: { releaseMode: 'auto' | 'manual'; isOver: boolean }) {
  const owner = await makeTeacher({ name: '周敏' });
  const morning = await makeClassroom({ teacher: owner, name: '旅游2601班' });
  const evening = await makeClassroom({ teacher: owner, name: '旅游2602班' });
  const now = input.isOver ? Date.now() - 180 * MINUTE : Date.now();
  const exam = await makeExam({
    owner,
    classrooms: [morning, evening],
    name: '导游基础测验',
    written: [
      await makeTheoryQuestion({ owner, points: 50 }),
      await makeTheoryQuestion({ owner, kind: 'multiple', points: 50 }),
    ],
    settings: { releaseMode: input.releaseMode },
    now,
  });
  const sit = async (classroom: { id: number }, name: string, key: string) => {
    const student = await makeStudent({ classroom_id: classroom.id, name });
    const answers = [{ keys: [key] }, { keys: ['A', 'C'] }];
    await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers, now });
    return student;
  };
  return { owner, exam, first: await sit(morning, '林可欣', 'B'), second: await sit(evening, '王浩然', 'A') };
}

type School = Awaited<ReturnType<typeof makeKeySchool>>;

const resultUrl = ({ exam }: School) => `/examination/record_page/index?examId=${exam.id}`;

async function expectTotal(page: Page, school: School, total: string) {
  await page.goto(resultUrl(school));
  await expect(page.locator('.headline')).toContainText(total);
}

/** From the list of items to the first one's page of corrections, by its links. */
async function openFirstItem(page: Page, school: School) {
  await page.goto(toPapers({ examId: school.exam.id }));
  await page.getByRole('navigation', { name: '考试评分' }).getByRole('link', { name: '复核改分' }).click();
  await page.getByRole('link', { name: /^复核.*笔试第 1 题$/ }).click();
  await expect(page.getByRole('heading', { name: '笔试第 1 题' })).toBeVisible();
}

async function apply(page: Page, reason: string, said: string) {
  await page.getByLabel('原因').fill(reason);
  await page.getByRole('button', { name: '确认更正' }).click();
  await expect(page.getByText(said)).toBeVisible();
}

async function waitForRelease(page: Page, school: School) {
  // The server looks every ten seconds.
  await expect(async () => {
    await page.goto(resultUrl(school));
    await expect(page.locator('.headline')).toContainText('100分', { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
}

export function resultStories() {
  test('an exam of keys alone is released when its time is over; its key is put right, everybody credited, both taken back', async ({
    app,
    page,
    browser,
  }) => {
    const school = await makeKeySchool({ releaseMode: 'auto', isOver: false });
    const first = await signedIn(browser, school.first);
    const second = await signedIn(browser, school.second);
    await first.goto(resultUrl(school));
    await expect(first.getByText('未公布')).toBeVisible();
    app.moveClock(100 * MINUTE);
    await waitForRelease(first, school);
    await expectTotal(second, school, '50分');

    await signIn(page, school.owner);
    await openFirstItem(page, school);
    await page.getByRole('radio', { name: 'A. 上海' }).check();
    await page.getByRole('button', { name: /预览影响\s*：更正答案/ }).click();
    const changes = page.getByRole('table', { name: '成绩有变化的学生' });
    await expect(changes.getByRole('row', { name: /林可欣/ })).toContainText('100 → 50');
    await expect(changes.getByRole('row', { name: /王浩然/ })).toContainText('50 → 100');
    await page.getByRole('button', { name: '确认更正' }).click();
    await expect(page.getByRole('alert')).toContainText('请填写原因');
    await apply(page, '答案写错了', '已更正：1 人加分，1 人减分，已通知 2 人');
    await expectTotal(first, school, '50分');
    await expectTotal(second, school, '100分');
    await second.goto('/users/news');
    await expect(second.getByText(school.exam.name).first()).toBeVisible();

    await page.getByRole('button', { name: /预览影响\s*：全员给分/ }).click();
    await expect(changes.getByRole('row', { name: /林可欣/ })).toContainText('50 → 100');
    await expect(changes.getByRole('row', { name: /王浩然/ })).toHaveCount(0);
    await apply(page, '题目有歧义', '已更正：1 人加分，0 人减分，已通知 1 人');
    await expectTotal(first, school, '100分');

    await page.getByRole('button', { name: /预览影响\s*：撤销更正/ }).click();
    await expect(changes.getByRole('row', { name: /王浩然/ })).toContainText('100 → 50');
    await apply(page, '原来的答案是对的', '已更正：0 人加分，1 人减分，已通知 1 人');
    await expect(page.getByRole('heading', { name: '更正记录' })).toBeVisible();
    await expectTotal(first, school, '100分');
    await expectTotal(second, school, '50分');
  });

  test('results are released class by class, and taken back for one', async ({ app: _app, page, browser }) => {
    const school = await makeKeySchool({ releaseMode: 'manual', isOver: true });
    await signIn(page, school.owner);
    await page.goto(toPapers({ examId: school.exam.id }));
    await page.getByRole('link', { name: /^自动判分/ }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已自动评完 2 份答卷')).toBeVisible();
    await page.getByRole('link', { name: '公布成绩' }).click();
    const ask = page.getByRole('group', { name: '公布哪些班级' });
    await ask.getByLabel('旅游2601班').uncheck();
    await ask.getByLabel('旅游2602班').uncheck();
    await page.getByRole('button', { name: '公布成绩' }).click();
    await expect(page.getByRole('alert')).toContainText('请至少选择一个班级');
    await page.goto(toPapers({ examId: school.exam.id, confirm: 'release' }));
    await ask.getByLabel('旅游2602班').uncheck();
    await page.getByRole('button', { name: '公布成绩' }).click();
    await expect(page.getByText('成绩已公布，并已通知学生')).toBeVisible();

    const first = await signedIn(browser, school.first);
    const second = await signedIn(browser, school.second);
    await expectTotal(first, school, '100分');
    await second.goto(resultUrl(school));
    await expect(second.getByText('未公布')).toBeVisible();

    await page.getByRole('link', { name: '公布成绩' }).click();
    await expect(page.getByText('已经公布：旅游2601班')).toBeVisible();
    await page.getByRole('button', { name: '公布成绩' }).click();
    await expect(page.getByText('成绩已公布，并已通知学生')).toBeVisible();
    await expectTotal(second, school, '50分');

    await page.getByRole('link', { name: '撤回公布' }).click();
    await page.getByRole('group', { name: '撤回哪些班级' }).getByLabel('旅游2601班').uncheck();
    await page.getByRole('button', { name: '撤回公布' }).click();
    await expect(page.getByText('已撤回公布')).toBeVisible();
    await second.goto(resultUrl(school));
    await expect(second.getByText('未公布')).toBeVisible();
    await expectTotal(first, school, '100分');
  });
}
