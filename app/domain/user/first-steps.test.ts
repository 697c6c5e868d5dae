import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { actorOf, makeClassroom, makeExam, makeStudent, makeTeacher, makeTheoryQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { closeFirstSteps, openFirstSteps } from './first-steps.commands.server';
import { findFirstSteps } from './first-steps.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 23, 6, 0);
const NOTHING = { class: 0, student: 0, question: 0, exam: 0, release: 0 };

test('an empty school is led step by step, and no more when the last is done', async () => {
  const owner = await makeTeacher();
  const teacher = actorOf(owner);
  expect(await findFirstSteps(teacher)).toEqual(NOTHING);
  const classroom = await makeClassroom({ teacher: owner });
  expect(await findFirstSteps(teacher)).toEqual({ ...NOTHING, class: 1 });
  await makeStudent({ classroom_id: classroom.id });
  await makeStudent({ classroom_id: classroom.id, deleted_at: NOW });
  const question = await makeTheoryQuestion({ owner });
  const draft = await makeExam({ owner, classrooms: [classroom], written: [question], status: 'draft', now: NOW });
  expect(await findFirstSteps(teacher)).toEqual({ ...NOTHING, class: 1, student: 1, question: 1 });
  await db().updateTable('exams').set({ status: 'published' }).where('id', '=', draft.id).execute();
  expect(await findFirstSteps(teacher)).toEqual({ class: 1, student: 1, question: 1, exam: 1, release: 0 });
  // A colleague is led through what the school still lacks.
  expect(await findFirstSteps(actorOf(await makeTeacher()))).toMatchObject({ exam: 1, release: 0 });
  await db().updateTable('exams').set({ status: 'released' }).where('id', '=', draft.id).execute();
  expect(await findFirstSteps(teacher)).toBeNull();
});

test('what a teacher closes stays closed for this teacher until it is opened again', async () => {
  const [owner, other] = [await makeTeacher(), await makeTeacher()];
  const teacher = actorOf(owner);
  await closeFirstSteps(teacher, NOW);
  expect(await findFirstSteps(teacher)).toBeNull();
  expect(await findFirstSteps(actorOf(other))).toEqual(NOTHING);
  await openFirstSteps(teacher, NOW);
  expect(await findFirstSteps(teacher)).toEqual(NOTHING);
  const classroom = await makeClassroom({ teacher: owner });
  await makeStudent({ classroom_id: classroom.id });
  await makeExam({ owner, written: [await makeTheoryQuestion({ owner })], status: 'released', now: NOW });
  // Opened while there was something left: it goes by itself.
  expect(await findFirstSteps(teacher)).toBeNull();
  // Opened when all is done: it stays until it is closed.
  await openFirstSteps(teacher, NOW);
  expect(await findFirstSteps(teacher)).toMatchObject({ release: 1 });
  await closeFirstSteps(teacher, NOW);
  expect(await findFirstSteps(teacher)).toBeNull();
});

test('a student has none', async () => {
  const classroom = await makeClassroom({ teacher: await makeTeacher() });
  const student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  await expect(closeFirstSteps(student, NOW)).rejects.toMatchObject({ code: 'forbidden' });
});
