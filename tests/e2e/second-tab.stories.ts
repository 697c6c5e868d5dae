import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toExamPreview } from '~/lib/addresses/results';
import { makeShare, makeTheoryQuestion, PASSWORD } from '../factories';
import { expect, signIn, test } from './support/app';
import { itemCard, makeSittingSchool } from './support/sitting-story';

/** Two tabs, two pupils at one PC, a session that is gone: the same with script and without. */

export const paperOf = (examId: number) => `/examination/evaluation/written?id=${examId}`;

export async function start(page: Page, examId: number): Promise<void> {
  await page.goto(toExamPreview({ id: examId }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await expect(page).toHaveURL(/evaluation\/written/);
}

export async function signInHere(page: Page, account: string): Promise<void> {
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

const answers = (examId: number) =>
  db()
    .selectFrom('answers')
    .innerJoin('attempts', 'attempts.id', 'answers.attempt_id')
    .select(['attempts.student_id', 'answers.value'])
    .where('attempts.exam_id', '=', examId)
    .execute();

export function secondTabStories({ hasScript }: { hasScript: boolean }) {
  test('a second tab on the school’s address leaves the exam alone and leads back to it', async ({
    app: _app,
    page,
    context,
  }) => {
    const { student, exam, written } = await makeSittingSchool();
    await signIn(page, student);
    await start(page, exam.id);
    const second = await context.newPage();
    for (const address of ['/', '/login', '/forget']) {
      await second.goto(address);
      await expect(second.getByRole('heading', { name: '考试正在进行' })).toBeVisible();
      await expect(second.getByText(`现在登录的是林可欣（${student.account}）`)).toBeVisible();
      await expect(second.getByRole('button', { name: '换人登录' })).toBeVisible();
    }
    await itemCard(page, written[4]).getByRole('textbox').fill('第一个页面里写的');
    await page.getByRole('button', { name: '保存本页' }).click();
    await expect(page.getByText(/已保存 \d\d:\d\d:\d\d/).first()).toBeVisible();
    await expect
      .poll(() => answers(exam.id))
      .toEqual([{ student_id: student.id, value: '{"text":"第一个页面里写的"}' }]);
    await second.getByRole('link', { name: '继续考试' }).click();
    await expect(second).toHaveURL(new RegExp(`evaluation/written\\?id=${exam.id}`));
    await expect(itemCard(second, written[4]).getByRole('textbox')).toHaveValue('第一个页面里写的');
  });

  test('another pupil signs in at the same PC: what stands in the first tab goes into nobody’s paper but its owner’s', async ({
    app: _app,
    page,
    context,
  }) => {
    const { student, other, exam, written } = await makeSittingSchool();
    await signIn(page, student);
    await start(page, exam.id);
    const second = await context.newPage();
    await second.goto('/login');
    await second.getByRole('button', { name: '换人登录' }).click();
    await signInHere(second, other.account);
    await start(second, exam.id);

    await itemCard(page, written[4]).getByRole('textbox').fill('林可欣的作文');
    await page.getByRole('button', { name: '保存本页' }).click();
    await expect(page.getByText(/现在登录的是王浩然/).first()).toBeVisible();
    await second.goto(paperOf(exam.id));
    await expect(second.getByText('林可欣的作文')).toHaveCount(0);
    expect(await answers(exam.id)).toEqual([]);

    await second.goto('/login');
    await second.getByRole('button', { name: '换人登录' }).click();
    await signInHere(second, student.account);
    await second.goto(paperOf(exam.id));
    await expect(itemCard(second, written[4]).getByRole('textbox')).toHaveValue('林可欣的作文');
    // The other pupil may have sent it: it is saved only once its owner says so.
    if (hasScript) expect(await answers(exam.id)).toEqual([]);
    await second.getByRole('button', { name: hasScript ? '用下面这一份' : '保存本页' }).click();
    await expect.poll(() => answers(exam.id)).toEqual([{ student_id: student.id, value: '{"text":"林可欣的作文"}' }]);
    expect(await db().selectFrom('attempts').select('state').where('exam_id', '=', exam.id).execute()).toEqual([
      { state: 'in_progress' },
      { state: 'in_progress' },
    ]);
  });

  test('a practice comes back with its text after the session has gone', async ({ app: _app, page, context }) => {
    const { student, owner } = await makeSittingSchool({ status: 'closed' });
    const question = await makeTheoryQuestion({ owner, kind: 'short', title: '什么是物态' });
    await makeShare({ question, audience: 'students' });
    await signIn(page, student);
    const address = `/question_bank/mine/theory/preview?id=${question.id}`;
    await page.goto(address);
    await page.getByRole('textbox').fill('固态、液态、气态');
    const second = await context.newPage();
    await second.goto('/');
    await expect(second.getByLabel('账号')).toBeVisible();
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page).toHaveURL(/\/login\?redirectTo=/);
    await signInHere(page, student.account);
    await expect(page).toHaveURL(address);
    await expect(page.getByText('登录中断时没有提交的内容已恢复')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveValue('固态、液态、气态');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText('请对照参考答案自评')).toBeVisible();
  });
}
