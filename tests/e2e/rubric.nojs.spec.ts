import { test } from './support/app';
import { rubricStory } from './support/rubric-story';

test('a rubric of deductions from preset to the student, weights, comments without script', async ({
  app,
  page,
  browser,
}) => {
  await rubricStory(page, browser, app.address, false);
});
