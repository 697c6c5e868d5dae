import type { Browser, Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toJournal, toPaper } from '~/lib/addresses/scoring';
import { expect, signIn } from './app';
import { makeSittingSchool, type SittingSchool } from './sitting-story';

export const REASON = '突然不舒服';

/** A school with its teacher signed in in a window of their own, and its student on `page`. */
export async function openRoom(page: Page, browser: Browser, baseURL: string) {
  const school = await makeSittingSchool();
  const teacher = await (await browser.newContext({ baseURL })).newPage();
  await signIn(teacher, school.owner);
  await signIn(page, school.student);
  return { school, teacher };
}

/** 代交 by the exam's teacher, through the API and a session of their own, while the student's page stays as it is. */
export async function handInFor(teacher: Page, { exam, student }: SittingSchool, part: 'oral' | 'written') {
  const form = { id: exam.id, part, studentIds: String(student.id), reason: REASON };
  const answer = await teacher.request.post('/api/exam/handIn', { form });
  expect(await answer.json()).toMatchObject({ success: true, data: 1 });
}

/** 结束考试 by the exam's teacher, through the API, while the student's page stays as it is. */
export async function endExam(teacher: Page, { exam }: SittingSchool) {
  const answer = await teacher.request.post('/api/exam/close', { form: { ids: String(exam.id) } });
  expect(await answer.json()).toMatchObject({ success: true, data: 1 });
}

/** What the teacher of a paper finds that came after it was handed in. */
export async function expectLate(teacher: Page, school: SittingSchool, part: 'oral' | 'written', text: string | null) {
  const { id } = await db()
    .selectFrom('attempts')
    .select('id')
    .where('student_id', '=', school.student.id)
    .where('part', '=', part)
    .executeTakeFirstOrThrow();
  await signIn(teacher, school.owner);
  if (text !== null) {
    await teacher.goto(toJournal({ attemptId: id }));
    await expect(teacher.getByText(text).first()).toBeVisible();
    return;
  }
  await teacher.goto(toPaper({ attemptId: id }));
  await expect(teacher.getByText('老师代交').first()).toBeVisible();
  // Folded, until the teacher decides about it.
  await expect(teacher.getByLabel(/迟到的第 1 条录音/)).toHaveCount(1);
}
