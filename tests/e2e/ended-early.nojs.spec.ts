import { toExamPreview } from '~/lib/addresses/results';
import { expect, test } from './support/app';
import { openRoom } from './support/handed-in-story';
import { itemCard } from './support/sitting-story';

test('清除选择 takes hardly more than the room that a card leaves below its options', async ({
  app,
  page,
  browser,
}) => {
  const { school } = await openRoom(page, browser, app.address);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(toExamPreview({ id: school.exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  const card = itemCard(page, school.written[0]);
  const [whole, last, none] = await Promise.all([
    card.boundingBox(),
    card.locator('.opt').last().boundingBox(),
    card.locator('.opt__none').boundingBox(),
  ]);
  const end = (box: typeof whole) => (box ? box.y + box.height : 0);
  // High enough for a finger.
  expect(none?.height).toBeGreaterThanOrEqual(44);
  expect(end(whole) - end(last)).toBeLessThanOrEqual(48);
});
