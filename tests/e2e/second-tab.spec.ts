import { db } from '~/db/db.server';
import { makeSittingSchool, itemCard } from './support/sitting-story';
import { expect, signIn, test } from './support/app';
import { paperOf, secondTabStories, signInHere, start } from './second-tab.stories';

secondTabStories({ hasScript: true });

const saved = async (studentId: number) => {
  const rows = await db()
    .selectFrom('answers')
    .innerJoin('attempts', 'attempts.id', 'answers.attempt_id')
    .select('answers.value')
    .where('attempts.student_id', '=', studentId)
    .execute();
  return rows.map(({ value }) => (JSON.parse(value) as { text: string }).text);
};

test('what another pupil types into a paper that was left open waits for its owner’s choice, and saves nothing', async ({
  app: _app,
  page,
  context,
}) => {
  const { student, other, exam, written } = await makeSittingSchool();
  await signIn(page, student);
  await start(page, exam.id);
  const text = itemCard(page, written[4]).getByRole('textbox');
  await text.fill('林可欣写的，已保存');
  await expect.poll(() => saved(student.id)).toEqual(['林可欣写的，已保存']);

  const second = await context.newPage();
  await test.step('nobody is signed in, then somebody else', async () => {
    await second.goto('/login');
    await second.getByRole('button', { name: '换人登录' }).click();
    await expect(second.getByLabel('账号')).toBeVisible();
    await text.fill('没有人登录时写的');
    await expect(page.getByText('答案暂存在这台设备上')).toBeVisible();
    await signInHere(second, other.account);
    await text.fill('王浩然登录以后写的');
    await expect(page.getByText(/现在登录的是王浩然/).first()).toBeVisible();
    await page.close();
  });

  await test.step('its owner is back: both stand there, and what was saved is what counts', async () => {
    await signIn(second, student);
    await second.goto(paperOf(exam.id));
    const card = itemCard(second, written[4]);
    await expect(card.getByText('有两份答案')).toBeVisible();
    await expect(card).toContainText('林可欣写的，已保存');
    await expect(card.getByRole('textbox')).toHaveValue('王浩然登录以后写的');
    expect(await saved(student.id)).toEqual(['林可欣写的，已保存']);
    await card.getByRole('button', { name: '用已保存的那一份' }).click();
    await expect(card.getByRole('textbox')).toHaveValue('林可欣写的，已保存');
    await second.reload();
    await expect(card.getByRole('textbox')).toHaveValue('林可欣写的，已保存');
    await expect(card.getByText('有两份答案')).toHaveCount(0);
    expect(await saved(student.id)).toEqual(['林可欣写的，已保存']);
  });
});
