import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toReceipt } from '~/lib/addresses/sitting';
import { expect } from './app';
import { openPaper, type ScoringSchool } from './scoring-story';

/** A paper is scored; then its owner lets the late answer count: it is the answer, the score waits to be given again. */
export async function acceptLateAnswer(page: Page, school: ScoringSchool) {
  await openPaper(page, school, 'written', '林可欣');
  const pen = page.locator(`#item-${school.penItem.id}`);
  await expect(pen.getByText('冰化成水，水变成水蒸气。')).toBeVisible();
  const points = page.getByRole('textbox', { name: /得分$/ });
  for (const field of await points.all()) await field.fill('2');
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText(/已提交评分/)).toBeVisible();

  await pen.getByText('收卷后收到 1 项，未计入').click();
  await pen.getByRole('link', { name: '计入这份答案' }).click();
  await expect(page.getByRole('heading', { name: '温馨提示' })).toBeVisible();
  await expect(page.getByText('它会代替现在计分的答案：“冰化成水，水变成水蒸气。”。')).toBeVisible();
  await expect(page.getByText('已提交的 1 份评分会退回成草稿')).toBeVisible();
  await page.getByRole('button', { name: '确定计入' }).click();
  await expect(page.getByText('请填写理由').first()).toBeVisible();
  await page.getByLabel('理由').fill('考场断网');
  await page.getByRole('button', { name: '确定计入' }).click();

  await expect(page.getByText('已计入，并已通知学生；回执已更新')).toBeVisible();
  await expect(pen.getByText('水蒸气遇冷又凝结成水。')).toBeVisible();
  await expect(pen.getByText(/迟到的答案已由周敏在 .* 计入。理由：考场断网/)).toBeVisible();
  await expect(pen.getByText('收卷后收到')).toHaveCount(0);
  await expect(page.getByText('第 2 版')).toBeVisible();
  // What was given stays in the fields and is handed in again.
  await expect(points.last()).toHaveValue('2');
  await expect(page.locator('.scorecard').getByText('草稿', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText(/已提交评分/)).toBeVisible();
  const score = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select('scores.state')
    .where('attempts.exam_id', '=', school.exam.id)
    .executeTakeFirstOrThrow();
  expect(score.state).toBe('final');
}

/** The student was told, and the receipt says so too. */
export async function expectToldStudent(page: Page, school: ScoringSchool) {
  await page.goto('/users/news');
  await page.getByRole('link', { name: `迟到的答案已计入：${school.exam.name}`, exact: true }).click();
  await expect(page.getByText('理由：考场断网')).toBeVisible();
  await page.goto(toReceipt({ id: school.exam.id, part: 'written' }));
  await expect(page.getByText('第 2 版')).toBeVisible();
}
