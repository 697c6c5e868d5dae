import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView, listTakes } from '~/domain/attempt/attempt.queries.server';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { addTake } from '~/domain/attempt/recording.commands.server';
import { takeFlaws } from '~/domain/attempt/take-flaws.rules';
import { storeFile } from '~/domain/file/file.commands.server';
import { addPractice } from '~/domain/practice/practice.commands.server';
import { getPracticePage } from '~/domain/practice/practice.queries.server';
import { getBoard } from '~/domain/room/board.queries.server';
import { getScoring } from '~/domain/scoring/marking/scoring.queries.server';
import { listScoring } from '~/domain/scoring/paper/papers.queries.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase();

const NOW = 1_800_000_000_000;
const run = promisify(execFile);
let made = '';

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'kaoping-silent-'));
});
afterAll(() => rm(made, { recursive: true, force: true }));

/** What a browser records, from any input of ffmpeg. */
async function recorded(...input: string[]): Promise<Buffer> {
  const file = path.join(made, 'take.webm');
  await run('ffmpeg', ['-v', 'error', '-y', ...input, '-c:a', 'libopus', '-b:a', '32k', file]);
  return readFile(file);
}

const nothing = () => recorded('-f', 'lavfi', '-i', 'anoisesrc=r=48000:d=8:a=0.001:c=pink');
const faintVoice = () => recorded('-i', 'app/db/demo/assets/recording-town-1.webm', '-af', 'volume=-40dB');

test('a recording without a voice is said wherever it is met; a faint voice and a take from before are left alone', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  const oral = await makeOralQuestion({ owner });
  const exam = await makeExam({ owner, classrooms: [classroom], oral, settings: { maxTakes: 3 }, now: NOW });
  const itemId = exam.items[0]?.id ?? 0;
  const { id: attemptId } = await startAttempt(student, { examId: exam.id, part: 'oral' }, NOW);
  const send = async (bytes: Buffer, at: number) => {
    const file = temporaryPath();
    await writeFile(file, bytes);
    const { id: fileId } = await storeFile(student, { kind: 'audio', path: file, name: '录音.webm' }, at);
    return addTake(student, { attemptId, itemId, fileId }, at);
  };
  const asked = { examId: exam.id, part: 'oral', view: '', state: '', classId: 0, keyword: '' } as const;
  const page = { currentPage: 1, pageSize: 60 };
  const board = async () => (await getBoard(actorOf(owner), { ...asked, ...page }, NOW + 9000)).rows[0]?.problems;

  const first = await send(await nothing(), NOW + 1000);
  expect(takeFlaws(first.takes, 3)).toEqual({
    [first.takeId]: '这段录音里几乎没有声音，请检查麦克风，可以再录一次',
  });
  expect(await board()).toContain('1 条计分的录音里几乎没有声音');
  const second = await send(await faintVoice(), NOW + 2000);
  expect(takeFlaws(second.takes, 3)[second.takeId]).toBe('');
  expect(await board()).not.toContain('1 条计分的录音里几乎没有声音');
  const third = await send(await nothing(), NOW + 3000);
  expect(takeFlaws(third.takes, 3)[third.takeId]).toBe('这段录音里几乎没有声音，次数已经用完，请告诉监考的老师');
  expect((await listTakes(attemptId)).map((take) => take.isSilent)).toEqual([true, false, true]);

  await submitAttempt(student, { attemptId }, NOW + 4000);
  const attempt = await getAttemptView(attemptId);
  expect(await board()).toEqual(['1 条计分的录音里几乎没有声音']);
  expect((await listReceiptNotes(attempt)).map(({ text }) => text)).toEqual(['第 3 条计分，里面几乎没有声音']);
  const after = NOW + 24 * 3_600_000;
  const list = async () => {
    const filter = { examId: exam.id, part: 'oral', classId: 0, state: '', keyword: '' } as const;
    return (await listScoring(actorOf(owner), { ...filter, ...page }, after)).rows[0]?.recordings;
  };
  expect(await list()).toEqual(['几乎没有声音']);
  // Without names neither list picks it out once it is handed in: side by side they would name its code.
  const blind = (isBlind: boolean) =>
    db()
      .updateTable('exams')
      .set({ settings: toJson({ maxTakes: 3, isBlind }) })
      .execute();
  await blind(true);
  expect([await board(), await list()]).toEqual([[], []]);
  await db().updateTable('attempts').set({ state: 'in_progress' }).execute();
  expect(await board()).toContain('1 条计分的录音里几乎没有声音');
  await db().updateTable('attempts').set({ state: 'submitted' }).execute();
  await blind(false);
  const paper = await getScoring(actorOf(owner), { attemptId, classId: 0 }, after);
  expect(paper.remarks).toEqual(['第 1 题：录音里几乎没有声音']);

  // What else the list says of a recording, and one of before this was measured.
  const { id } = await makeFile({ owner: student, kind: 'audio', promised_ms: 900_000 });
  await db().updateTable('takes').set({ file_id: id, duration_ms: 800_000 }).where('id', '=', third.takeId).execute();
  expect(await list()).toEqual([expect.stringMatching(/^超时 \d+ 秒$/) as string, '不完整']);
});

test('a practised recording without a voice says so from then on; a faint voice does not', async () => {
  const teacher = await makeTeacher();
  const student = actorOf(await makeStudent({ classroom_id: (await makeClassroom({ teacher })).id }));
  const { id: questionId } = await makeOralQuestion({ owner: student });
  const practise = async (bytes: Buffer) => {
    const file = temporaryPath();
    await writeFile(file, bytes);
    const { id } = await storeFile(student, { kind: 'audio', path: file, name: '录音.webm' }, NOW);
    const input = {
      target: { questionId },
      runId: null,
      answer: {},
      fileIds: [id],
      requestId: '',
      begunAt: 0,
      note: '',
    };
    return (await addPractice(student, { ...input, selfRating: null }, NOW)).flaw;
  };
  expect(await practise(await nothing())).toBe('这段录音里几乎没有声音，请检查麦克风，可以再录一次');
  expect(await practise(await faintVoice())).toBe('');
  const page = await getPracticePage(student, 'oral', { target: { questionId }, doneId: null }, NOW);
  expect(page.tries.map(({ flaw }) => flaw === '')).toEqual([true, false]);
});
