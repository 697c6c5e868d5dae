import { mkdir, readFile } from 'node:fs/promises';
import { makeTeacher } from '../factories';
import { makeToneWav } from '../support/media';
import { expect, signIn, test } from './support/app';
import { picture } from './support/pictures';

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
}
