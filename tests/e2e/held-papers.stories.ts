import type { Route } from '@playwright/test';
import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { closeExams } from '~/domain/room/close.commands.server';
import { grantResits } from '~/domain/room/resit.commands.server';
import { holdForm } from '~/domain/user/held-form.commands.server';
import { db } from '~/db/db.server';
import { toReceipt, toSitting } from '~/lib/addresses/sitting';
import { formatClock } from '~/lib/time';
import { actorOf } from '../factories';
import { expect, signIn, test } from './support/app';
import { itemCard, makeSittingSchool, MINUTE, type SittingSchool } from './support/sitting-story';
import { teacherSees } from './support/teacher-sees';

const begin = ({ student, exam }: SittingSchool) =>
  startAttempt(actorOf(student), { examId: exam.id, part: 'written' }, Date.now());

/** A page of the paper as it was sent when its student's session had ended: a text for the fifth question. */
async function hold(
  { student, exam, written }: SittingSchool,
  attemptId: number,
  text: string,
  ...more: [string, string][]
) {
  const itemId = written[4];
  await holdForm(
    { userId: student.id, isProven: true },
    toSitting('written', { id: exam.id, page: 1 }),
    [['attemptId', String(attemptId)], [`r.${itemId}`, '0'], [`a.${itemId}.text`, text], ...more],
    Date.now(),
  );
}

