import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { tellOfResit } from '~/domain/attempt/resit-told.commands.server';
import { getWaitingRoom } from '~/domain/attempt/sitting.commands.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import type { MadeExam } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { closeExams } from './close.commands.server';
import { endResits } from './end-resit.commands.server';
import { getResitPage } from './resit.queries.server';

/** A re-sit with photos that its teacher ends before its time. */

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
let owner: Actor;
let exam: MadeExam;
let writing: Actor;
let uploading: Actor;
let ahead: Actor;
let papers: number[];

beforeEach(async () => {
  const teacher = await makeTeacher();
  owner = actorOf(teacher);
  const classroom = await makeClassroom({ teacher });
  const written = [await makeWrittenQuestion({ owner: teacher })];
  exam = await makeExam({ owner: teacher, classrooms: [classroom], status: 'closed', written, now: T - 600 * MINUTE });
  const students = [];
  for (const name of ['在写', '在传照片', '没开始']) {
    students.push(actorOf(await makeStudent({ classroom_id: classroom.id, name })));
  }
  [writing, uploading, ahead] = students as [Actor, Actor, Actor];
  for (const student of students) {
    await db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: exam.id, student_id: student.id, part: 'written', state: 'open', reason: '', extra_minutes: 10 },
        ...{ begins_at: T - 30 * MINUTE, ends_at: T + 30 * MINUTE, upload_ends_at: T + 60 * MINUTE },
        ...{ granted_by: owner.id, granted_at: T - 60 * MINUTE },
      })
      .execute();
  }
  const again = { exam, part: 'written' as const, number: 2, upload_deadline_at: T + 60 * MINUTE, now: T };
  papers = [
    (await makeAttempt({ ...again, student: writing, state: 'in_progress', deadline_at: T + 40 * MINUTE })).id,
    (await makeAttempt({ ...again, student: uploading, state: 'submitted' })).id,
  ];
});

const end = (students: Actor[], now = T) =>
  endResits(owner, { id: exam.id, part: null, studentIds: students.map(({ id }) => id) }, now);
const mark = (attemptId: number, now: number) => {
  const marks = [{ itemId: exam.items[0]?.id ?? 0, points: 5 }];
  return saveScore(owner, { attemptId, marks, comment: '', isFinal: true, version: 0 }, now);
};

test('what was saved is the paper, no photo is taken any more, it can be marked, and the students are told', async () => {
  const [first = 0, second = 0] = papers;
  await expect(mark(second, T + 1)).rejects.toMatchObject({ code: 'conflict' });
  expect(await end([writing, uploading])).toBe(2);
  const rows = await db()
    .selectFrom('attempts')
    .select(['id', 'state', 'closed_by', 'upload_deadline_at'])
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    { id: first, state: 'auto_submitted', closed_by: 'teacher', upload_deadline_at: T },
    { id: second, state: 'submitted', closed_by: 'student', upload_deadline_at: T },
  ]);
  // What was on its way is waited for.
  for (const id of papers) await mark(id, T + GRACE_MS + 1);
  const told = await db()
    .selectFrom('messages')
    .select(['user_id', 'title', 'body'])
    .where('title', 'like', '补考提前结束%')
    .orderBy('id')
    .execute();
  expect(told.map((row) => [row.user_id, row.body.split('\n')[1]?.slice(0, 7)])).toEqual([
    [writing.id, '笔试补考原定到'],
    [uploading.id, '笔试补考的照片'],
  ]);
  const { parts } = await getWaitingRoom(writing, exam.id, T + 2);
  expect(parts[0]).toMatchObject({ canStart: false });
  expect(await end([writing, uploading], T + 3)).toBe(0);
});

test('who has not begun is named; the page offers the end where something runs', async () => {
  await expect(end([writing, ahead])).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('没开始') as string,
  });
  const running = async () =>
    (await getResitPage(owner, { examId: exam.id, part: null, who: '' }, T)).granted.map((row) => [
      row.name,
      row.isRunning,
    ]);
  expect(await running()).toEqual([
    ['在写', true],
    ['在传照片', true],
    ['没开始', false],
  ]);
  await end([writing, uploading]);
  expect((await running()).map(([, is]) => is)).toEqual([false, false, false]);
});

test('ending the exam once more does not say that the re-sits are ended', async () => {
  await expect(closeExams(owner, [exam.id], T)).rejects.toMatchObject({
    message: expect.stringContaining('2 份补考') as string,
  });
  // When their time is over nothing is in the way.
  expect(await closeExams(owner, [exam.id], T + 600 * MINUTE)).toBe(1);
});

test('who scores hears of the time that is so now: nothing of photos that are taken no more', async () => {
  const [, second = 0] = papers;
  await tellOfResit(await getAttemptView(second), T - 1);
  const told = async () =>
    (await db().selectFrom('messages').select(['body', 'user_id']).where('title', 'like', '补考已交卷%').execute()).map(
      ({ body }) => body,
    );
  expect(await told()).toEqual([expect.stringContaining('照片可以补传到') as string]);
  await end([uploading]);
  expect(await told()).toEqual([
    '笔试部分有 1 份补考答卷。评完以前，这些学生看不到这场考试的成绩，第 1 次的也看不到；考了两次的，计补考这一次。',
  ]);
  await end([writing], T + 1);
  expect(await told()).toEqual([
    '笔试部分有 2 份补考答卷。评完以前，这些学生看不到这场考试的成绩，第 1 次的也看不到；考了两次的，计补考这一次。',
  ]);
});
