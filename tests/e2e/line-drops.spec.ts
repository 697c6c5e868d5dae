import type { BrowserContext, Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toExamPreview } from '~/lib/addresses/results';
import { toSitting } from '~/lib/addresses/sitting';
import { formatClock } from '~/lib/time';
import { makePhoto } from '../support/media';
import { expect, openGuarded, signIn, test } from './support/app';
import { MINUTE, itemCard, makeSittingSchool, spokenFile } from './support/sitting-story';

const written = (examId: number) => `/examination/evaluation/written?id=${examId}`;
const HOUR = 60 * MINUTE;

async function startPart(page: Page, examId: number, part: '口语' | '笔试') {
  await page.goto(toExamPreview({ id: examId }));
  await page.getByRole('button', { name: `开始${part}考试` }).click();
  await expect(page).toHaveURL(/\/examination\/evaluation\/(written|index)/);
}

async function cutLine(target: Page | BrowserContext, isCut: boolean) {
  if (isCut) await target.route('**/api/**', (route) => route.abort());
  else await target.unroute('**/api/**');
}

const answersOf = async (studentId: number) =>
  (
    await db()
      .selectFrom('answers')
      .innerJoin('attempts', 'attempts.id', 'answers.attempt_id')
      .select(['answers.value', 'answers.saved_at'])
      .where('student_id', '=', studentId)
      .execute()
  ).map(({ value, saved_at }) => ({ text: (JSON.parse(value) as { text?: string }).text, savedAt: saved_at }));
const textOf = (studentId: number) => async () => (await answersOf(studentId))[0]?.text;

test('what could not be sent stays on the machine for its user alone, and is sent by itself', async ({
  app: _app,
  page,
  context,
}) => {
  test.slow();
  const { student, other, exam, written: items } = await makeSittingSchool();
  const short = itemCard(page, items[4]);
  await signIn(page, student);

  await test.step('an answer typed without a line', async () => {
    await startPart(page, exam.id, '笔试');
    await cutLine(context, true);
    await short.getByRole('textbox').fill('断网时写的');
    await expect(short.getByText('未保存')).toBeVisible();
    await expect(page.locator('.exambar').getByText(/未保存：网络断开/)).toBeVisible();
    expect(await answersOf(student.id)).toEqual([]);
  });

  const parts = '**/api/common/tus/*';
  let begun = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/common/tus')) begun += 1;
  });

  await test.step('a recording whose line breaks after its upload began says so and outlives a reload', async () => {
    await cutLine(context, false);
    await context.route(parts, (route) => route.abort());
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(toExamPreview({ id: exam.id }));
    await page.getByRole('button', { name: '试录' }).click();
    await page.getByRole('button', { name: '试听' }).click();
    await page.getByRole('button', { name: '开始口语考试' }).click({ timeout: 20_000 });
    await page.getByRole('button', { name: '录音', exact: true }).click();
    await page.waitForTimeout(1500);
    await page.getByRole('button', { name: '停止' }).click();
    await expect(page.getByText('没有上传：网络断开')).toBeVisible();
    await page.reload();
    await expect(page.locator('.take')).toContainText('没有上传');
  });

  await test.step('another student at the same browser sees none of it', async () => {
    await context.clearCookies();
    await signIn(page, other);
    await startPart(page, exam.id, '笔试');
    await expect(short.getByRole('textbox')).toHaveValue('');
    await page.goto(toExamPreview({ id: exam.id }));
    await expect(page.getByRole('heading', { name: exam.name })).toBeVisible();
    await context.clearCookies();
  });

  await test.step('signed in again, with the line back, everything arrives by itself', async () => {
    await signIn(page, student);
    await context.unroute(parts);
    await page.goto(toSitting('oral', { id: exam.id }));
    await expect(page.getByText('已上传，计分')).toBeVisible({ timeout: 40_000 });
    await expect(page.locator('.take')).toHaveCount(1);
    // It went on where it was: no upload began anew.
    expect(begun).toBe(1);
    await page.goto(written(exam.id));
    await expect(short.getByRole('textbox')).toHaveValue('断网时写的');
    await expect(short.getByText(/^已保存 \d\d:\d\d:\d\d$/)).toBeVisible();
    expect(await answersOf(other.id)).toEqual([]);
    expect(await textOf(student.id)()).toBe('断网时写的');
    expect(await page.evaluate(() => localStorage.getItem('theoryData'))).toBeNull();
    const takes = await db()
      .selectFrom('takes')
      .innerJoin('attempts', 'attempts.id', 'takes.attempt_id')
      .select('takes.outcome')
      .where('attempts.student_id', '=', student.id)
      .execute();
    expect(takes).toEqual([{ outcome: 'saved' }]);
  });
});

