import { db } from '~/db/db.server';
import { toExamPreview } from '~/lib/addresses/results';
import { toReceipt, toSitting } from '~/lib/addresses/sitting';
import { expect, test } from './support/app';
import { endExam, expectLate, openRoom } from './support/handed-in-story';
import { handIn, itemCard, MINUTE } from './support/sitting-story';

test('an exam ended early: the page that was typed in stops at once and leads to the receipt', async ({
  app,
  page,
  browser,
}) => {
  const { school, teacher } = await openRoom(page, browser, app.address);
  const { exam, written } = school;
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  const short = itemCard(page, written[4]).getByRole('textbox');
  await short.fill('收卷以前写的');
  await expect(itemCard(page, written[4]).getByText(/^已保存/)).toBeVisible();

  // It has just asked, and asks again by itself in eleven seconds at the earliest.
  await page.waitForResponse(/exam\/attempt\/state/);
  await endExam(teacher, school);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/evaluation\/written\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await short.fill('收卷以后写的');
  await expect(page.locator('.exambar .time-over').getByText('老师已收卷')).toBeVisible({ timeout: 8000 });
  await expect(page.getByRole('timer')).toHaveCount(0);
  // Nothing can be typed or pressed any more.
  await expect(page.locator('.exam__grid')).toHaveAttribute('inert', '');
  letGo();
  await expect(page.getByRole('heading', { name: '已收卷' })).toBeVisible();
  await expect(page.getByText(/第 5 题答案：.* 保存的算数；.* 才送到的没有计入：老师已经收卷/)).toBeVisible();
  await expectLate(teacher, school, 'written', '收卷以后写的');
});

test('a paper handed in in another tab: the one that is still written in leads to the receipt', async ({
  app,
  page,
  browser,
}) => {
  const { school, teacher } = await openRoom(page, browser, app.address);
  const { exam, written } = school;
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  const short = itemCard(page, written[4]).getByRole('textbox');
  await short.fill('交卷以前写的');
  await expect(itemCard(page, written[4]).getByText(/^已保存/)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(toSitting('written', { id: exam.id }));
  await handIn(other);
  await other.reload();
  await expect(other.getByRole('heading', { name: '已交卷' })).toBeVisible();
  await other.goBack();
  await expect(other.getByText(/只能补传、更换或整理照片/)).toBeVisible();

  await page.bringToFront();
  await short.fill('交卷以后写的');
  await expect(page.getByText(/只能补传、更换或整理照片/)).toBeVisible({ timeout: 8000 });
  await expectLate(teacher, school, 'written', '交卷以后写的');
});

test('minutes given after the collection reach the pages that wait before it: the photos’ and the receipt', async ({
  app,
  page,
  browser,
}) => {
  const { school, teacher } = await openRoom(page, browser, app.address);
  const { exam, written, student } = school;
  const extend = async () => {
    const form = { id: exam.id, scope: 'written', minutes: 20, studentIds: String(student.id), reason: '电脑死机' };
    expect(await (await teacher.request.post('/api/exam/extend', { form })).json()).toMatchObject({ data: 1 });
  };
  const times = { end_time: Date.now() + 5 * MINUTE, upload_end_time: Date.now() + 90 * MINUTE };
  await db().updateTable('exams').set(times).where('id', '=', exam.id).execute();
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  const card = itemCard(page, written[4]);
  await card.getByRole('textbox').fill('收卷前写的');
  await expect(card.getByText(/^已保存 [\d:]+$/)).toBeVisible();
  app.moveClock(6 * MINUTE);
  const photos = page.getByText(/只能补传、更换或整理照片/);
  await expect(photos).toBeVisible({ timeout: 30_000 });
  await extend();
  await expect(card.getByRole('textbox')).toHaveValue('收卷前写的', { timeout: 30_000 });
  await expect(page.getByRole('timer')).toBeVisible();

  app.moveClock(40 * MINUTE);
  await expect(photos).toBeVisible({ timeout: 30_000 });
  await page.goto(toReceipt({ id: exam.id, part: 'written', number: 1 }));
  await expect(page.getByRole('heading', { name: '已收卷' })).toBeVisible();
  await extend();
  await expect(card.getByRole('textbox')).toHaveValue('收卷前写的', { timeout: 30_000 });
});

test('time runs out while somebody types: minutes given in the grace go on, and its end leads to the receipt', async ({
  app,
  page,
  browser,
}) => {
  const { school, teacher } = await openRoom(page, browser, app.address);
  const { exam, written, student } = school;
  const end = Date.now() + 12_000;
  await db().updateTable('exams').set({ end_time: end, upload_end_time: end }).where('id', '=', exam.id).execute();
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  const card = itemCard(page, written[4]);
  const short = card.getByRole('textbox');
  await short.fill('时间里写的');
  await expect(page.locator('.time-over').getByText('即将收卷')).toBeVisible();
  await short.fill('宽限里写的');
  await expect(card.getByText(/宽限内/)).toBeVisible();
  const extended = await teacher.request.post('/api/exam/extend', {
    form: { id: exam.id, scope: 'written', minutes: 10, studentIds: String(student.id), reason: '电脑死机' },
  });
  expect(await extended.json()).toMatchObject({ success: true, data: 1 });
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('status').getByText('时间延长了')).toHaveCount(1);
  await short.fill('补时里写的');
  await expect(card.getByText(/^已保存 [\d:]+$/)).toBeVisible();

  app.moveClock(15 * MINUTE);
  await short.fill('到时以后写的');
  await expect(page.getByRole('heading', { name: '已收卷' })).toBeVisible();
  await expect(page.getByText(/第 5 题答案：.* 保存的算数；.* 才送到的没有计入：截止时间已过/)).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect(page.getByRole('heading', { name: '已收卷' })).toBeVisible();
  app.moveClock(0);
  await expectLate(teacher, school, 'written', '到时以后写的');
});

test('清除选择 stands below a question only while something is chosen', async ({ app, page, browser }) => {
  const { school } = await openRoom(page, browser, app.address);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(toExamPreview({ id: school.exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  const single = itemCard(page, school.written[0]);
  await expect(single.getByRole('radio').first()).toBeVisible();
  await expect(page.getByText('清除选择').filter({ visible: true })).toHaveCount(0);
  await single.getByRole('radio').first().check();
  await expect(page.getByText('清除选择').filter({ visible: true })).toHaveCount(1);
  await expect(single.getByText(/^已保存/)).toBeVisible();
  await single.getByText('清除选择').click();
  await expect(single.getByRole('radio').first()).not.toBeChecked();
  // Nothing moves under the next press.
  await itemCard(page, school.written[1]).getByRole('checkbox').first().check();
  await expect(page.getByText('清除选择').filter({ visible: true })).toHaveCount(0);
});
