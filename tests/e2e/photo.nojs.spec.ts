import { expect, signIn, test } from './support/app';
import {
  arrangeAndHandIn,
  expectMarkedResult,
  letTimePass,
  makePhotoSchool,
  storedPhotos,
} from './support/photo-story';

test('photos: arranged by the student, turned and marked by the examiner, seen with the marks', async ({
  app,
  page,
  browser,
}) => {
  const school = await makePhotoSchool();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const studentPage = await context.newPage();
  await signIn(studentPage, school.student);
  await studentPage.goto(`${app.address}/examination/preview?id=${school.exam.id}`);
  await studentPage.getByRole('button', { name: '开始笔试考试' }).click();
  await studentPage.setViewportSize({ width: 1280, height: 900 });
  const order = await arrangeAndHandIn(studentPage, school, () =>
    studentPage.getByRole('button', { name: '保存本页' }).click(),
  );
  await letTimePass(school);

  await signIn(page, school.owner);
  await page.goto('/examination/scoreexamination/index');
  await page.getByRole('link', { name: new RegExp(`^笔试\\s*：${school.exam.name}$`) }).click();
  await page.getByRole('link', { name: '林可欣', exact: true }).click();
  const photos = page.getByRole('img', { name: /答卷照片/ });
  await expect(photos).toHaveCount(3);
  const [marking] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: /放大、旋转、批注.*第 1 张/ }).click(),
  ]);
  await expect(marking.getByRole('heading', { level: 1 })).toHaveText('第 2 题，照片 1 / 3');

  await test.step('turned twice: the whole is 270 degrees now', async () => {
    await marking.getByRole('button', { name: '右转' }).click();
    await expect(marking.getByText('照片已旋转')).toBeVisible();
    await marking.getByRole('button', { name: '右转' }).click();
    await expect.poll(async () => (await storedPhotos(school))[0]?.rotation).toBe(270);
  });

  await test.step('a tick by one click, a text, a line by two clicks', async () => {
    const tools = marking.getByRole('navigation', { name: '批注工具' });
    await tools.getByRole('link', { name: '✓ 对' }).click();
    await marking.getByRole('button', { name: '在照片上画“✓ 对”' }).click({ position: { x: 100, y: 100 } });
    await expect(marking.getByText('✓ 第 1 张 左上')).toBeVisible();
    await tools.getByRole('link', { name: '字' }).click();
    await marking.getByRole('button', { name: '在照片上画“字”' }).click({ position: { x: 300, y: 200 } });
    await expect(marking.getByRole('alert')).toContainText('请先写要标注的字');
    await marking.getByLabel('写的字').fill('论证充分');
    await marking.getByRole('button', { name: '在照片上画“字”' }).click({ position: { x: 300, y: 200 } });
    await expect(marking.getByText('“论证充分” 第 1 张')).toBeVisible();
    await tools.getByRole('link', { name: '线' }).click();
    await marking.getByRole('button', { name: '在照片上画“线”' }).click({ position: { x: 100, y: 500 } });
    await expect(marking.getByText('再点另一端')).toBeVisible();
    await marking.getByRole('button', { name: '在照片上画“线”' }).click({ position: { x: 400, y: 500 } });
    await expect(marking.getByText('划线 第 1 张')).toBeVisible();
  });

  await test.step('a place instead of pointing, taken back; another one deleted', async () => {
    await marking.getByText('不用鼠标：选一个位置').click();
    await marking.getByLabel('位置', { exact: true }).selectOption('右下');
    await marking.getByRole('button', { name: '画在这里' }).click();
    await expect(marking.getByText('划线 第 1 张 右下')).toBeVisible();
    await marking.getByRole('button', { name: '撤销最后一处' }).click();
    await expect(marking.getByText('批注已删除')).toBeVisible();
    await expect(marking.locator('.desk__marks li')).toHaveCount(3);
    await marking.getByRole('link', { name: '200%' }).click();
    await marking.getByRole('link', { name: '✗ 错' }).click();
    await marking.getByRole('button', { name: '在照片上画“✗ 错”' }).click({ position: { x: 40, y: 40 } });
    await expect(marking.getByText('✗ 第 1 张 左上')).toBeVisible();
    await marking.getByRole('button', { name: '删除第 4 处批注' }).click();
    await expect(marking.locator('.desk__marks li')).toHaveCount(3);
  });

  await test.step('the next photo, and back on the paper the marks stand there', async () => {
    await marking.getByRole('link', { name: '下一张' }).first().click();
    await expect(marking.getByRole('heading', { level: 1 })).toHaveText('第 2 题，照片 2 / 3');
    await marking.close();
    await page.reload();
    await expect(photos.first()).toHaveAccessibleName('答卷照片 1 / 3，我的批注 3 处');
  });

  await page.getByRole('textbox', { name: '第 2 题得分' }).fill('16');
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText(/已提交评分/)).toBeVisible();
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
