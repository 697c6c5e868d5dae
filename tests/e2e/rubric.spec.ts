import { expect, test, watchErrors } from './support/app';
import { rubricStory } from './support/rubric-story';

test('a rubric of deductions from preset to the student, weights, comments', async ({ app, page, browser }) => {
  const problems = watchErrors(page);
  await rubricStory(page, browser, app.address, true);
  // Refused forms answer 409 and 422: the browser says so, the page shows why.
  expect(problems.filter((problem) => !/status of (409|422)/.test(problem))).toEqual([]);
});
