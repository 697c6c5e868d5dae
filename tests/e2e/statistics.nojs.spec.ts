import { test, signInHome } from './support/app';
import { makeStatisticsSchool, readExamStatistics, readOwnCourse } from './support/statistics-story';

test('a teacher reads the statistics without script', async ({ app, page }) => {
  void app;
  const school = await makeStatisticsSchool();
  await signInHome(page, school.owner);
  await readExamStatistics(page, school);
});

test('a student reads the own course without script', async ({ app, page }) => {
  void app;
  const school = await makeStatisticsSchool();
  await signInHome(page, school.strong[0]?.account ?? '');
  await readOwnCourse(page, school);
});
