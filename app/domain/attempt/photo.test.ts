import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { storeFile } from '~/domain/file/file.commands.server';
import { renderPicture } from '~/domain/file/rendition.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeFile,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { env } from '~/lib/env.server';
import { useDatabase } from '~tests/support/db';
import { makePhoto } from '~tests/support/media';
import { startAttempt, submitAttempt } from './attempt.commands.server';
import { getAttemptView, type AttemptView } from './attempt.queries.server';
import { savePaper } from './paper.commands.server';
import { addPhotos, countingPhotos, movePhoto, removePhoto, turnPhoto } from './photo.commands.server';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const PHOTO_END = T + 90 * MINUTE;

let student: Actor;
let other: Actor;
let exam: MadeExam;
let attempt: AttemptView;
let item: number;
let ids: number[];

beforeEach(async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  other = actorOf(await makeStudent({ classroom_id: classroom.id }));
  const written = [await makeWrittenQuestion({ owner }), await makeWrittenQuestion({ owner })];
  exam = await makeExam({ owner, classrooms: [classroom], written, now: T });
  attempt = await startAttempt(student, { examId: exam.id, part: 'written' }, T);
  item = exam.items[0]?.id ?? 0;
  const files = [];
  for (let count = 0; count < 4; count += 1) files.push(await makeFile({ owner: student, created_at: T }));
  const input = { attemptId: attempt.id, itemId: item, fileIds: files.map((file) => file.id) };
  ids = (await addPhotos(student, input, T + 1)).photos.map((photo) => photo.id);
});

const order = async () => (await countingPhotos(attempt, item)).map((photo) => ids.indexOf(photo.id));
const move = (index: number, place: number, now = T + 2, actor = student) =>
  movePhoto(actor, { attemptId: attempt.id, photoId: ids[index] ?? 0, place }, now);
const turn = (index: number, rotation: 0 | 90 | 180 | 270, now = T + 2, actor = student) =>
  turnPhoto(actor, { attemptId: attempt.id, photoId: ids[index] ?? 0, rotation }, now);
const audits = () => db().selectFrom('audit_entries').select('action').where('action', 'like', '%_photo').execute();

test('one that answers a question already is refused for another one', async () => {
  const [used] = await countingPhotos(attempt, item);
  const input = { attemptId: attempt.id, itemId: exam.items[1]?.id ?? 0, fileIds: [used?.fileId ?? ''] };
  await expect(addPhotos(student, input, T + 2)).rejects.toMatchObject({
    fields: { fileIds: '这张照片已经用在另一道题里，请重新上传一份' },
  });
});

