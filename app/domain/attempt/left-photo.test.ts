import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { admitUpload, uploadsDirectory } from '~/domain/file/upload.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { newUuid } from '~/lib/ids.server';
import { temporaryDirectory } from '~/lib/temporary-files.server';
import { actorOf, makeClassroom, makeExam, makeStudent, makeTeacher, makeWrittenQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { makePhoto } from '~tests/support/media';
import { startAttempt } from './attempt.commands.server';
import { getAttemptView, listPhotos, type AttemptView } from './attempt.queries.server';
import { addPhotos, countingPhotos, removePhoto } from './photo.commands.server';
import { listReceiptNotes } from './receipt-notes.queries.server';
import { finishSentFile, keepLeftFiles } from './sent-file.commands.server';

useDatabase();

const T = Date.now();
const SECOND = 1000;
const LATE = T + 100 * 60 * SECOND;
let student: Actor;
let attempt: AttemptView;
let itemId: number;

beforeEach(async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  const written = [await makeWrittenQuestion({ owner })];
  const exam = await makeExam({ owner, classrooms: [classroom], written, now: T });
  attempt = await startAttempt(student, { examId: exam.id, part: 'written' }, T);
  itemId = exam.items[0]?.id ?? 0;
});

/** A photo whose bytes are all there, and that was said to be whole (uploadDone); nothing after that. */
async function arrive(now: number, name = 'one'): Promise<string> {
  const bytes = await makePhoto({ text: name });
  const id = newUuid();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const given = { type: 'image', name: '第一页.jpg', sha256, attemptId: String(attempt.id), itemId: String(itemId) };
  const metadata = admitUpload(student, { size: bytes.length, metadata: given }, now);
  await mkdir(uploadsDirectory(), { recursive: true });
  await mkdir(temporaryDirectory(), { recursive: true });
  await writeFile(
    path.join(uploadsDirectory(), `${id}.json`),
    JSON.stringify({ id, size: bytes.length, offset: 0, metadata }),
  );
  await writeFile(path.join(uploadsDirectory(), id), bytes);
  await finishSentFile(student, { id }, now);
  return id;
}
const put = (fileId: string, now: number, replaces?: number) =>
  addPhotos(student, { attemptId: attempt.id, itemId, fileIds: [fileId], replaces }, now);

test('a photo that had arrived whole counts, though its browser never came to say so; the same sent late is that one', async () => {
  const id = await arrive(T + SECOND);
  expect(await keepLeftFiles(T + 5 * SECOND)).toBe(0);
  expect(await keepLeftFiles(LATE)).toBe(1);
  expect(await keepLeftFiles(LATE + 60 * SECOND)).toBe(0);
  expect(await countingPhotos(attempt, itemId)).toMatchObject([{ fileId: id, outcome: 'saved' }]);
  const again = await arrive(LATE);
  expect(await put(again, LATE + SECOND)).toMatchObject({ outcome: 'saved', photos: [{ fileId: id }] });
  expect(await listPhotos(attempt.id)).toHaveLength(1);
  expect(await listReceiptNotes(await getAttemptView(attempt.id))).toEqual([]);
});

test('whoever comes back to put it in place of another finds it so, and one that was taken away stays away', async () => {
  const first = await put(await arrive(T + SECOND), T + 2 * SECOND);
  const id = await arrive(T + 3 * SECOND, 'two');
  expect(await keepLeftFiles(T + 60 * SECOND)).toBe(1);
  const { photos } = await put(id, T + 70 * SECOND, first.photos[0]?.id);
  expect(photos).toMatchObject([{ fileId: id }]);
  await removePhoto(student, { attemptId: attempt.id, photoId: photos[0]?.id ?? 0 }, T + 80 * SECOND);
  await finishSentFile(student, { id }, T + 81 * SECOND);
  await keepLeftFiles(T + 160 * SECOND);
  expect(await countingPhotos(attempt, itemId)).toEqual([]);
});
