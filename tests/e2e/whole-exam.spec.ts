import { toExamPreview } from '~/lib/addresses/results';
import { expect, signIn, test, watchErrors } from './support/app';
import { handIn, itemCard, makeSittingSchool, openWaitingPage } from './support/sitting-story';
import { paperAddress } from './support/marking-story';
import { teacherSees } from './support/teacher-sees';
import { db } from '~/db/db.server';

/** `npm run floor` walks this story in the oldest browsers too; in Chromium 80 it is part of `npm test`. */
test('oral, written and theory are sat, handed in, and found by the teacher', async ({ app: _app, page }) => {
  const problems = watchErrors(page);
  const school = await makeSittingSchool();
  const { student, exam, written } = school;
  const [single, multiple, judge, cloze, short] = written;
  const saved = /^已保存 \d\d:\d\d:\d\d$/;
  await signIn(page, student);

  await test.step('theory: every kind of answer saves itself', async () => {
    await openWaitingPage(page, exam.name);
    await page.getByRole('button', { name: '开始笔试考试' }).click();
    await itemCard(page, single).getByText('北京').click();
    await itemCard(page, multiple).getByRole('checkbox').first().check();
    await itemCard(page, multiple).getByRole('checkbox').nth(2).check();
    await itemCard(page, judge).getByText('正确').click();
    await itemCard(page, cloze).getByLabel('第 1 空').fill('明月几时有');
    await itemCard(page, short).getByRole('textbox').fill('因为大气散射蓝光。');
    for (const item of [single, multiple, judge, cloze, short])
      await expect(itemCard(page, item).getByText(saved)).toBeVisible();
  });

  await test.step('written: a text that is typed and left at once', async () => {
    await page.getByRole('button', { name: '下一页' }).click();
    await expect(page).toHaveURL(/page=2/);
    await itemCard(page, written[11]).getByRole('textbox').fill('各位游客，我们先到午门，再进太和门广场。');
    await page.reload();
    await expect(itemCard(page, written[11]).getByRole('textbox')).toHaveValue(/太和门广场。$/);
    await expect(itemCard(page, written[11]).getByText(saved)).toBeVisible();
    await handIn(page);
    await expect(page.getByText('6 / 12 题')).toBeVisible();
  });

  await test.step('oral: a take', async () => {
    await page.goto(toExamPreview({ id: exam.id }));
    await page.getByRole('button', { name: '试录' }).click();
    await page.getByRole('button', { name: '试听' }).click();
    await page.getByRole('button', { name: '开始口语考试' }).click({ timeout: 30_000 });
    await page.getByRole('button', { name: '录音', exact: true }).click();
    await page.waitForTimeout(2500);
    await page.getByRole('button', { name: '停止' }).click();
    await expect(page.getByText('已上传，计分')).toBeVisible();
    await handIn(page);
  });

  await test.step('the teacher finds all of it', async () => {
    await teacherSees(page, school, 'oral', []);
    const texts = ['明月几时有', '因为大气散射蓝光。', /再进太和门广场。/];
    await teacherSees(page, school, 'written', texts);
    const { id } = await db()
      .selectFrom('attempts')
      .select('id')
      .where('student_id', '=', student.id)
      .where('part', '=', 'written')
      .executeTakeFirstOrThrow();
    await page.goto(paperAddress(id));
    for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
  });
  expect(problems).toEqual([]);
});
