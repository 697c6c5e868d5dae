import type { Page } from '@playwright/test';
import { toClass, toClasses } from '~/lib/addresses/members';
import { toGroup, toSchool } from '~/lib/addresses/personal';
import { makeTeacher } from '../factories';
import { expect, signIn, test } from './support/app';

/** What the browser finds wrong is said before anything is sent (decision 0052). */

test.beforeEach(({ app }) => void app);

function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

test('a form that Remix sends', async ({ page }) => {
  await signIn(page, await makeTeacher());
  await page.goto(toClass());
  const sent = sentBy(page);
  await page.getByLabel('入学年份').fill('二');
  await page.getByRole('button', { name: '保存' }).click();
  const alert = page.getByRole('alert', { name: '有问题需要处理' });
  await expect(alert.getByRole('link')).toHaveCount(2);
  await expect(page.getByLabel('班级名称')).toBeFocused();
  await expect(page.getByLabel('班级名称')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveTitle(/^错误：/);
  // Filled in, nothing moves until it is sent again.
  await page.getByLabel('班级名称').fill('旅游2601班');
  await expect(alert.getByRole('link')).toHaveCount(2);
  await page.getByLabel('入学年份').fill('2026');
  expect(sent).toEqual([]);
  await page.getByLabel('入学年份').press('Enter');
  await expect(page).toHaveURL(toClasses());
  await expect(page.getByText('已新增「旅游2601班」')).toBeVisible();
  // What only the server knows stands at its field all the same.
  await page.goto(toClass());
  await page.getByLabel('班级名称').fill('旅游2601班');
  await page.getByLabel('入学年份').fill('2026');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(alert).toBeFocused();
  await expect(page.getByLabel('班级名称')).toHaveValue('旅游2601班');
});

test('a form that the browser sends by itself, and its button that only searches', async ({ page }) => {
  await signIn(page, await makeTeacher());
  await page.goto(toGroup());
  const sent = sentBy(page);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('alert', { name: '有问题需要处理' })).toBeVisible();
  await expect(page.getByLabel('教研组名称')).toBeFocused();
  expect(sent).toEqual([]);
  await page.getByLabel('查找同事').fill('没有这个人');
  await page.getByRole('button', { name: '查找' }).click();
  await expect(page.getByText('没有找到“没有这个人”')).toBeVisible();
  await page.getByLabel('教研组名称').fill('口语组');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(
    page
      .getByRole('link', { name: /口语组/ })
      .or(page.getByText('口语组'))
      .first(),
  ).toBeVisible();
  expect(sent.filter((path) => path.startsWith('/users/groups'))).toHaveLength(1);
});

test('several forms of a page are checked each for itself', async ({ page }) => {
  await signIn(page, await makeTeacher({ is_admin: 1 }));
  await page.goto(toSchool());
  await page.getByLabel('优秀线').fill('50');
  await page.getByRole('button', { name: '保存考试默认值' }).click();
  const alert = page.getByRole('alert', { name: '有问题需要处理' });
  await expect(alert).toHaveCount(1);
  await expect(alert.getByText('良好线不能高于优秀线')).toBeVisible();
  await expect(page.getByLabel('良好线')).toBeFocused();
  await page.getByLabel('优秀线').fill('86');
  await page.getByRole('button', { name: '保存考试默认值' }).click();
  await expect(page.getByText('考试默认值已保存')).toBeVisible();
  await expect(alert).toHaveCount(0);
});
