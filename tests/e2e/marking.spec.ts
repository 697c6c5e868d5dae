import { db } from '~/db/db.server';
import { toPapers } from '~/lib/addresses/scoring';
import { expect, signIn, test, watchErrors } from './support/app';
import { expectReady, makeMarkingSchool, paperAddress, storedScores } from './support/marking-story';

test('forty recordings are marked by the keyboard alone', async ({ app, page }) => {
  void app;
  test.setTimeout(240_000);
  const { owner, papers } = await makeMarkingSchool(40);
  const problems = watchErrors(page);
  await signIn(page, owner);
  // Where the pauses are is known once the first recording is drawn: on a busy machine later than the page is there.
  const drawn = page.waitForResponse((answer) => answer.url().includes('/waveform/') && answer.ok());
  await page.goto(paperAddress(papers[0]?.attemptId ?? 0));
  await drawn;
  await page.reload();
  const audio = page.locator('audio');
  const isPaused = () => audio.evaluate((element: HTMLAudioElement) => element.paused);
  const seconds = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  const expected = new Map<number, unknown>();

  for (const [index, paper] of papers.entries()) {
    await expectReady(page, paper.name);
    const [zqd, lld, wzd, gjc] = [60 + index, index % 10 === 0 ? 100 : 10 + index, 99 - index, 70];
    let comment = '';
    if (index === 0) {
      // Space plays and stops, arrows seek, P goes near a pause, N notes this second.
      await page.keyboard.press('Space');
      await expect.poll(isPaused).toBe(false);
      await page.keyboard.press('Space');
      await expect.poll(isPaused).toBe(true);
      await page.keyboard.press('ArrowRight');
      await expect.poll(seconds).toBeGreaterThan(3);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(seconds).toBe(0);
      await page.keyboard.press('p');
      await expect.poll(seconds).toBeGreaterThan(0.3);
      await page.keyboard.press('n');
      await page.keyboard.type('停顿偏长');
      await page.keyboard.press('Enter');
      // A comment by its number, then words of one's own.
      await page.keyboard.press('q');
      await page.keyboard.press('2');
      await page.keyboard.press('c');
      await page.keyboard.type('n j k 1 2');
      await page.keyboard.press('Escape');
      comment = '停顿自然。n j k 1 2';
      await expect(page.getByRole('textbox', { name: '准确度' })).toBeFocused();
    }
    if (index === 1) {
      // A wrong digit is taken back, also after the next field has begun; faster from here on.
      await page.keyboard.type('9');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('62');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('1');
      await page.keyboard.type(`${lld}${wzd}${gjc}`);
      await page.keyboard.press('+');
    } else if (index === 2) {
      // One by one with the arrows, kept as a draft in between.
      await page.keyboard.type('62');
      await page.keyboard.press('Control+s');
      await expect(page.getByText('草稿已保存')).toBeVisible();
      await expect(page.getByRole('textbox', { name: '流利度' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.type(String(wzd));
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.type(String(lld));
      // Led on already: the first Enter skips nothing, the second goes on.
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: '完整度' })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.type(String(gjc));
    } else {
      await page.keyboard.type(`${zqd}${lld}${wzd}${gjc}`);
    }
    expected.set(paper.attemptId, { state: 'final', comment, measures: { zqd, lld, wzd, gjc } });
    await page.keyboard.press('Control+Enter');
  }
  await expect(page.getByText('这一部分您都评完了')).toBeVisible();

  const stored = await storedScores(papers.map((paper) => paper.attemptId));
  expect([...stored].map(([id, { points, ...score }]) => [id, score])).toEqual([...expected]);
  const notes = await db().selectFrom('score_notes').selectAll().execute();
  expect(notes).toMatchObject([{ take_id: papers[0]?.takeId, text: '停顿偏长' }]);
  expect(problems).toEqual([]);
});

test('keys leave composing, text fields, sliders and unsaved marks alone', async ({ app, page }) => {
  void app;
  const { owner, papers } = await makeMarkingSchool(2);
  const [first, second] = papers;
  await signIn(page, owner);
  await page.goto(paperAddress(first?.attemptId ?? 0));
  await expectReady(page, first?.name ?? '');

  // What an input method composes is no key.
  await page.evaluate(() => {
    const field = document.activeElement;
    for (const more of [{ isComposing: true }, { keyCode: 229 }]) {
      field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true, ...more }));
    }
  });
  await page.keyboard.press('Alt+k');
  await expect(page.getByRole('heading', { level: 1, name: first?.name ?? '' })).toBeVisible();

  // Marks are kept by themselves after a pause: here only when the test says so.
  let save = () => {};
  const mayBeSaved = new Promise<void>((resolve) => (save = resolve));
  const isKept = (method: string, body: string | null) => method === 'POST' && (body ?? '').includes('keep');
  await page.route('**/scoreexamination/score*', async (route) => {
    const request = route.request();
    if (isKept(request.method(), request.postData())) await mayBeSaved;
    await route.fallback();
  });
  const kept = page.waitForResponse((response) => {
    const request = response.request();
    return isKept(request.method(), request.postData()) && (request.postData() ?? '').includes('88');
  });

  const slider = page.locator('.slider-zqd input[type=range]');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('textbox', { name: '准确度' })).toHaveValue('1');
  await page.keyboard.type('88');
  await expect(page.getByRole('textbox', { name: '准确度' })).toHaveValue('88');

  // K does not leave what was typed, unless it is pressed again; it is there when one comes back.
  await page.keyboard.press('k');
  await expect(page.getByText('这份评分还没有保存')).toBeVisible();
  await page.keyboard.press('k');
  await expectReady(page, second?.name ?? '');
  save();
  await kept;
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: first?.name ?? '' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '准确度' })).toHaveValue('88');
  await page.keyboard.press('?');
  await expect(page.getByText('在现在这一秒加批注')).toBeVisible();

  // The same by the mouse: the drawing seeks, a button notes.
  const wave = page.getByLabel('第 1 条录音的播放位置');
  const box = await wave.boundingBox();
  await wave.click({ position: { x: (box?.width ?? 0) / 2, y: 20 } });
  await page.getByRole('button', { name: /^在 0:0\d 加批注$/ }).click();
  await expect(page.getByLabel('第 1 条录音，批注 1 的内容')).toBeFocused();
  await expect(page.getByLabel('第 1 条录音，批注 1 的时间')).toHaveValue(/^0:0[12]$/);
  await page.getByLabel('不用单个按键').check();
  await page.getByRole('textbox', { name: '准确度' }).focus();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { level: 1, name: first?.name ?? '' })).toBeVisible();
});

