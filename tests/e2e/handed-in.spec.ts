import { toExamPreview } from '~/lib/addresses/results';
import { expect, test } from './support/app';
import { expectLate, handInFor, openRoom, REASON } from './support/handed-in-story';
import { itemCard } from './support/sitting-story';

/** 代交 while the student's page is open: it knows within 15 seconds, without anything being pressed. */
test('a paper handed in by its teacher: the open page stops counting and leads to the receipt', async ({
  app,
  page,
  browser,
}) => {
  const { school, teacher } = await openRoom(page, browser, app.address);
  const { student, exam, written } = school;

  await test.step('written: more time moves the deadline, 代交 ends it; what was not saved goes to the teacher', async () => {
    await page.goto(toExamPreview({ id: exam.id }));
    await page.getByRole('button', { name: '开始笔试考试' }).click();
    const short = itemCard(page, written[4]).getByRole('textbox');
    await short.fill('代交以前写的');
    await expect(itemCard(page, written[4]).getByText(/^已保存/)).toBeVisible();
    const deadline = page.locator('.exambar').getByText(/截止/);
    const before = await deadline.innerText();
    await teacher.request.post('/api/exam/extend', {
      form: { id: exam.id, part: 'written', minutes: 30, studentIds: String(student.id), reason: '电脑死机' },
    });
    await expect(deadline).not.toHaveText(before);
    await page.context().route('**/api/exam/attempt/answer', (route) => route.abort());
    await short.fill('还没有来得及保存的');
    await expect(itemCard(page, written[4]).getByText('未保存')).toBeVisible();
    await page.context().unroute('**/api/exam/attempt/answer');
    await handInFor(teacher, school, 'written');
    await expect(page.getByText(new RegExp(`老师已代你交卷，原因：${REASON}`))).toBeVisible();
    await page.getByRole('link', { name: '看回执' }).click();
    await expect(page.getByRole('heading', { name: '老师已代你交卷' })).toBeVisible();
    await expect(page.getByText(/第 5 题答案：.* 保存的算数；.* 才送到的没有计入：老师已经收卷/)).toBeVisible();
    await expectLate(teacher, school, 'written', '还没有来得及保存的');
  });

  await test.step('oral: the recorder stops, and what it held is kept for the teacher', async () => {
    await page.goto(toExamPreview({ id: exam.id }));
    await page.getByRole('button', { name: '试录' }).click();
    await page.getByRole('button', { name: '试听' }).click();
    await page.getByRole('button', { name: '开始口语考试' }).click();
    await page.getByRole('button', { name: '录音', exact: true }).click();
    await expect(page.locator('.recorder__state .num')).toContainText('00:02');
    await handInFor(teacher, school, 'oral');
    await expect(page.getByRole('heading', { name: '老师已代你交卷' })).toBeVisible();
    await expect(page.getByText(/第 1 题录音：.*没有计入/)).toBeVisible();
    await expectLate(teacher, school, 'oral', null);
  });
});
