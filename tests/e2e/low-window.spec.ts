import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { toSitting } from '~/lib/addresses/sitting';
import { actorOf } from '../factories';
import { expect, signIn, test } from './support/app';
import { makeSittingSchool } from './support/sitting-story';

/** At 200 %, and on a phone held sideways, who records still reads the text. */
for (const viewport of [
  { width: 683, height: 384 },
  { width: 844, height: 390 },
]) {
  test(`while it is recorded at ${viewport.width}×${viewport.height} the sentence to be read is in sight`, async ({
    app: _app,
    page,
  }) => {
    const { student, exam } = await makeSittingSchool();
    await startAttempt(actorOf(student), { examId: exam.id, part: 'oral' }, Date.now());
    await page.setViewportSize(viewport);
    await signIn(page, student);
    await page.goto(toSitting('oral', { id: exam.id }));
    await page.getByRole('button', { name: '录音', exact: true }).click();
    await expect(page.getByRole('progressbar', { name: '录音时长' })).toHaveText(/0:0[2-9]/);
    await expect(page.locator('.reading .is-current')).toBeInViewport();
    const [text, recorder] = [
      await page.locator('.reading .is-current').boundingBox(),
      await page.locator('.recorder').boundingBox(),
    ];
    expect(recorder?.height).toBeLessThan(72);
    expect((text?.y ?? 0) + 40).toBeLessThan(recorder?.y ?? 0);
    expect(text?.y).toBeGreaterThan(0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/low-${viewport.width}.png` });
    await page.getByRole('button', { name: '停止' }).click();
    await expect(page.getByText('已上传，计分')).toBeVisible();
  });
}
