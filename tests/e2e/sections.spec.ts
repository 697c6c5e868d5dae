import { toStep } from '~/lib/addresses/exams';
import { makeComposing, section, sectionStories, titlesIn } from './sections.stories';
import { expect, signIn, test } from './support/app';

sectionStories();

test('questions and sections are moved by Alt and the arrows and by dragging, the page stays', async ({
  app,
  page,
}) => {
  void app;
  const { owner, exam } = await makeComposing();
  // All of the paper in sight: a page that scrolls under the pressed mouse drags something else.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await signIn(page, owner);
  await page.goto(toStep('threeadd', { id: exam.id }));
  const grip = (name: string) => page.getByRole('button', { name, exact: true });
  await grip('移动第 1 题').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(titlesIn(page, '第 1 大题：单项选择题')).toContainText(['单乙', '单甲']);
  await expect(grip('移动第 2 题')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '第 2 题' })).toHaveText(/已移动/);

  // What was typed beside it goes along.
  await page.getByLabel('第 2 大题的名称').fill('正误题');
  await grip('移动第 2 大题 判断题').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(titlesIn(page, '第 1 大题：正误题')).toContainText(['判甲', '判乙']);

  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await row('单乙')
    .getByRole('button', { name: /^移动第/ })
    .dragTo(row('判乙'), { targetPosition: { x: 200, y: 4 } });
  await expect(titlesIn(page, '第 1 大题：正误题')).toContainText(['判甲', '单乙', '判乙']);
  await grip('移动第 2 大题 单项选择题').dragTo(section(page, '第 1 大题：正误题'), {
    targetPosition: { x: 200, y: 4 },
  });
  await expect(titlesIn(page, '第 1 大题：单项选择题')).toContainText(['单甲']);
  await page.reload();
  await expect(titlesIn(page, '第 2 大题：正误题')).toContainText(['判甲', '单乙', '判乙']);
});
