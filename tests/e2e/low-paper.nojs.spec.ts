import { db } from '~/db/db.server';
import { toExamPreview } from '~/lib/addresses/results';
import { expect, signIn, test } from './support/app';
import { makeSittingSchool } from './support/sitting-story';

/** A paper in a low and narrow window with 大字: a phone with its keyboard up, or a page at 200 %. */
test('the head of a paper keeps inside of a low, narrow window, also in large type', async ({ app: _app, page }) => {
  const { student, exam } = await makeSittingSchool();
  await db().updateTable('users').set({ is_large_type: 1 }).where('id', '=', student.id).execute();
  await signIn(page, student);
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 400 });
    await expect(page.locator('.exambar').getByText(/截止/)).toBeInViewport({ ratio: 1 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(width);
  }
});
