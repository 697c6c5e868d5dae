import { mkdir, readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toQuestionView } from '~/lib/addresses/banks';
import { toPaperPreview } from '~/lib/addresses/exams';
import { toFormula } from '~/lib/addresses/files';
import { toResult } from '~/lib/addresses/results';
import { toPaper } from '~/lib/addresses/scoring';
import { toSitting } from '~/lib/addresses/sitting';
import {
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '../factories';
import { makeToneWav } from '../support/media';
import { expect, signIn, test } from './support/app';
import { picture } from './support/pictures';

/** Every formula of the page that is shown, each drawn; one as it is typed is 24 high, and a fraction is not. */
async function expectDrawn(page: Page, ...formulas: string[]) {
  for (const tex of formulas) {
    const image = page.getByRole('img', { name: tex, exact: true }).first();
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalHeight), { message: tex }).not.toBe(0);
    expect([tex, await image.evaluate((one: HTMLImageElement) => one.naturalHeight)]).not.toEqual([tex, 24]);
  }
}

/** How a formula is answered at this browser to whoever is signed in. */
const asked = async (page: Page, tex: string) => {
  await page.goto(toFormula({ tex }));
  return page.evaluate(() => (document.querySelector('path') ? 'drawn' : (document.documentElement.textContent ?? '')));
};

