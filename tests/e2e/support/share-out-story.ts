import type { Browser, Page } from '@playwright/test';
import { blindName } from '~/domain/exam/blind.rules';
import { toResult } from '~/lib/addresses/results';
import { toConsistency, toPapers, toSharing } from '~/lib/addresses/scoring';
import { makeAttempt, makeClassroom, makeExam, makeStudent, makeTeacher, makeWrittenQuestion } from '../../factories';
import { expect, signIn } from './app';

const HOUR = 3_600_000;

type Person = { account: string };

/** An exam that is over, blind unless said otherwise, with three papers of one class and three examiners besides the owner. */
export async function makeSharingSchool({ isBlind = true } = {}) {
  const owner = await makeTeacher({ name: '周敏' });
  const first = await makeTeacher({ name: '许志远' });
  const second = await makeTeacher({ name: '钱一鸣' });
  const third = await makeTeacher({ name: '孙立' });
  const classroom = await makeClassroom({ teacher: owner, name: '旅游2601班' });
  const then = Date.now() - 3 * HOUR;
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    name: '期末写作',
    written: [await makeWrittenQuestion({ owner, points: 100, body: { answerBy: 'text', markingPoints: [] } })],
    examiners: [first, second, third].map((teacher) => ({ teacher, part: 'written' as const })),
    settings: { isBlind },
    now: then,
  });
  const sit = async (name: string) => {
    const student = await makeStudent({ classroom_id: classroom.id, name });
    const answers = [{ text: '大家好，欢迎来到太和殿。' }];
    const attempt = await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers, now: then });
    return { student, attempt, code: blindName(attempt.id) };
  };
  return {
    owner,
    first,
    second,
    third,
    exam,
    classroom,
    arbitrated: await sit('林可欣'),
    tied: await sit('王浩然'),
    agreed: await sit('赵子墨'),
  };
}

export type SharingSchool = Awaited<ReturnType<typeof makeSharingSchool>>;

/** Somebody at a computer of their own. */
export async function signedIn(browser: Browser, who: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, who);
  return page;
}

/** The owner gives the class to two examiners, having seen the loads. */
export async function shareOutByTwo(page: Page, school: SharingSchool) {
  await page.goto('/examination/scoreexamination/index');
  await page.getByRole('link', { name: school.exam.name, exact: true }).click();
  await page.getByRole('navigation', { name: '考试评分' }).getByRole('link', { name: '分卷' }).click();
  await expect(page.getByText('3 份答卷还没有分')).toBeVisible();
  const choose = (which: string) => page.getByLabel(`${school.classroom.name}，${which}阅卷老师`);
  await choose('第一位').selectOption({ label: '许志远' });
  await choose('第二位').selectOption({ label: '钱一鸣' });
  await page.getByRole('button', { name: '预览分法' }).click();
  const preview = page.getByRole('table', { name: '分完以后每位老师的份数' });
  await expect(preview.getByRole('row', { name: '许志远 3 0' })).toBeVisible();
  await expect(preview.getByRole('row', { name: '孙立 0 0' })).toBeVisible();
  await page.getByRole('button', { name: '确认分卷' }).click();
  await expect(page.getByText('分卷完成，3 份有变化')).toBeVisible();
}

/** An examiner goes from the dashboard through the own pile, by codes, never by names. */
export async function scorePile(page: Page, school: SharingSchool, points: Record<string, string>) {
  await page.goto('/dashboard');
  const todo = page.locator('.todo').filter({ hasText: school.exam.name });
  await expect(todo).toContainText(new RegExp(`(评分|仲裁) ${Object.keys(points).length} 份`));
  await todo.getByRole('link', { name: `评分：${school.exam.name}` }).click();
  await expect(page.locator('body')).not.toContainText('林可欣');
  await page.getByRole('link', { name: /^(开始|继续)评分$/ }).click();
  for (let left = Object.keys(points).length; left > 0; left -= 1) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^答卷 /);
    const code = (await page.getByRole('heading', { level: 1 }).innerText()).trim();
    await expect(page.locator('main')).not.toContainText(/林可欣|王浩然|赵子墨|旅游2601班/);
    await page.getByLabel('第 1 题得分').fill(points[code] ?? '');
    await page.getByRole('button', { name: '保存并下一份' }).click();
    if (left > 1) await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(code);
  }
  await expect(page.getByText('这一部分您都评完了')).toBeVisible();
}

/** The owner asks the third examiner to arbitrate everything that differs too much. */
export async function askArbiter(page: Page, school: SharingSchool) {
  await page.goto('/examination/scoreexamination/index');
  await page.getByRole('link', { name: /^待仲裁 2/ }).click();
  // Marked without names: by the code alone.
  await expect(page.getByRole('table', { name: '答卷和阅卷老师' })).not.toContainText(/林可欣|王浩然|赵子墨/);
  for (const { code } of [school.arbitrated, school.tied]) await page.getByLabel(`选择 ${code}`).check();
  await page.getByRole('button', { name: '请人仲裁' }).click();
  await page.getByLabel('仲裁老师').selectOption({ label: '孙立' });
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已请人仲裁 2 份')).toBeVisible();
  await expect(page.getByRole('row', { name: school.arbitrated.code })).toContainText('孙立');
}

