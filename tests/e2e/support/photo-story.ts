import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toResult } from '~/lib/addresses/results';
import {
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '../../factories';
import { makePhoto } from '../../support/media';
import { expect } from './app';
import { handIn, itemCard } from './sitting-story';

const MINUTE = 60_000;

/** A running written exam: a choice that its key marks, and one question answered on paper. */
export async function makePhotoSchool() {
  const owner = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher: owner, name: '旅游2601班' });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    name: '十一月月考',
    written: [
      await makeTheoryQuestion({ owner, points: 10 }),
      await makeWrittenQuestion({ owner, points: 20, body: { markingPoints: [] } }),
    ],
  });
  const [choice, pen] = exam.items;
  if (!choice || !pen) throw new Error('the exam has no items');
  return { owner, student, exam, choice, pen };
}

export type PhotoSchool = Awaited<ReturnType<typeof makePhotoSchool>>;

/** Lets the exam's windows end, as the clock would. */
export async function letTimePass(school: PhotoSchool) {
  const end = Date.now() - 2 * MINUTE;
  await db()
    .updateTable('exams')
    .set({ begin_time: end - 60 * MINUTE, end_time: end, upload_end_time: end, status: 'closed', closed_at: end })
    .where('id', '=', school.exam.id)
    .execute();
  await db()
    .updateTable('attempts')
    .set({ deadline_at: end, upload_deadline_at: end })
    .where('exam_id', '=', school.exam.id)
    .execute();
}

/** The photos of the item that count, in order, as the database has them. */
export function storedPhotos(school: PhotoSchool) {
  return db()
    .selectFrom('photos')
    .select(['id', 'rotation'])
    .where('item_id', '=', school.pen.id)
    .where('removed_at', 'is', null)
    .where('outcome', '!=', 'refused')
    .orderBy('position')
    .execute();
}

/** Three real photos for the file input, told apart by what is written on them. */
export async function threePhotos() {
  return Promise.all(
    ['第一页', '第二页', '第三页'].map(async (text) => ({
      name: `${text}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makePhoto({ width: 900, height: 1200, text }),
    })),
  );
}

/** The student moves the third photo to the front, turns it to the right, and hands in. `save` sends what was chosen. */
export async function arrangeAndHandIn(page: Page, school: PhotoSchool, save: () => Promise<void>) {
  const pen = itemCard(page, school.pen.id);
  await pen.getByLabel(/拍照或选图/).setInputFiles(await threePhotos());
  await save();
  await expect(pen.getByRole('img')).toHaveCount(3);
  const [first, second, third] = (await storedPhotos(school)).map((photo) => photo.id);
  await pen.getByRole('button', { name: '第 3 张前移' }).click();
  await expect.poll(async () => (await storedPhotos(school)).map(({ id }) => id)).toEqual([first, third, second]);
  // The page draws the order a moment after the server has it.
  const forward = pen.getByRole('button', { name: '第 2 张前移' });
  await expect(forward).toHaveAttribute('value', new RegExp(`^move:${third}:`));
  await forward.click();
  await expect.poll(async () => (await storedPhotos(school)).map(({ id }) => id)).toEqual([third, first, second]);
  // The page draws the new order a moment after the server has it.
  const moved = await db()
    .selectFrom('photos')
    .select('file_id')
    .where('id', '=', third ?? 0)
    .executeTakeFirstOrThrow();
  await expect(pen.getByRole('img').first()).toHaveAttribute('src', new RegExp(moved.file_id));
  await pen.getByRole('button', { name: '第 1 张右转' }).click();
  await expect(pen.getByRole('img').first()).toHaveAttribute('src', /rotate=90/);
  await handIn(page);
  await expect(page.getByText('3 张')).toBeVisible();
  return [third, first, second];
}

/** What the released result shows of the photos: in order, turned, with the marks; the marks can be hidden. */
export async function expectMarkedResult(page: Page, school: PhotoSchool) {
  await page.goto(toResult({ examId: school.exam.id }));
  const sheets = page.locator(`#item-${school.pen.id}`).getByRole('img', { name: /我的答卷照片/ });
  await expect(sheets).toHaveCount(3);
  // Turned right by the student and upside down by the examiner's two turns on top of it.
  await expect(sheets.first().locator('image')).toHaveAttribute('href', /rotate=270/);
  const marks = sheets.first().locator('.marks [data-shape]');
  await expect(marks).toHaveCount(3);
  expect(await marks.evaluateAll((all) => all.map((one) => one.getAttribute('data-shape')))).toEqual([
    'tick',
    'text',
    'line',
  ]);
  await expect(sheets.first().locator('text')).toHaveText('论证充分');
  await page.getByRole('link', { name: '隐藏批注' }).click();
  await expect(sheets.first().locator('.marks')).toHaveCount(0);
  await page.getByRole('link', { name: '显示批注' }).click();
  await expect(marks).toHaveCount(3);
}
