import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { storeFile, useFile } from '~/domain/file/file.commands.server';
import { newUuid } from '~/lib/ids.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTake,
  makeTeacher,
  makeTheoryQuestion,
} from '../../factories';
import { makeTestFolder } from '../../support/test-folder';
import { expect } from './app';

const HOUR = 3_600_000;

/** A real recording of four seconds: a tone, two seconds of silence, a tone. */
async function makeRecording(): Promise<string> {
  const target = path.join(makeTestFolder('kaoping-marking-'), 'recording.webm');
  await promisify(execFile)('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=frequency=330:duration=4'],
    ...['-af', "volume='if(between(t,1,3),0,1)':eval=frame", '-c:a', 'libopus', '-b:a', '24k', '-ac', '1', target],
  ]);
  return target;
}

/** An exam that is over, whose oral part so many students of one class handed in with a recording each. */
export async function makeMarkingSchool(count: number) {
  const owner = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher: owner, name: '旅游2601班' });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    name: '朗读测验',
    oral: await makeOralQuestion({ owner, title: '故宫中轴线讲解', keyPoints: ['午门', '太和殿'], points: 100 }),
    written: [await makeTheoryQuestion({ owner, kind: 'short', points: 10 })],
    oral_weight: 60,
    written_weight: 40,
    now: Date.now() - 3 * HOUR,
  });
  const itemId = exam.items[0]?.id ?? 0;
  const recording = await makeRecording();
  const papers: { attemptId: number; writtenId: number; name: string; takeId: number }[] = [];
  let first: { id: string; durationMs: number } | null = null;
  let student = null;
  for (let index = 0; index < count; index += 1) {
    const number = String(index + 1).padStart(2, '0');
    const name = `学生${number}`;
    // Papers stand in the order of their students' numbers.
    student = await makeStudent({ classroom_id: classroom.id, name, account: `m${exam.id}-${number}` });
    const handedIn = { exam, student, state: 'submitted' as const, now: Date.now() - 2 * HOUR };
    const attempt = await makeAttempt({ ...handedIn, part: 'oral' });
    const written = await makeAttempt({ ...handedIn, part: 'written', answers: [{ text: `${name}的回答` }] });
    let fileId: string;
    if (first === null) {
      const copy = temporaryPath();
      await copyFile(recording, copy);
      const stored = await storeFile(actorOf(student), { kind: 'audio', path: copy, name: 'a.webm' }, Date.now());
      first = { id: stored.id, durationMs: stored.durationMs ?? 0 };
      fileId = stored.id;
    } else {
      fileId = await storeSame(first.id, recording, student.id);
    }
    await useFile(fileId, 'attempt', attempt.id);
    const take = await makeTake({ attempt, itemId, owner: student, fileId, durationMs: first.durationMs });
    papers.push({ attemptId: attempt.id, writtenId: written.id, name, takeId: take.id });
  }
  return { owner, classroom, exam, itemId, papers, lastStudent: student };
}

/** The same sound as a file of somebody else: checked once is enough. */
async function storeSame(id: string, recording: string, ownerId: number): Promise<string> {
  const row = await db().selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const copy = temporaryPath();
  await copyFile(recording, copy);
  const own = newUuid();
  await storage().put(own, copy);
  await db()
    .insertInto('files')
    .values({ ...row, id: own, owner_id: ownerId })
    .execute();
  return own;
}

export const paperAddress = (attemptId: number) => `/examination/scoreexamination/score?attemptId=${attemptId}`;

/** The final scores of the school's oral papers by paper: the four measures and the comment. */
export async function storedScores(attemptIds: number[]) {
  const rows = await db()
    .selectFrom('scores')
    .innerJoin('score_marks', 'score_marks.score_id', 'scores.id')
    .select(['scores.attempt_id', 'scores.state', 'scores.comment', 'score_marks.measures', 'score_marks.points'])
    .where('scores.attempt_id', 'in', attemptIds)
    .execute();
  return new Map(
    rows.map((row) => [
      row.attempt_id,
      {
        state: row.state,
        comment: row.comment,
        points: row.points,
        measures: row.measures === null ? null : (JSON.parse(row.measures) as Record<string, number>),
      },
    ]),
  );
}

/** The page of a paper stands and is ready for keys. */
export async function expectReady(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '准确度' })).toBeFocused();
}
