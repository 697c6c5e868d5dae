import { expect, test } from 'vitest';
import { blindCode } from '~/domain/exam/blind.rules';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeFile,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
  makeWrittenSchool,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { startAttempt } from './attempt.commands.server';
import { addPhotos } from './photo.commands.server';

/** What stands in the addresses of those who mark without names says nothing of who came first. */

useDatabase();

const T = 1_800_000_000_000;
const rising = (ids: number[]) => [...ids].sort((a, b) => a - b);
/** Twelve in their order by chance: once in 479 million runs. */
const MANY = Array.from({ length: 12 }, (_, index) => `学生${index}`);

test('papers are not numbered in the order in which they were begun', async () => {
  const { exam, students } = await makeWrittenSchool({ students: MANY, now: T });
  const ids: number[] = [];
  for (const [index, student] of students.entries()) {
    ids.push((await startAttempt(student, { examId: exam.id, part: 'written' }, T + index)).id);
  }
  expect(ids).not.toEqual(rising(ids));
  // As many codes as papers.
  expect(new Set(ids.map(blindCode)).size).toBe(MANY.length);
});

test('nor photos in the order in which they came', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const written = [await makeWrittenQuestion({ owner })];
  const exam = await makeExam({ owner, classrooms: [classroom], written, now: T });
  const ids: number[] = [];
  for (const name of MANY) {
    const student = actorOf(await makeStudent({ classroom_id: classroom.id, name }));
    const attempt = await startAttempt(student, { examId: exam.id, part: 'written' }, T);
    const file = await makeFile({ owner: student, created_at: T });
    const input = { attemptId: attempt.id, itemId: exam.items[0]?.id ?? 0, fileIds: [file.id] };
    ids.push(...(await addPhotos(student, input, T + 1)).photos.map((photo) => photo.id));
  }
  expect(ids).toHaveLength(MANY.length);
  expect(ids).not.toEqual(rising(ids));
});
