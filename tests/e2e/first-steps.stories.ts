import { db } from '~/db/db.server';
import { makeTeacher } from '../factories';
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
}