/** The owner settles by a word what the third left as far from one as from the other. */
export async function decide(page: Page, school: SharingSchool) {
  await page.goto('/examination/scoreexamination/index');
  await page.getByRole('link', { name: /^笔试 1 份/ }).click();
  await page.getByRole('link', { name: school.tied.code, exact: true }).click();
  // The owner marks as blind as everybody.
  await expect(page.getByRole('heading', { level: 1, name: school.tied.code })).toBeVisible();
  await expect(page.getByText('几份评分分不出远近，请您裁定')).toBeVisible();
  await page.getByRole('button', { name: '裁定' }).click();
  await expect(page.getByRole('alert')).toContainText('请选择以谁的评分为准');
  await page.getByLabel(/许志远 60分/).check();
  await page.getByLabel(/孙立 70分/).check();
  await page.getByLabel('理由').fill('第二位漏看了跑题。');
  await page.getByRole('button', { name: '裁定' }).click();
  await expect(page.getByText('裁定已保存')).toBeVisible();
  await expect(page.getByText(/以许志远、孙立的评分平均为准/)).toBeVisible();
}

/** From the share-out to the release, with arbitration and the owner's word. */
export async function shareOutToRelease(page: Page, browser: Browser) {
  const school = await makeSharingSchool();
  const { arbitrated, tied, agreed, exam } = school;
  await signIn(page, school.owner);
  await shareOutByTwo(page, school);

  const first = await signedIn(browser, school.first);
  await scorePile(first, school, { [arbitrated.code]: '60', [tied.code]: '60', [agreed.code]: '70' });
  const second = await signedIn(browser, school.second);
  await scorePile(second, school, { [arbitrated.code]: '90', [tied.code]: '80', [agreed.code]: '76' });

  // Once they are marked a single paper is given away by its code; nothing on the page has a name.
  await page.goto(toSharing({ examId: exam.id, part: 'written' }));
  const papers = page.getByRole('table', { name: '答卷和阅卷老师' });
  await expect(papers.getByRole('row', { name: arbitrated.code })).toContainText('许志远 已提交');
  await expect(page.locator('main')).not.toContainText(/林可欣|王浩然|赵子墨/);
  await expect(page.getByText('不能再按班级分')).toBeVisible();
  await papers.getByRole('link', { name: new RegExp(`^改派给别人.*${agreed.code}`) }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText(`${agreed.code}已改好`)).toBeVisible();

  // Not given to the third: as if it was not there.
  const third = await signedIn(browser, school.third);
  const paper = `/examination/scoreexamination/score?attemptId=${arbitrated.attempt.id}`;
  expect((await third.goto(paper))?.status()).toBe(404);
  // What came apart stands: of it nothing but the comments can be written anew.
  await first.goto(paper);
  await expect(first.getByLabel('第 1 题得分')).toBeDisabled();
  await expect(first.getByRole('button', { name: /提交评分|保存草稿|保存并下一份/ })).toHaveCount(0);
  await first.getByLabel(/^评语/).fill('背面没有看到');
  await first.getByRole('button', { name: '保存评语' }).click();
  await expect(first.getByText('评语已保存')).toBeVisible();
  await expect(first.getByLabel('第 1 题得分')).toHaveValue('60');
  await askArbiter(page, school);
  await third.goto('/users/news');
  await expect(third.getByText(`请您仲裁：${exam.name}`).first()).toBeVisible();
  await third.goto(paper);
  await expect(third.getByText('请您仲裁')).toBeVisible();
  await expect(third.locator('.scorecard')).not.toContainText('许志远');
  await scorePile(third, school, { [arbitrated.code]: '85', [tied.code]: '70' });

  await decide(page, school);
  await page.goto(toConsistency({ examId: exam.id }));
  await expect(page.getByRole('row', { name: /许志远、钱一鸣/ })).toContainText('3');

  // Papers by their codes for the owner too; whose they are stands in the results, which lead to none.
  await page.goto(toPapers({ examId: exam.id }));
  for (const [{ code }, reached] of [
    [arbitrated, '88分'],
    [tied, '65分'],
    [agreed, '73分'],
  ] as const) {
    await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText(reached);
  }
  await page.goto(toPapers({ examId: exam.id, part: 'total' }));
  await expect(page.getByRole('row', { name: /林可欣/ })).toContainText('88分');
  await expect(page.getByRole('row', { name: /王浩然/ })).toContainText('65分');
  await expect(page.getByRole('row', { name: /赵子墨/ })).toContainText('73分');
  await expect(page.locator('a[href*="attemptId="]')).toHaveCount(0);
  await page.getByRole('link', { name: '公布成绩' }).click();
  await page.getByRole('button', { name: '公布成绩' }).click();
  await expect(page.getByText(/成绩已公布/).first()).toBeVisible();

  const student = await signedIn(browser, arbitrated.student);
  await student.goto(toResult({ examId: exam.id }));
  await expect(student.locator('.headline')).toContainText('88分');
  return school;
}