test('the server’s clock decides, whatever the computer’s says; nothing leaves while an input method composes', async ({
  app: _app,
  page,
  context,
}) => {
  const { student, exam, written: items } = await makeSittingSchool();
  const short = itemCard(page, items[4]);
  await signIn(page, student);
  // A day and some minutes ahead.
  await page.clock.install({ time: Date.now() + 26 * HOUR + 7 * MINUTE });
  await startPart(page, exam.id, '笔试');
  const attempt = await db()
    .selectFrom('attempts')
    .selectAll()
    .where('student_id', '=', student.id)
    .executeTakeFirstOrThrow();
  const timer = page.getByRole('timer');

  await test.step('the countdown and the time of saving are the server’s', async () => {
    await expect(timer).toHaveText(/还剩 (59|58|57):\d\d/);
    await expect(
      page
        .getByText(`${formatClock(attempt.deadline_at).slice(0, 5)} 截止`)
        .or(page.getByText(`${formatClock(attempt.deadline_at)} 截止`)),
    ).toBeVisible();
    await short.getByRole('textbox').fill('按服务器的时间');
    await page.clock.fastForward(2000);
    await expect.poll(textOf(student.id)).toBe('按服务器的时间');
    const [saved] = await answersOf(student.id);
    await expect(short.getByText(`已保存 ${formatClock(saved?.savedAt ?? 0)}`)).toBeVisible();
  });

  await test.step('composing', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('attempt/answer')) sent.push(request.postData() ?? '');
    });
    const keyboard = await context.newCDPSession(page);
    await short.getByRole('textbox').focus();
    await page.keyboard.press('End');
    await keyboard.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 });
    await expect(short.getByRole('textbox')).toHaveValue(/ni hao$/);
    await expect(short.getByText('正在保存…')).toBeVisible();
    await page.clock.fastForward(30_000);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.clock.fastForward(5000);
    expect(sent).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('theoryData'))).toBeNull();
    await keyboard.send('Input.insertText', { text: '你好' });
    await page.clock.fastForward(2000);
    await expect.poll(textOf(student.id)).toBe('按服务器的时间你好');
    expect(sent.join()).not.toContain('ni hao');
  });

  await test.step('in the last second nothing waits for a pause', async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 3000));
    const left = /(\d+):(\d\d)/.exec((await timer.textContent()) ?? '') ?? [];
    await page.clock.fastForward(Number(left[1]) * MINUTE + Number(left[2]) * 1000 - 500);
    await short.getByRole('textbox').fill('最后一秒写的');
    await page.clock.runFor(510);
    await expect.poll(textOf(student.id)).toBe('最后一秒写的');
  });
});

