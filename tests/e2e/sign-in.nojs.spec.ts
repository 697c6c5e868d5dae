import { makeClassroom, makeStudent, makeTeacher } from '../factories';
import { expect, signInByForm, test } from './support/app';

test('a teacher signs in and out without script', async ({ app, page }) => {
  void app;
  const teacher = await makeTeacher({ name: '陈静' });
  await signInByForm(page, teacher);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.locator('body')).toHaveClass(/theme_1/);
  await expect(page.getByText('陈静').first()).toBeVisible();
});

test('a wrong password keeps the account and says so without saying which was wrong', async ({ app, page }) => {
  void app;
  const student = await makeStudent();
  await page.goto('/login');
  await page.getByLabel('账号').fill(student.account);
  await page.getByLabel('密码', { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByLabel('账号')).toHaveValue(student.account);
  await expect(page.getByText(/账号或密码/).first()).toBeVisible();
});

test('signing in leads back to the page that was asked for', async ({ app, page }) => {
  void app;
  const teacher = await makeTeacher();
  const student = await makeStudent({ classroom_id: (await makeClassroom({ teacher })).id });
  await page.goto('/users/setting');
  await expect(page).toHaveURL(/\/login\?redirectTo=/);
  await page.getByLabel('账号').fill(student.account);
  await page.getByLabel('密码', { exact: true }).fill('factory-pass-1');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(/\/users\/setting/);
});
