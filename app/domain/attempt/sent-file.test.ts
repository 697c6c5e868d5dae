import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { db } from '~/db/db.server';
import { admitUpload, uploadsDirectory } from '~/domain/file/upload.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { newUuid } from '~/lib/ids.server';
import { temporaryDirectory } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { makeBrowserRecording, makeSpokenWav, makeToneWav } from '~tests/support/media';
import { startAttempt, submitAttempt } from './attempt.commands.server';
import { getAttemptView, listTakes, type AttemptView } from './attempt.queries.server';
import { listReceiptNotes } from './receipt-notes.queries.server';
import { addTake } from './recording.commands.server';
import { notingRefusal } from './refusal.commands.server';
import { admitSentFile, finishSentFile, keepLeftFiles } from './sent-file.commands.server';

useDatabase();

const T = Date.now();
const SECOND = 1000;
let speech: Buffer;
let student: Actor;
let exam: MadeExam;
let attempt: AttemptView;

beforeAll(async () => {
  await mkdir(temporaryDirectory(), { recursive: true });
  const wav = await makeSpokenWav(path.join(temporaryDirectory(), 'left.wav'));
  speech = await readFile(await makeBrowserRecording(wav, path.join(temporaryDirectory(), 'left.webm')));
});

beforeEach(async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  const oral = await makeOralQuestion({ owner, body: { answerSeconds: 2 } });
  exam = await makeExam({ owner, classrooms: [classroom], oral, settings: { maxTakes: 1 }, now: T });
  attempt = await startAttempt(student, { examId: exam.id, part: 'oral' }, T);
});

const itemId = () => exam.items.find((item) => item.part === 'oral')?.id ?? 0;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A recording as the protocol's server leaves it on the disk, last heard of `ago` milliseconds before T. */
async function arrive(bytes: Buffer, { instead = '', ago = 0 } = {}): Promise<string> {
  const id = newUuid();
  const given = { type: 'audio', name: '录音.webm', attemptId: String(attempt.id), itemId: String(itemId()), instead };
  const metadata = admitUpload(student, { size: undefined, metadata: given }, T);
  await mkdir(uploadsDirectory(), { recursive: true });
  const file = path.join(uploadsDirectory(), id);
  await writeFile(`${file}.json`, JSON.stringify({ id, offset: 0, metadata }));
  await writeFile(file, bytes);
  const at = new Date(T - ago);
  await utimes(file, at, at);
  return id;
}
const half = () => speech.subarray(0, Math.floor(speech.length / 2));
const whole = (id: string, now: number) =>
  finishSentFile(student, { id, size: speech.length, sha256: sha256(speech) }, now);

test('what had arrived of a recording nobody goes on with is a take; the whole takes its place, other bytes do not', async () => {
  const id = await arrive(half(), { ago: -SECOND });
  expect(await keepLeftFiles(T + 5 * SECOND)).toBe(0);
  expect(await keepLeftFiles(T + 30 * SECOND)).toBe(1);
  expect(await keepLeftFiles(T + 60 * SECOND)).toBe(0);
  const [left] = await listTakes(attempt.id);
  expect(left).toMatchObject({ fileId: id, number: 1, isChosen: true, outcome: 'saved', receivedAt: T + SECOND });

  // Its one take is used: another recording is refused, also under the name of the first.
  const other = await arrive(Buffer.concat([speech.subarray(0, 200), speech.subarray(100)]), { instead: id });
  await expect(
    finishSentFile(student, { id: other, size: speech.length + 100, sha256: 'f'.repeat(64) }, T + 70 * SECOND),
  ).rejects.toMatchObject({ code: 'invalid' });
  const again = await arrive(speech, { instead: id });
  await whole(again, T + 80 * SECOND);
  const takes = await listTakes(attempt.id);
  expect(takes).toMatchObject([{ id: left?.id, fileId: again, number: 1, isChosen: true, outcome: 'saved' }]);
  expect(takes[0]?.durationMs).toBeGreaterThan((left?.durationMs ?? 0) * 1.5);
});