test('leaving the page, a paper that closed meanwhile, a session that ended: nothing typed is lost', async ({
  app,
  page,
  context,
}) => {
  const {
    student,
    exam,
    written: items,
  } = await makeSittingSchool({
    end_time: Date.now() + 26 * HOUR,
    upload_end_time: Date.now() + 26 * HOUR,
  });
  const short = itemCard(page, items[4]);
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page, student);
  await startPart(page, exam.id, '笔试');

  await test.step('leaving at once', async () => {
    await short.getByRole('textbox').fill('写完就走');
    await page.goto('about:blank');
    await expect.poll(textOf(student.id)).toBe('写完就走');
  });

  await test.step('the session ends while answering', async () => {
    await page.goto(written(exam.id));
    await expect(short.getByRole('textbox')).toHaveValue('写完就走');
    app.moveClock(13 * HOUR);
    await short.getByRole('textbox').fill('登录过期以后写的');
    await expect(page.getByText('登录已过期，答案暂存在这台设备上。')).toBeVisible();
    const second = await context.newPage();
    await signIn(second, student);
    await second.close();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(short.getByText(/^已保存/)).toBeVisible();
    expect(await textOf(student.id)()).toBe('登录过期以后写的');
  });

  await test.step('what was left when the paper closed goes to the teacher', async () => {
    await cutLine(context, true);
    await short.getByRole('textbox').fill('断网到截止以后');
    await expect(short.getByText('未保存')).toBeVisible();
    await cutLine(context, false);
    app.moveClock(24 * HOUR + 2 * HOUR + 5 * MINUTE);
    await signIn(page, student);
    await page.goto(written(exam.id));
    await expect(page.getByRole('heading', { name: '已收卷' })).toBeVisible();
    await expect(page.getByText('交卷前没有送到、留在这台设备上的 1 题答案已补交')).toBeVisible();
    const last = await db()
      .selectFrom('answer_journal')
      .select(['outcome', 'value'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(last).toEqual({ outcome: 'refused', value: '{"text":"断网到截止以后"}' });
    expect(await page.evaluate(() => localStorage.getItem('theoryData'))).toBeNull();
  });
});

test('a take that was chosen without a line is chosen when it is back, and until then the page says it is not', async ({
  app: _app,
  page,
}) => {
  const { student, exam } = await makeSittingSchool();
  await signIn(page, student);
  await page.request.post('/api/exam/attempt/start', { data: { examId: exam.id, part: 'oral' } });
  await openGuarded(page, toSitting('oral', { id: exam.id }));
  const takes = page.locator('.take');
  for (const count of [1, 2]) {
    await page.getByText('不能录音？上传录音文件').click();
    await page.getByLabel('录音文件').setInputFiles(spokenFile());
    await page.getByRole('button', { name: '上传', exact: true }).click();
    await expect(takes).toHaveCount(count);
    await expect(takes.last()).toContainText('已上传，计分');
  }
  const choice = '**/api/exam/attempt/takeChoose';
  await page.route(choice, (route) => route.abort());
  await takes.first().getByRole('radio').check();
  await expect(page.getByText(/还没有选定第 1 条：.*会自动再试/)).toBeVisible();
  await page.unroute(choice);
  await expect(takes.first()).toContainText('已上传，计分');
  await expect(takes.last()).not.toContainText('计分');
  await expect(page.getByText(/没有选定/)).toHaveCount(0);
});

test('a photo whose removal arrived, and its answer did not, is gone and not said to stay', async ({
  app: _app,
  page,
}) => {
  const { student, exam, written } = await makeSittingSchool();
  const pen = itemCard(page, written[11]);
  await signIn(page, student);
  await page.request.post('/api/exam/attempt/start', { data: { examId: exam.id, part: 'written' } });
  await openGuarded(page, toSitting('written', { id: exam.id, page: 2 }));
  await pen
    .getByLabel(/拍照或选图/)
    .setInputFiles({ name: '一.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() });
  await expect(pen.getByRole('img')).toHaveCount(1);
  let lost = 0;
  await page.route('**/api/exam/attempt/photoRemove', async (route) => {
    await route.fetch();
    lost += 1;
    return lost === 1 ? route.abort() : route.continue();
  });
  page.once('dialog', (dialog) => void dialog.accept());
  await pen.getByRole('button', { name: '删除第 1 张照片' }).click();
  await expect(pen.getByRole('img')).toHaveCount(0);
  await expect(pen.getByText(/没有删除/)).toHaveCount(0);
  expect(lost).toBeGreaterThan(1);
});