test('one question is marked across a class by keys and submitted together', async ({ app, page }) => {
  void app;
  const { owner, exam, papers } = await makeMarkingSchool(7);
  await signIn(page, owner);
  await page.goto(toPapers({ examId: exam.id, part: 'oral' }));
  await page.getByRole('link', { name: '按题评分' }).click();
  await page.getByRole('link', { name: '第 1 题 故宫中轴线讲解' }).click();
  await expect(page.getByText('第 1 / 2 页')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '准确度' }).first()).toBeFocused();
  // Space plays the recording of the paper whose marks are being typed.
  await page.keyboard.type('61718190');
  await page.keyboard.press('Space');
  const playing = page.locator('audio').nth(1);
  await expect.poll(() => playing.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(false);
  await page.keyboard.type('62728292'.repeat(4));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('第 2 / 2 页')).toBeVisible();
  await expect(page.getByText('已保存 5 份')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '准确度' }).first()).toBeFocused();
  await page.keyboard.type('63738393');

  // Meanwhile the last paper was changed in another window: the sentence names it and what was typed stays.
  const last = papers[6];
  const other = await page.context().newPage();
  await other.goto(paperAddress(last?.attemptId ?? 0));
  await other.getByRole('textbox', { name: '准确度' }).fill('50');
  await other.getByRole('button', { name: '保存草稿' }).click();
  await expect(other.getByText('草稿已保存')).toBeVisible();
  await other.close();
  await page.keyboard.type('64748494');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText(`${last?.name ?? ''}：您在另一个窗口改过这份评分`);
  await expect(page.getByRole('textbox', { name: '准确度' }).first()).toHaveValue('63');
  await page.getByRole('button', { name: '保存并回到题目列表' }).click();
  await expect(page.getByText('已保存 2 份')).toBeVisible();

  await page.getByRole('link', { name: '提交已经评完的 7 份' }).click();
  await page.getByRole('button', { name: '提交评分' }).click();
  await expect(page.getByText('已提交 7 份')).toBeVisible();
  const stored = await storedScores(papers.map((paper) => paper.attemptId));
  expect([...stored.values()].map((score) => [score.state, score.measures?.zqd])).toEqual([
    ['final', 61],
    ...[62, 62, 62, 62, 63, 64].map((zqd) => ['final', zqd]),
  ]);
});
