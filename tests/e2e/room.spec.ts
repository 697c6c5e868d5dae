import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { toBoard, toResits } from '~/lib/addresses/exams';
import { toExamPreview } from '~/lib/addresses/results';
import { toSitting } from '~/lib/addresses/sitting';
import { actorOf, makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '../factories';
import { expect, signIn, test } from './support/app';
import { openRoom } from './support/handed-in-story';
import { itemCard, makeSittingSchool } from './support/sitting-story';
import { roomStories } from './room.stories';

const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

roomStories({ hasScript: true, hears: lookAgain });

/** Whoever comes back to the window lets its page ask, and report itself, at once; asked for until it has. */
const reports = (page: Page, unsaved: number) =>
  expect
    .poll(async () => {
      await lookAgain(page);
      return db().selectFrom('attempt_pages').select('unsaved').where('reported_at', 'is not', null).execute();
    })
    .toContainEqual({ unsaved });

test('a student who closed the browser is looked for half a minute later', async ({ app, page, browser }) => {
  const { school, teacher } = await openRoom(page, browser, app.address);
  const { exam, student, written } = school;
  await db().deleteFrom('attempt_pages').execute();
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await expect(itemCard(page, written[0])).toBeVisible();
  // Of its own accord and at once: one that is closed before its first regular question is missed as well.
  await expect
    .poll(() => db().selectFrom('attempt_pages').select('unsaved').where('reported_at', 'is not', null).execute(), {
      timeout: 8000,
    })
    .toEqual([{ unsaved: 0 }]);
  await teacher.goto(toBoard({ examId: exam.id, part: 'written' }));
  const seat = teacher.locator('.seat').filter({ hasText: student.name });
  await expect(seat).toContainText('答题中');
  await page.close();
  app.moveClock(20_000);
  // The open board finds out by itself at its next reading, ten seconds from now at most.
  await expect(seat).toContainText('没有回应', { timeout: 20_000 });
  const needing = teacher.getByRole('region', { name: /^异常/ });
  await expect(needing.getByRole('listitem').filter({ hasText: student.name })).toContainText(/页面已 \d+ 秒没有回应/);
  await expect(needing).toContainText('网页关了就重新打开考试');
});

test('what a page cannot save stands on its seat', async ({ app, page, browser }) => {
  const { school, teacher } = await openRoom(page, browser, app.address);
  const { exam, student, written } = school;
  await db().deleteFrom('attempt_pages').execute();
  await page.goto(toExamPreview({ id: exam.id }));
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await page.context().route('**/api/exam/attempt/answer', (route) => route.abort());
  await itemCard(page, written[4]).getByRole('textbox').fill('存不上的');
  await expect(itemCard(page, written[4]).getByText('未保存')).toBeVisible();
  await reports(page, 1);
  await teacher.goto(toBoard({ examId: exam.id, part: 'written' }));
  await expect(teacher.locator('.seat').filter({ hasText: student.name })).toContainText('未存 1');
});

test('leaving the page of an open paper is logged', async ({ app: _app, page }) => {
  const { student, exam } = await makeSittingSchool();
  const attempt = await startAttempt(actorOf(student), { examId: exam.id, part: 'written' }, Date.now());
  await signIn(page, student);
  await page.goto(toSitting('written', { id: exam.id }));
  await expect(itemCard(page, exam.items[1]?.id)).toBeVisible();
  const leaves = () => db().selectFrom('attempt_leaves').select('attempt_id').execute();
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      return leaves();
    })
    .toContainEqual({ attempt_id: attempt.id });
});

test('what was typed for a re-sit stays when other students are shown', async ({ app: _app, page }) => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const { name } = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner })],
    status: 'closed',
    now: Date.now() - 100 * 60_000,
  });
  await signIn(page, owner);
  await page.goto(toResits({ examId: exam.id }));
  await page.getByLabel('说明').fill('在三号机房');
  await page.getByRole('checkbox', { name: `选择${name}` }).uncheck();
  await page.getByRole('link', { name: /^全部学生/ }).click();
  await expect(page).toHaveURL(/who=all/);
  await expect(page.getByRole('checkbox', { name: `选择${name}` })).toBeChecked();
  await expect(page.getByLabel('说明')).toHaveValue('在三号机房');
});
