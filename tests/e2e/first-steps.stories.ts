import { db } from '~/db/db.server';
import { toPapers } from '~/lib/addresses/scoring';
import { makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '../factories';
import { expect, signIn, test } from './support/app';

/** The first steps of a new school on the home page, the same with script and without. */
export function firstStepsStories(): void {
  test('a teacher opens the first steps again, follows one and closes them', async ({ page, app }) => {
    void app;
    const teacher = await makeTeacher();
    await db().updateTable('users').set({ first_steps: 'closed' }).where('id', '=', teacher.id).execute();
    await signIn(page, teacher);
    await page.goto('/dashboard');
    const card = page.locator('section.card').filter({ hasText: '五步办一场考试' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(card).toHaveCount(0);

    await page.goto('/users/setting');
    await page.getByRole('button', { name: '在首页打开' }).click();
    await expect(page).toHaveURL(/dashboard/);
    await expect(card.getByRole('listitem')).toHaveCount(5);
    await card.getByRole('link', { name: '新增班级' }).click();
    await expect(page).toHaveURL(/member\/class\/edit/);

    await page.goto('/dashboard');
    await card.getByRole('button', { name: '不再显示' }).click();
    await expect(page.getByRole('status').filter({ hasText: '“开始使用”已收起' })).toBeVisible();
    await expect(card).toHaveCount(0);
  });

  test('they go by themselves with the first published result, and can be opened again', async ({ page, app }) => {
    void app;
    const owner = await makeTeacher();
    const classroom = await makeClassroom({ teacher: owner });
    await makeStudent({ classroom_id: classroom.id });
    const question = await makeTheoryQuestion({ owner });
    const exam = await makeExam({ owner, classrooms: [classroom], written: [question], status: 'closed' });
    // Other stories of the same school published results before.
    await db().updateTable('exams').set({ status: 'closed' }).where('status', '=', 'released').execute();
    await signIn(page, owner);
    await page.goto('/dashboard');
    const card = page.locator('section.card').filter({ hasText: '五步办一场考试' });
    await expect(card).toContainText('已完成 4 步');
    await expect(card.locator('[aria-current=step]')).toContainText('评分并公布成绩');

    await page.goto(toPapers({ examId: exam.id, confirm: 'release' }));
    await page
      .getByRole('button', { name: /确定|公布/ })
      .last()
      .click();
    await expect(page.getByText('成绩已公布，并已通知学生')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(card).toHaveCount(0);

    await page.goto('/users/setting');
    await page.getByRole('button', { name: '在首页打开' }).click();
    await expect(card).toContainText('已完成 5 步');
  });
}