/** What is written while nobody, or who has to change the password first, is signed in; the same with script and without. */
export function heldPaperStories({ hasScript }: { hasScript: boolean }): void {
  test('the exam ends while a student still has the first password: it is said, and what was typed reaches the teacher', async ({
    app: _app,
    page,
  }) => {
    const school = await makeSittingSchool();
    const { owner, student, exam, written } = school;
    await db().updateTable('users').set({ must_change_password: 1 }).where('id', '=', student.id).execute();
    await begin(school);
    await signIn(page, student);
    await page.goto(toSitting('written', { id: exam.id }));
    const field = itemCard(page, written[4]).getByRole('textbox');
    await expect(field).toBeEditable();
    // The page hears of it only once something has been typed.
    const asked: Route[] = [];
    const state = '**/api/exam/attempt/state?*';
    await page.route(state, (route) => void asked.push(route));
    await closeExams(actorOf(owner), [exam.id], Date.now());
    await field.fill('收卷以后写的');
    await page.unroute(state);
    await Promise.all(asked.map((route) => route.continue()));
    if (!hasScript) await page.getByRole('button', { name: '保存本页' }).click();
    await expect(page.getByRole('heading', { name: '已收卷' })).toBeVisible();
    await expect(page.getByText(/第 5 题答案：.*没有计入：老师已经收卷；已留存，老师可以看到/)).toBeVisible();
    await teacherSees(page, school, 'written', ['收卷以后写的']);
  });

  test('what was kept and does not count is said on the page of photos too, to which signing in again leads', async ({
    app: _app,
    page,
  }) => {
    const school = await makeSittingSchool();
    const { student, exam } = school;
    const { id } = await begin(school);
    await hold(school, id, '登录失效时写的');
    await submitAttempt(actorOf(student), { attemptId: id }, Date.now());
    await signIn(page, student);
    await page.goto(toSitting('written', { id: exam.id }));
    await expect(page).toHaveURL(/evaluation\/written/);
    await expect(page.getByText(/第 5 题答案：.*登录已失效，没有计入；已留存，老师可以看到/)).toBeVisible();
  });

  test('a choice between two answers is asked again after a new login, and keeps what is chosen', async ({
    app: _app,
    page,
  }) => {
    const school = await makeSittingSchool();
    const { student, exam, written } = school;
    const [choice, short] = [itemCard(page, written[0]), itemCard(page, written[4])];
    const { id } = await begin(school);
    const savedAt = Date.now() - 5 * MINUTE;
    const stored = [
      { itemId: written[0] ?? 0, value: { keys: ['A'] }, revision: 0 },
      { itemId: written[4] ?? 0, value: { text: '手机上写的' }, revision: 0 },
    ];
    await saveAnswers(actorOf(student), { attemptId: id, answers: stored }, savedAt);
    const chosen: [string, string][] = [
      [`c.${written[4]}`, 'yours'],
      [`r.${written[0]}`, '0'],
      [`a.${written[0]}.keys`, 'B'],
    ];
    await hold(school, id, '电脑上写的', ...chosen);
    await signIn(page, student);
    await page.goto(toSitting('written', { id: exam.id }));
    await expect(short).toContainText('手机上写的');
    await expect(short.getByRole('textbox')).toHaveValue('电脑上写的');
    await expect(page.locator('.exambar')).toContainText(hasScript ? '未保存：有两份答案' : '有内容没有保存');
    await expect(page.locator('.exambar')).not.toContainText('已保存');
    await expect(choice.locator('blockquote')).toHaveText('A：上海');
    await expect(choice.getByRole('radio', { name: /^B/ })).toBeChecked();
    if (hasScript) {
      for (const card of [choice, short]) await card.getByRole('button', { name: '用已保存的那一份' }).click();
    } else {
      for (const card of [choice, short]) await card.getByLabel('用已保存的那一份').check();
      await page.getByRole('button', { name: '保存本页' }).click();
      await expect(page.getByText('第 5 题用的是已保存的那一份')).toBeVisible();
    }
    await expect(short.getByRole('textbox')).toHaveValue('手机上写的');
    await expect(short).toContainText(`已保存 ${formatClock(savedAt)}`);
    await expect(choice.getByRole('radio').first()).toBeChecked();
    if (hasScript) return;
    await page.reload();
    await expect(short.getByRole('textbox')).toHaveValue('手机上写的');
    await expect(page.locator('.exambar')).toContainText(`已保存 ${formatClock(savedAt)}`);
  });

  test('of two texts that were sent while nobody was signed in none is lost', async ({ app: _app, page }) => {
    const school = await makeSittingSchool();
    const { student, exam, written } = school;
    const short = itemCard(page, written[4]);
    const { id } = await begin(school);
    await hold(school, id, '第一个窗口写的');
    await hold(school, id, '第二个窗口写的');
    await signIn(page, student);
    await page.goto(toSitting('written', { id: exam.id }));
    await expect(short.getByRole('textbox')).toHaveValue('第二个窗口写的');
    await expect(short.getByRole('alert')).toContainText('第一个窗口写的');
    await page.getByRole('button', { name: '保存本页' }).click();
    await expect(short).toContainText('已保存');
    await closeExams(actorOf(school.owner), [exam.id], Date.now());
    await teacherSees(page, school, 'written', ['第一个窗口写的', '第二个窗口写的']);
  });

  test('the receipt of the first sitting leads to the re-sit that runs', async ({ app: _app, page }) => {
    const school = await makeSittingSchool();
    const { owner, student, exam } = school;
    await begin(school);
    const now = Date.now();
    await closeExams(actorOf(owner), [exam.id], now);
    const times = { beginTime: now - MINUTE, endTime: now + 60 * MINUTE, uploadEndTime: now + 70 * MINUTE };
    const resit = { id: exam.id, part: 'written' as const, studentIds: [student.id], ...times, reason: '' };
    await grantResits(actorOf(owner), { ...resit, countedAttempt: undefined, requestId: '' }, now);
    await begin(school);
    await signIn(page, student);
    await page.goto(toReceipt({ id: exam.id, part: 'written', number: 1 }));
    await expect(page.getByText(/这是第 1 次的答卷；补考正在进行，还剩 (59 分 \d+ 秒|1 小时 0 分)/)).toBeVisible();
    await page.getByRole('link', { name: '去补考' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /笔试/ })).toBeVisible();
  });
}