test('sent again because nobody heard that it was stored, a recording is no second take; another one is', async () => {
  const id = await arrive(speech);
  await whole(id, T + 5 * SECOND);
  const [take] = await listTakes(attempt.id);
  const again = await arrive(speech, { instead: id });
  const stored = await whole(again, T + 9 * SECOND);
  await addTake(student, { attemptId: attempt.id, itemId: itemId(), fileId: stored.id }, T + 9 * SECOND);
  expect(await listTakes(attempt.id)).toMatchObject([{ id: take?.id, number: 1, isChosen: true, fileId: again }]);
  const notes = await listReceiptNotes(await getAttemptView(attempt.id));
  expect(notes.map(({ text }) => text)).toEqual([expect.stringMatching(/^第 1 条计分，超时/)]);

  const wav = await readFile(await makeToneWav(path.join(temporaryDirectory(), 'other.wav'), 1.5));
  const other = await arrive(wav, { instead: `${id},${again}` });
  const next = await finishSentFile(student, { id: other, size: wav.length, sha256: sha256(wav) }, T + 12 * SECOND);
  const offer = { attemptId: attempt.id, itemId: itemId(), fileId: next.id };
  await expect(addTake(student, offer, T + 12 * SECOND)).rejects.toThrow('最多录 1 次');
  expect(await listTakes(attempt.id)).toHaveLength(1);
});

test('sent once more after the end because nobody heard that it was stored, a recording is the one that counts', async () => {
  await whole(await arrive(speech), T + 5 * SECOND);
  const [take] = await listTakes(attempt.id);
  await submitAttempt(student, { attemptId: attempt.id }, T + 10 * SECOND);
  const stored = await whole(await arrive(speech), T + 60 * SECOND);
  const offer = { attemptId: attempt.id, itemId: itemId(), fileId: stored.id };
  expect(await addTake(student, offer, T + 61 * SECOND)).toMatchObject({ outcome: 'saved', takeId: take?.id });
  expect(await listTakes(attempt.id)).toMatchObject([{ id: take?.id, fileId: take?.fileId, outcome: 'saved' }]);
  const notes = await listReceiptNotes(await getAttemptView(attempt.id));
  expect(notes.map(({ text }) => text).join()).not.toContain('没有计入');
});

test('handed in from another computer before anybody noticed: it counts all the same, and the receipt is made anew', async () => {
  await arrive(half(), { ago: -SECOND });
  await submitAttempt(student, { attemptId: attempt.id }, T + 10 * SECOND);
  expect(await keepLeftFiles(T + 40 * SECOND)).toBe(1);
  expect(await listTakes(attempt.id)).toMatchObject([{ outcome: 'saved', isChosen: true }]);
  const closed = await getAttemptView(attempt.id);
  expect(closed).toMatchObject({ receiptRevision: 2, receipt: { answeredCount: 1 } });
});

test('an upload of unknown length is refused before it is whole, and counts from when its length and digest were said', async () => {
  const id = await arrive(half());
  await expect(finishSentFile(student, { id }, T + SECOND)).rejects.toMatchObject({ code: 'conflict' });
  await expect(whole(id, T + 2 * SECOND)).rejects.toMatchObject({ code: 'conflict' });
  await writeFile(path.join(uploadsDirectory(), id), speech);
  await whole(id, T + 500 * SECOND);
  expect(await listTakes(attempt.id)).toMatchObject([{ receivedAt: T + 2 * SECOND, outcome: 'saved' }]);
});

test('the receipt names what was refused and why, what came too late, and what is above its limit', async () => {
  const paper = { attemptId: String(attempt.id), itemId: String(itemId()) };
  const tooLarge = { size: 51 * 1024 * 1024, metadata: { type: 'audio', ...paper } };
  await expect(admitSentFile(student, tooLarge, T + 1)).rejects.toMatchObject({ code: 'too_large' });
  const text = Buffer.from('这不是录音');
  const wrong = await arrive(text);
  await expect(
    finishSentFile(student, { id: wrong, size: text.length, sha256: sha256(text) }, T + 2),
  ).rejects.toMatchObject({ code: 'unsupported_type' });
  const before = await listReceiptNotes(await getAttemptView(attempt.id));
  expect(before.map((note) => note.text)).toEqual([
    expect.stringMatching(/^没有收下：录音太大了/),
    expect.stringMatching(/^没有收下：这不是录音文件/),
  ]);
  await whole(await arrive(speech), T + 3);
  const second = await whole(await arrive(speech), T + 4);
  const offered = { attemptId: attempt.id, itemId: itemId() };
  await expect(
    notingRefusal(student, { ...offered, kind: 'take' }, T + 5, () =>
      addTake(student, { ...offered, fileId: second.id }, T + 5),
    ),
  ).rejects.toMatchObject({ code: 'conflict' });
  const [take] = await listTakes(attempt.id);
  const over = Math.round((take?.durationMs ?? 0) / 1000 - 2);
  expect(take?.overSeconds).toBe(over);
  const notes = await listReceiptNotes(await getAttemptView(attempt.id));
  expect(notes.map((note) => [note.position, note.kind, note.text])).toEqual([
    [1, 'take', '第 1 条计分，不受影响；另一条没有收下：录音太大了，每个录音文件最大 50 MB'],
    [1, 'take', expect.stringMatching(/^第 1 条计分，不受影响；另一条没有收下：这不是录音文件/)],
    [1, 'take', `第 1 条计分，超时 ${over} 秒`],
    [1, 'take', '第 1 条计分，不受影响；另一条没有收下：这道题最多录 1 次，次数已经用完'],
  ]);
});