describe('the order of photos', () => {
  test.each([
    ['the last to the front', 3, 1, [3, 0, 1, 2]],
    ['the first behind the second', 0, 2, [1, 0, 2, 3]],
    ['past the end is the end', 1, 99, [0, 2, 3, 1]],
    ['where it is', 2, 3, [0, 1, 2, 3]],
  ])('%s', async (_name, index, place, expected) => {
    const moved = await move(index, place);
    expect(moved.map((photo) => ids.indexOf(photo.id))).toEqual(expected);
    // Twice is once: the place is said, not a step.
    await move(index, place);
    expect(await order()).toEqual(expected);
    expect(await audits()).toHaveLength(expected.every((one, at) => one === at) ? 0 : 1);
  });

  test('photos taken away keep no place', async () => {
    await removePhoto(student, { attemptId: attempt.id, photoId: ids[1] ?? 0 }, T + 2);
    await move(3, 2);
    expect(await order()).toEqual([0, 3, 2]);
    await expect(move(1, 1)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('turning', () => {
  test('is kept, shown by the address, written once', async () => {
    const [first] = await turn(0, 270);
    expect(first).toMatchObject({ rotation: 270, url: `/api/file/${first?.fileId}?rotate=270` });
    await turn(0, 270, T + 3);
    expect(await audits()).toHaveLength(1);
    expect((await turn(0, 0, T + 4))[0]?.url).toBe(`/api/file/${first?.fileId}`);
  });

  test('a rendition is turned and as wide as asked; its file stays', async () => {
    const folder = env().dataDir;
    const source = path.join(folder, 'sheet.jpg');
    await writeFile(source, await makePhoto({ width: 600, height: 800 }));
    const upload = path.join(folder, 'upload.jpg');
    await copyFile(source, upload);
    const file = await storeFile(student, { kind: 'image', path: upload, name: 'sheet.jpg' }, T);
    const lightness = async (
      bytes: Uint8Array,
      region: { left: number; top: number; width: number; height: number },
    ) => {
      const cut = await sharp(bytes).extract(region).toBuffer();
      return (await sharp(cut).greyscale().stats()).channels[0]?.mean ?? 0;
    };
    // The sheet's upper half is the lighter one: turned to the right it is at the right.
    const right = await renderPicture(student, file, { rotation: 90, width: null });
    expect(await sharp(right).metadata()).toMatchObject({ width: 800, height: 600 });
    const half = { top: 300, width: 300, height: 250 };
    expect(await lightness(right, { left: 450, ...half })).toBeGreaterThan(
      (await lightness(right, { left: 50, ...half })) + 40,
    );
    const narrow = await renderPicture(student, file, { rotation: 270, width: 240 });
    expect(await sharp(narrow).metadata()).toMatchObject({ width: 240, height: 180 });
    const wide = await renderPicture(student, file, { rotation: 180, width: 1920 });
    expect(await sharp(wide).metadata()).toMatchObject({ width: 600, height: 800 });
    const third = { left: 100, width: 300, height: 200 };
    expect(await lightness(wide, { top: 550, ...third })).toBeGreaterThan(
      (await lightness(wide, { top: 50, ...third })) + 40,
    );
  });
});

test('after handing in until the photo deadline; the receipt says the same as before', async () => {
  const receipt = await submitAttempt(student, { attemptId: attempt.id }, T + 2);
  await turn(0, 90, PHOTO_END - 1);
  await move(3, 1, PHOTO_END + GRACE_MS);
  expect(await order()).toEqual([3, 0, 1, 2]);
  expect(await getAttemptView(attempt.id)).toMatchObject({ receiptRevision: 1, receipt });
  const late = PHOTO_END + GRACE_MS + 1;
  await expect(turn(0, 180, late)).rejects.toMatchObject({ code: 'conflict', message: /上传时间已过/ });
  await expect(move(0, 1, late)).rejects.toMatchObject({ code: 'conflict' });
  expect(await order()).toEqual([3, 0, 1, 2]);
});

test('nobody else arranges them', async () => {
  await expect(turn(0, 90, T + 2, other)).rejects.toMatchObject({ code: 'conflict' });
  await expect(move(0, 2, T + 2, other)).rejects.toMatchObject({ code: 'conflict' });
});

test('a page’s form names what becomes of a photo; a wrong word is no error page', async () => {
  const save = (go: string) =>
    savePaper(student, { attemptId: attempt.id, answers: [], files: [], refusal: null, go }, T + 5);
  expect(await save(`turn:${ids[2]}:90:${item}`)).toEqual({ problem: null, isTooLate: false });
  expect(await save(`move:${ids[2]}:1:${item}`)).toEqual({ problem: null, isTooLate: false });
  expect(await order()).toEqual([2, 0, 1, 3]);
  expect((await countingPhotos(attempt, item))[0]).toMatchObject({ rotation: 90 });
  expect(await save(`turn:${ids[1]}:45:${item}`)).toEqual({ problem: null, isTooLate: false });
  expect(await save(`move:${ids[1]}`)).toEqual({ problem: null, isTooLate: false });
  await save(`remove:${ids[2]}`);
  expect(await order()).toEqual([0, 1, 3]);
});
