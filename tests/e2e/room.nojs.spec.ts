import { toBoard } from '~/lib/addresses/exams';
import { makeSittingSchool } from './support/sitting-story';
import { expect, signIn, test } from './support/app';
import { roomStories } from './room.stories';

roomStories({
  hasScript: false,
  hears: async (page) => {
    await page.getByRole('button', { name: '保存本页' }).click();
  },
});

test('a board without script reloads itself only when asked to', async ({ app: _app, page }) => {
  const { owner, exam } = await makeSittingSchool();
  await signIn(page, owner);
  await page.goto(toBoard({ examId: exam.id }));
  await expect(page.locator('meta[http-equiv=refresh]')).toHaveCount(0);
  await page.getByRole('link', { name: '自动刷新', exact: true }).click();
  await expect(page.locator('meta[http-equiv=refresh]')).toHaveCount(1);
  await page.getByRole('link', { name: '暂停自动刷新' }).click();
  await expect(page.locator('meta[http-equiv=refresh]')).toHaveCount(0);
});
