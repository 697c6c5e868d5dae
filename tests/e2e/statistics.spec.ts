import { toCensus } from '~/lib/addresses/statistics';
import { makeTeacher } from '../factories';
import { expect, signIn, test, watchErrors, signInHome } from './support/app';
import { makeStatisticsSchool, readExamStatistics, readOwnCourse } from './support/statistics-story';

test('a teacher reads the statistics of an exam, a class and a time', async ({ app, page }) => {
  void app;
  const problems = watchErrors(page);
  const school = await makeStatisticsSchool();
  await signInHome(page, school.owner);
  await readExamStatistics(page, school);
  expect(problems).toEqual([]);
});

test('a student reads the own course', async ({ app, page }) => {
  void app;
  const school = await makeStatisticsSchool();
  await signInHome(page, school.strong[0]?.account ?? '');
  await readOwnCourse(page, school);
});

test('on paper there are figures and drawings without menus, and everything is unfolded', async ({ app, page }) => {
  void app;
  const school = await makeStatisticsSchool();
  await signIn(page, school.owner);
  await page.goto(toCensus({ examId: school.exam.id }));
  await page.getByRole('link', { name: '打印' }).click();
  await expect(page.getByText('第 4 题的选项分布')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: '各分数段人数' })).toBeVisible();
  await expect(page.locator('img[src*="kind=distribution"]')).toBeVisible();
});

test('nothing to show yet: each page says why', async ({ app, page }) => {
  void app;
  await signIn(page, await makeTeacher());
  await page.goto('/census/index');
  await expect(page.getByText('还没有考试')).toBeVisible();
  const school = await makeStatisticsSchool();
  // Of another teacher's exam not even the existence is told.
  expect((await page.goto(toCensus({ examId: school.exam.id })))?.status()).toBe(404);
  expect((await page.request.get(`/census/chart?kind=box&examId=${school.exam.id}`)).status()).toBe(404);
});
