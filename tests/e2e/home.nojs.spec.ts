import { makeExam, makeTheoryQuestion } from '../factories';
import { expect, signIn, test } from './support/app';
import { MINUTE, makeSittingSchool, openWaitingPage } from './support/sitting-story';

/** A pupil comes home from a paper whose clock runs: the way back to it stands first. */
test('the paper that is begun stands first, with its part and what is left, before what may be begun', async ({
  app: _app,
  page,
}) => {
  const { student, owner, classroom, exam } = await makeSittingSchool();
  // Its time is over sooner, and it is not begun.
  await makeExam({
    owner,
    classrooms: [classroom],
    name: '随堂小测',
    end_time: Date.now() + 30 * MINUTE,
    upload_end_time: Date.now() + 40 * MINUTE,
    written: [await makeTheoryQuestion({ owner })],
  });
  await signIn(page, student);
  const cards = page.locator('.exrow.is-now');
  await page.goto('/dashboard');
  await expect(cards.nth(0)).toContainText('随堂小测');
  await expect(cards.getByRole('link', { name: '继续考试' })).toHaveCount(0);

  await openWaitingPage(page, exam.name);
  await page.getByRole('button', { name: '开始笔试考试' }).click();
  await expect(page).toHaveURL(/evaluation\/written/);
  await page.goto('/dashboard');
  const first = cards.nth(0);
  await expect(first).toContainText(exam.name);
  await expect(first).toContainText(/还剩 (1 小时 0 分|5\d 分 \d\d 秒)笔试正在进行，.* 截止口语，现在开始/);
  await expect(cards.nth(1).getByRole('link')).toHaveText('开始考试');
  await first.getByRole('link', { name: '继续考试' }).click();
  await expect(page).toHaveURL(/evaluation\/written/);

  await page.goto('/student/examination/index');
  await expect(page.locator('.exrow').first()).toContainText(/笔试.*还剩/);
  await expect(page.locator('.exrow').first().getByRole('link')).toHaveText('继续考试');
});
