import { expect, signIn, test } from './support/app';
import { acceptLateAnswer, expectToldStudent } from './support/late-story';
import { makeScoringSchool } from './support/scoring-story';

test('a late answer is accepted, counts, and is scored again without script', async ({ app, page, browser }) => {
  const school = await makeScoringSchool();
  await signIn(page, school.owner);
  await acceptLateAnswer(page, school);
  const student = await browser.newContext({ baseURL: app.address, javaScriptEnabled: false });
  const studentPage = await student.newPage();
  await signIn(studentPage, school.student);
  await expectToldStudent(studentPage, school);
  await expect(studentPage.getByText('P2WD-8NKE')).toBeVisible();
});
