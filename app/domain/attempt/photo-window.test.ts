import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { actorOf, makeClassroom, makeExam, makeStudent, makeTeacher, makeWrittenQuestion } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { closeAttemptsOfExam, startAttempt, submitAttempt } from './attempt.commands.server';
import type { AttemptView } from './attempt.queries.server';
import { maySendAnswer } from './photo-window.queries.server';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const END = T + 60 * MINUTE;
const PHOTO_END = T + 90 * MINUTE;

let owner: Actor;
let student: Actor;
let examId: number;
let attempt: AttemptView;

beforeEach(async () => {
  const teacher = await makeTeacher();
  owner = actorOf(teacher);
  const classroom = await makeClassroom({ teacher });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  const written = [await makeWrittenQuestion({ owner: teacher })];
  examId = (await makeExam({ owner: teacher, classrooms: [classroom], written, now: T })).id;
  attempt = await startAttempt(student, { examId, part: 'written' }, T);
});

const sends = (now: number) =>
  Promise.all((['image', 'audio'] as const).map((kind) => maySendAnswer(student, kind, now)));

test('a picture is an answer until the photo deadline, handed in or not; a recording while the paper takes answers', async () => {
  expect(await sends(T + MINUTE)).toEqual([true, true]);
  expect(await maySendAnswer(student, 'resource', T + MINUTE)).toBe(false);
  expect(await maySendAnswer(owner, 'image', T + MINUTE)).toBe(false);
  await submitAttempt(student, { attemptId: attempt.id }, T + 2 * MINUTE);
  expect(await sends(T + 3 * MINUTE)).toEqual([true, false]);
  expect(await sends(END + 2 * MINUTE)).toEqual([true, false]);
  expect(await sends(PHOTO_END + GRACE_MS)).toEqual([true, false]);
  expect(await sends(PHOTO_END + GRACE_MS + 1)).toEqual([false, false]);
});

test('nothing is once the paper is scored or its exam was ended', async () => {
  await closeAttemptsOfExam(owner, examId, T + MINUTE);
  await db()
    .updateTable('exams')
    .set({ closed_at: T + MINUTE, status: 'closed' })
    .where('id', '=', examId)
    .execute();
  expect(await sends(T + 2 * MINUTE)).toEqual([false, false]);
  await db().updateTable('exams').set({ closed_at: null }).where('id', '=', examId).execute();
  expect(await sends(T + 2 * MINUTE)).toEqual([true, false]);
  await db().updateTable('attempts').set({ state: 'scored' }).where('id', '=', attempt.id).execute();
  expect(await sends(T + 2 * MINUTE)).toEqual([false, false]);
});

test('a re-sit has a photo deadline of its own, although its exam is over', async () => {
  const later = PHOTO_END + 10 * MINUTE;
  const end = later + 30 * MINUTE;
  await submitAttempt(student, { attemptId: attempt.id }, T + 2 * MINUTE);
  await db().updateTable('exams').set({ closed_at: PHOTO_END, status: 'closed' }).where('id', '=', examId).execute();
  const given = { state: 'open', reason: '', granted_by: owner.id, granted_at: T };
  const times = { begins_at: later, ends_at: end, upload_ends_at: end + 20 * MINUTE };
  await db()
    .insertInto('exam_resits')
    .values({ exam_id: examId, student_id: student.id, part: 'written', ...times, ...given })
    .execute();
  const again = await startAttempt(student, { examId, part: 'written' }, later);
  await submitAttempt(student, { attemptId: again.id }, later + MINUTE);
  expect(again.number).toBe(2);
  expect(await sends(end + 10 * MINUTE)).toEqual([true, false]);
  expect(await sends(end + 30 * MINUTE)).toEqual([false, false]);
});