test('a server that ended between storing a left recording and making it a take makes it one at its next sweep', async () => {
  const id = await arrive(half(), { ago: 30 * SECOND });
  expect(await keepLeftFiles(T)).toBe(1);
  await db().deleteFrom('takes').where('file_id', '=', id).execute();
  const marker = path.join(uploadsDirectory(), `${id}.left`);
  await writeFile(marker, '');
  await utimes(marker, new Date(T), new Date(T));
  expect(await keepLeftFiles(T + 30 * SECOND)).toBe(1);
  expect(await listTakes(attempt.id)).toMatchObject([{ fileId: id, outcome: 'saved', isChosen: true }]);
  expect(await keepLeftFiles(T + 60 * SECOND)).toBe(0);
});

test('a server that was killed while it stored a left recording goes on with it', async () => {
  const id = await arrive(half());
  const [data, marker] = [path.join(uploadsDirectory(), id), path.join(uploadsDirectory(), `${id}.left`)];
  await rename(data, `${data}.claimed`);
  await writeFile(marker, '');
  await utimes(marker, new Date(T), new Date(T));
  expect(await keepLeftFiles(T + 30 * SECOND)).toBe(0);
  expect(await keepLeftFiles(T + 90 * SECOND)).toBe(1);
  expect(await listTakes(attempt.id)).toMatchObject([{ fileId: id, outcome: 'saved' }]);
});

test('a server that was killed while it stored what its sender had finished goes on, whether or not the sender is back', async () => {
  const id = await arrive(speech, { ago: 5 * SECOND });
  const data = path.join(uploadsDirectory(), id);
  await rename(data, `${data}.claimed`);
  expect(await keepLeftFiles(T + 10 * SECOND)).toBe(0);
  expect(await keepLeftFiles(T + 90 * SECOND)).toBe(1);
  expect(await listTakes(attempt.id)).toMatchObject([{ fileId: id, outcome: 'saved' }]);
});

test('a recording that waits for its turn for minutes is stored once, whoever looks at it meanwhile', async () => {
  const minutes = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(400_000, 4)]);
  const id = await arrive(minutes, { ago: 120 * SECOND });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: T });
  try {
    const sent = { id, size: minutes.length, sha256: sha256(minutes) };
    let isStored = false;
    const storing = finishSentFile(student, sent, T).finally(() => (isStored = true));
    await vi.waitUntil(() => existsSync(path.join(uploadsDirectory(), `${id}.claimed`)), { timeout: 60_000 });
    for (let looks = 0; looks < 10; looks += 1) {
      await vi.advanceTimersByTimeAsync(20 * SECOND);
      expect(await keepLeftFiles(Date.now())).toBe(0);
      // The sender asks again too: it is told to wait, and not that its upload is gone.
      await expect(finishSentFile(student, sent, Date.now())).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(isStored).toBe(false);
    const file = await storing;
    expect(await storage().size(id)).toBe(file.size);
    expect(await db().selectFrom('files').select('id').execute()).toEqual([{ id }]);
    expect(await listTakes(attempt.id)).toMatchObject([{ fileId: id, outcome: 'saved', isChosen: true }]);
  } finally {
    vi.useRealTimers();
  }
});

test('a finger that slipped, less than half a second, is refused with a sentence and is no take', async () => {
  const tone = await makeToneWav(path.join(temporaryDirectory(), 'slip.wav'), 0.3);
  const slip = await readFile(await makeBrowserRecording(tone, path.join(temporaryDirectory(), 'slip.webm')));
  const id = await arrive(slip);
  // The upload itself is whole: its sender is told when it wants it to be a take.
  await finishSentFile(student, { id, size: slip.length, sha256: sha256(slip) }, T + SECOND);
  const take = { attemptId: attempt.id, itemId: itemId(), fileId: id };
  await expect(addTake(student, take, T + SECOND)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('不到半秒') as string,
  });
  // Left on the disk by a browser that was closed at once.
  await arrive(slip, { ago: 30 * SECOND });
  await keepLeftFiles(T + 30 * SECOND);
  expect(await listTakes(attempt.id)).toEqual([]);
  // It has used up nothing: the one take that is allowed is still free.
  await whole(await arrive(speech), T + 60 * SECOND);
  expect(await listTakes(attempt.id)).toHaveLength(1);
});
