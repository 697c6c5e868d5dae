import * as story from './support/account-story';
import { test } from './support/app';

test.beforeEach(({ app }) => void app);

test('a forgotten password reaches the teacher', ({ page }) => story.forgottenPassword(page));

test('a one-time password must be changed first', async ({ page, browser, baseURL }) => {
  const other = await browser.newContext({ baseURL });
  await story.forcedChange(page, await other.newPage());
  await other.close();
});

test('a device is signed out from another', async ({ page, browser, baseURL }) => {
  const other = await browser.newContext({ baseURL });
  await story.devices(page, await other.newPage());
  await other.close();
});

test('messages are read and deleted', ({ page }) => story.messages(page));

test('the profile is kept with its region', ({ page }) => story.profile(page, { hasScript: false }));

test('a picture becomes the avatar', ({ page }) => story.avatar(page, { hasScript: false }));

test('exams stand in the calendar', ({ page }) => story.calendar(page));

test('lite mode, appearance, 403, 404 and signing out', ({ page }) => story.settings(page));
