import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toJournal } from '~/lib/addresses/scoring';
import { expect, signIn } from './app';
import { paperAddress } from './marking-story';
import type { SittingSchool } from './sitting-story';

/**
 * The end of a walk: signs in as the exam's teacher, in the same browser, and reads what there is of the student. What
 * a student's page says about itself proves nothing of what anybody else will find.
 */
export async function teacherSees(
  page: Page,
  { owner, student }: Pick<SittingSchool, 'owner' | 'student'>,
  part: 'oral' | 'written',
  texts: (string | RegExp)[],
  photos = 0,
): Promise<void> {
  const attempt = await db()
    .selectFrom('attempts')
    .select('id')
    .where('student_id', '=', student.id)
    .where('part', '=', part)
    .executeTakeFirstOrThrow();
  // A page that still asks for something without its session would lead to the sign-in by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, owner);
  if (part === 'oral') {
    await page.goto(paperAddress(attempt.id));
    await expect(page.getByText(student.name).first()).toBeVisible();
    const recording = page.locator('audio').first();
    await expect(recording).toHaveAttribute('src', /./);
    const source = (await recording.getAttribute('src')) ?? '';
    expect((await (await page.request.get(source)).body()).length).toBeGreaterThan(5000);
  } else if (photos > 0) {
    await page.goto(paperAddress(attempt.id));
    await expect(page.locator('.desk__photo')).toHaveCount(photos);
  }
  if (part === 'written') await page.goto(toJournal({ attemptId: attempt.id }));
  for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
}