/** Formulas, pictures in their place and listening audio, the same with script and without. */
export function richQuestionStories() {
  test('a listening question with a formula and a picture among its options', async ({ app, page }, info) => {
    void app;
    await signIn(page, await makeTeacher());
    await page.goto('/question_bank/theory/page');
    await page.getByLabel('题干').fill('听录音，求 $\\frac{1}{x}$ 的导数。票价 $5。');
    await page.getByLabel('选项 A').fill('$-\\frac{1}{x^2}$');
    await page.getByLabel('选项 B').fill('见[图1]');
    await page.getByLabel('A 是正确答案').check();
    await page.getByLabel(/^图片/).setInputFiles(await picture());
    await mkdir(info.outputDir, { recursive: true });
    const sound = await makeToneWav(info.outputPath('tone.wav'), 2);
    await page
      .getByLabel(/^音频/)
      .setInputFiles({ name: '听力.wav', mimeType: 'audio/wav', buffer: await readFile(sound) });
    await page.getByRole('button', { name: '保存', exact: true }).last().click();
    await page.getByRole('row').filter({ hasText: '听录音' }).getByRole('link', { name: /^预览/ }).click();

    const formula = page.locator('.stem').getByRole('img', { name: '\\frac{1}{x}', exact: true });
    await expect(page.getByRole('heading', { level: 1 }).getByRole('img')).toHaveCount(1);
    await expect(formula).toBeVisible();
    expect(await formula.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(20);
    await expect(page.locator('.stem')).toContainText('票价 $5。');
    const second = page.locator('.opt').nth(1);
    await expect(second.getByRole('img', { name: '图 1' })).toBeVisible();
    await expect(page.getByRole('list', { name: '题目图片' })).toHaveCount(0);
    const player = page.getByLabel('听力材料');
    await expect(player).toBeVisible();
    expect((await page.request.get((await player.getAttribute('src')) ?? '')).status()).toBe(200);

    await page.getByRole('link', { name: '编辑' }).click();
    await page.getByLabel('移除音频').check();
    await page.getByRole('button', { name: '保存', exact: true }).last().click();
    await page.getByRole('row').filter({ hasText: '听录音' }).getByRole('link', { name: /^预览/ }).click();
    await expect(formula).toBeVisible();
    await expect(player).toHaveCount(0);
  });

  test('a formula that cannot be drawn and a picture that is not there are told when the question is saved', async ({
    app,
    page,
  }) => {
    void app;
    await signIn(page, await makeTeacher());
    for (const [stem, kind] of [
      ['求 $\\frac{1$ 的值，见[图9]。', '画不出来'],
      ['求 $\\frac{1}{2}$ 的值。', ''],
    ] as const) {
      await page.goto('/question_bank/pen_test/page');
      await page.getByLabel('题目内容').fill(stem);
      await page.getByRole('button', { name: '保存', exact: true }).last().click();
      const saved = page.getByRole('status').filter({ hasText: '已保存“' });
      await expect(saved).toBeVisible();
      if (kind === '') await expect(saved).not.toContainText('请核对');
      else await expect(saved).toContainText(/公式“\\frac\{1”画不出来，.*；\[图9\]没有对应的图片/);
    }
  });

  test('a file that is no sound is refused at its field', async ({ app, page }) => {
    void app;
    await signIn(page, await makeTeacher());
    await page.goto('/question_bank/oral_test/page');
    await page.getByLabel('标题').fill('配乐朗读');
    await page.getByLabel('朗读或口述内容').fill('春天来了。');
    await page.getByLabel('打开题目时自动播放').check();
    await page
      .getByLabel(/^音频/)
      .setInputFiles({ name: '假.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') });
    await page.getByRole('button', { name: '保存', exact: true }).last().click();
    await expect(page.getByRole('link', { name: /“假.mp3”没有上传/ })).toBeVisible();
    await expect(page.getByLabel('打开题目时自动播放')).toBeChecked();
    await expect(page.getByLabel('标题')).toHaveValue('配乐朗读');
  });

  test('formulas are drawn for whoever gets them: on the paper, in marking, in the result, and for nobody else', async ({
    app,
    page,
  }) => {
    void app;
    const owner = await makeTeacher();
    const classroom = await makeClassroom({ teacher: owner });
    const [sitter, mate] = [await makeStudent({ classroom_id: classroom.id }), await makeStudent()];
    const [stem, option, key, given] = ['\\frac{a}{2}', '\\frac{b}{3}', '\\frac{c}{4}', '\\frac{d}{5}'];
    const options = ['A', 'B'].map((letter) => ({ key: letter, text: `${letter}：$${option}$` }));
    const written = [
      await makeTheoryQuestion({ owner, body: { stem: `求 $${stem}$`, options, keys: ['B'], analysis: `$${key}$` } }),
      await makeTheoryQuestion({ owner, kind: 'cloze', body: { stem: '得____', blanks: [[`$${key}$`]] } }),
      await makeWrittenQuestion({ owner, body: { prompt: `证 $${stem}$`, referenceAnswer: `$${key}$` } }),
    ];
    const parts = { owner, classrooms: [classroom], written };
    const running = await makeExam(parts);
    const answers = [{ keys: ['A'] }, { blanks: [`$${given}$`] }, { text: '证毕' }];
    await makeAttempt({ exam: running, student: sitter, part: 'written', answers });
    const released = await makeExam({ ...parts, status: 'released' });
    const over = { student: sitter, part: 'written', state: 'submitted', answers } as const;
    const attempt = await makeAttempt({ exam: released, ...over });

    await signIn(page, owner);
    await page.goto(toQuestionView('theory', { id: written[0]?.id ?? 0 }));
    await expectDrawn(page, stem ?? '', option ?? '', key ?? '');
    await page.goto(toPaperPreview({ id: running.id }));
    await expectDrawn(page, stem ?? '', option ?? '');
    await page.goto(toPaper({ attemptId: attempt.id }));
    await expectDrawn(page, stem ?? '', key ?? '');

    // The next one at the same browser: nothing of what it kept, and of the answer only what was typed.
    await signIn(page, sitter);
    expect(await asked(page, key ?? '')).toBe(key);
    await page.goto(toSitting('written', { id: running.id }));
    await expectDrawn(page, stem ?? '', option ?? '');
    expect(await asked(page, stem ?? '')).toBe('drawn');
    expect(await asked(page, key ?? '')).toBe(key);

    await signIn(page, mate);
    for (const tex of [stem, key]) expect(await asked(page, tex ?? '')).toBe(tex);

    // Its questions are closed to who sits it, in earlier results too, until it is over.
    const past = Date.now() - 60_000;
    const ended = { end_time: past, oral_end_time: past, upload_end_time: past, status: 'closed' } as const;
    await db().updateTable('exams').set(ended).where('id', '=', running.id).execute();
    const handedIn = { state: 'submitted', submitted_at: past, closed_by: 'student' } as const;
    await db().updateTable('attempts').set(handedIn).where('exam_id', '=', running.id).execute();
    await signIn(page, sitter);
    await page.goto(toResult({ examId: released.id }));
    await expectDrawn(page, stem ?? '', key ?? '');
  });
}
