import { expect, signIn, test } from './support/app';
import {
  arrangeAndHandIn,
  expectMarkedResult,
  letTimePass,
  makePhotoSchool,
  storedPhotos,
} from './support/photo-story';

test('photos: arranged by the student, drawn on by the examiner, seen with the marks', async ({
  app,
  page,
  browser,
}) => {
  const school = await makePhotoSchool();
  const studentPage = await (await browser.newContext()).newPage();
  await signIn(studentPage, school.student);
  await studentPage.goto(`${app.address}/examination/preview?id=${school.exam.id}`);
  await studentPage.getByRole('button', { name: '开始笔试考试' }).click();
  const order = await arrangeAndHandIn(studentPage, school, async () => undefined);
  await letTimePass(school);

  // The points stay in sight below the sheet: drawn on is what is seen of it above them.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await signIn(page, school.owner);
  await page.goto('/examination/scoreexamination/index');
  await page.getByRole('link', { name: new RegExp(`^笔试\\s*：${school.exam.name}$`) }).click();
  await page.getByRole('link', { name: '林可欣', exact: true }).click();
  await page.getByRole('textbox', { name: '第 2 题得分' }).fill('16');
  const first = page.locator('figure.desk__photo').first();
  const sheet = first.getByRole('img');

  await test.step('turned twice; what was filled in stays', async () => {
    await first.getByRole('button', { name: '右转' }).click();
    await expect(sheet.locator('image')).toHaveAttribute('href', /rotate=180/);
    await first.getByRole('button', { name: '右转' }).click();
    await expect(sheet.locator('image')).toHaveAttribute('href', /rotate=270/);
    await expect(page.getByRole('textbox', { name: '第 2 题得分' })).toHaveValue('16');
  });

  const at = async (x: number, y: number) => {
    await sheet.scrollIntoViewIfNeeded();
    const box = await sheet.boundingBox();
    if (!box) throw new Error('no sheet');
    return [box.x + box.width * x, box.y + box.height * y] as const;
  };
  const drag = async (from: [number, number], to: [number, number]) => {
    await page.mouse.move(...(await at(...from)));
    await page.mouse.down();
    await page.mouse.move(...(await at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)));
    await page.mouse.move(...(await at(...to)));
    await page.mouse.up();
  };

  await test.step('tick, text and line drawn in place; each saved at once', async () => {
    await first.getByRole('button', { name: '✓ 对' }).click();
    await page.mouse.click(...(await at(0.2, 0.2)));
    await first.getByRole('button', { name: '字', exact: true }).click();
    await first.getByRole('textbox', { name: '写的字' }).fill('论证充分');
    await page.mouse.click(...(await at(0.4, 0.4)));
    await first.getByRole('button', { name: '线', exact: true }).click();
    await drag([0.2, 0.6], [0.7, 0.6]);
    await expect(first.getByText('批注 3 处，已保存')).toBeVisible();
    await first.getByRole('button', { name: '笔', exact: true }).click();
    await drag([0.1, 0.7], [0.3, 0.8]);
    await expect(first.getByText('批注 4 处，已保存')).toBeVisible();
    await expect(sheet.locator('[data-shape]').last()).toHaveAttribute('data-shape', 'pen');
    await first.getByRole('button', { name: '撤销' }).click();
    await expect(first.getByText('批注 3 处，已保存')).toBeVisible();
    await first.getByRole('button', { name: '放大' }).click();
    await expect(sheet).toHaveAttribute('width', '150%');
    // Every other photo is looked at as large.
    await expect(page.locator('figure.desk__photo').nth(1).getByRole('img')).toHaveAttribute('width', '150%');
  });

  await test.step('drawing in another window is told, not lost', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    const there = other.locator('figure.desk__photo').first();
    await there.getByRole('button', { name: '✗ 错' }).click();
    await there.getByRole('img').click({ position: { x: 60, y: 60 } });
    await expect(there.getByText('批注 4 处，已保存')).toBeVisible();
    await first.getByRole('button', { name: '✓ 对' }).click();
    await page.mouse.click(...(await at(0.3, 0.3)));
    await expect(first.getByRole('alert')).toContainText('另一个窗口改过');
    await first.getByRole('button', { name: '用已保存的' }).click();
    await expect(first.getByText('批注 4 处，已保存')).toBeVisible();
    await first.getByRole('button', { name: '撤销' }).click();
    await expect(first.getByText('批注 3 处，已保存')).toBeVisible();
    await other.close();
  });

  await test.step('a network that fails for a moment loses nothing', async () => {
    await page.route('**/api/exam/score/photoMarks', (route) => route.abort(), { times: 1 });
    await first.getByRole('button', { name: '圈', exact: true }).click();
    await drag([0.5, 0.1], [0.8, 0.2]);
    await expect(first.getByText('批注 4 处，已保存')).toBeVisible();
    await first.getByRole('button', { name: '撤销' }).click();
    await expect(first.getByText('批注 3 处，已保存')).toBeVisible();
  });

  await expect(page.getByRole('textbox', { name: '第 2 题得分' })).toHaveValue('16');
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText(/已提交评分/)).toBeVisible();
  await expect(sheet).toHaveAccessibleName('答卷照片 1 / 3，我的批注 3 处');
  await page.getByRole('link', { name: school.exam.name }).click();
  await page.getByRole('link', { name: '公布成绩' }).click();
  await page
    .getByRole('button', { name: /确定|公布/ })
    .last()
    .click();
  await expect(page.getByText('成绩已公布，并已通知学生')).toBeVisible();

  expect((await storedPhotos(school)).map((photo) => photo.id)).toEqual(order);
  await expectMarkedResult(studentPage, school);
});
