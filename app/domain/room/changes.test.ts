import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { closeOverdueAttempts, startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { getSitting } from '~/domain/attempt/sitting.commands.server';
import { listAllStudentExams } from '~/domain/scoring/result/student-exams.queries.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { addClassrooms, extendExam } from './extend.commands.server';
import { closeExams } from './close.commands.server';
import { handOver } from '~/domain/handover/handover.commands.server';
import { previewHandOver } from '~/domain/handover/handover.queries.server';
import { deleteQuestions } from '~/domain/question-bank/question.commands.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import { getScoreList, listScoreRows } from '~/domain/scoring/report/score-list.queries.server';
import { saveScore, scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import { getScoring } from '~/domain/scoring/marking/scoring.queries.server';
import { disableColleague } from '~/domain/user/colleague.commands.server';
import { deleteStudents } from '~/domain/user/student.commands.server';
import { moveStudents } from '~/domain/user/student-move.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { actorOf, makeClassroom, makeStudent, makeTeacher, makeWrittenSchool, type MadeExam } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { getBoard } from './board.queries.server';

/** What may change around an exam while it runs: attempts, answers and scores stay whole and reachable. */

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const END = T + 60 * MINUTE;
const OVER = T + 2 * 60 * MINUTE;

let owner: Actor;
let examiner: Actor;
let admin: Actor;
let elsewhere: Awaited<ReturnType<typeof makeClassroom>>;
let student: Actor;
let exam: MadeExam;

beforeEach(async () => {
  const colleague = await makeTeacher();
  const school = await makeWrittenSchool({ students: ['甲'], now: T, examiners: [colleague] });
  ({ owner, exam } = school);
  student = school.students[0] as Actor;
  examiner = actorOf(colleague);
  admin = actorOf(await makeTeacher({ is_admin: 1 }));
  elsewhere = await makeClassroom({ teacher: school.teacher });
});

const start = (who = student, now = T) => startAttempt(who, { examId: exam.id, part: 'written' }, now);
const save = (attemptId: number, now: number, who = student, key = 'B') =>
  saveAnswers(
    who,
    { attemptId, answers: exam.items.map((item) => ({ itemId: item.id, value: { keys: [key] }, revision: 0 })) },
    now,
  );
const boardOf = (actor: Actor, now = T) =>
  getBoard(
    actor,
    { examId: exam.id, part: null, view: '', state: '', classId: 0, keyword: '', currentPage: 1, pageSize: 60 },
    now,
  );
const rowOf = async (now = OVER) =>
  (await listScoreRows(await getExamView(exam.id), now)).find((row) => row.studentId === student.id);
const finish = async (actor = owner) => {
  await closeExams(actor, [exam.id], OVER);
  return scoreByKey(actor, { examId: exam.id, part: 'written' }, OVER);
};

describe('a student', () => {
  const move = () => moveStudents(owner, { ids: [student.id], classId: elsewhere.id }, T + 2);
  const moved = () => ({ ...student, classroomId: elsewhere.id });

  test('moved with the paper open goes on, hands in, is scored and sees the result', async () => {
    const attempt = await start();
    await move();
    expect((await save(attempt.id, T + 3, moved())).map((one) => one.outcome)).toEqual(['saved', 'saved']);
    expect(await getSitting(moved(), { examId: exam.id, part: 'written' }, T + 4)).toMatchObject({ isOpen: true });
    expect((await boardOf(owner, T + 4)).rows).toMatchObject([{ name: '甲', state: 'answering', answered: 2 }]);
    await submitAttempt(moved(), { attemptId: attempt.id }, T + 5);
    expect(await finish()).toBe(1);
    expect(await rowOf()).toMatchObject({ total: 100, remarks: ['已不在考试班级'] });
    await releaseExams(owner, { ids: [exam.id], confirm: true }, OVER);
    expect(await getOwnResult(moved(), exam.id, OVER)).toMatchObject({ isReleased: true, total: 100 });
  });

  test('moved after handing in keeps paper, receipt and result', async () => {
    const attempt = await start();
    await save(attempt.id, T + 1);
    await submitAttempt(student, { attemptId: attempt.id }, T + 2);
    await move();
    expect((await listAllStudentExams(moved(), T + 3))[0]?.parts[0]?.attempt?.id).toBe(attempt.id);
    await finish();
    expect((await rowOf())?.total).toBe(100);
  });

  test('moved before beginning has the exam no more', async () => {
    await move();
    expect(await listAllStudentExams(moved(), T + 3)).toEqual([]);
    await expect(start(moved())).rejects.toMatchObject({ code: 'not_found' });
    expect((await boardOf(owner)).rows).toEqual([]);
  });

  test.each(['deleted', 'disabled'])(
    '%s in the middle: the paper is closed with what was saved, scored and listed',
    async (how) => {
      const attempt = await start();
      await save(attempt.id, T + 1);
      if (how === 'deleted') await deleteStudents(owner, { ids: [student.id] }, T + 2);
      else await db().updateTable('users').set({ is_disabled: 1 }).where('id', '=', student.id).execute();
      expect((await boardOf(owner, T + 3)).rows).toMatchObject([{ name: '甲', state: 'answering' }]);
      await closeOverdueAttempts(END + GRACE_MS + 1);
      expect(await getAttemptView(attempt.id)).toMatchObject({
        state: 'auto_submitted',
        receipt: { answeredCount: 2 },
      });
      expect(await finish()).toBe(1);
      expect(await rowOf()).toMatchObject({ total: 100 });
      await releaseExams(owner, { ids: [exam.id], confirm: true }, OVER);
    },
  );
});

describe('the exam', () => {
  test('a class added while it runs sits it; minutes for one or all reach whom they should', async () => {
    const late = actorOf(await makeStudent({ classroom_id: elsewhere.id, name: '乙' }));
    const attempt = await start();
    await save(attempt.id, T + 1);
    expect(await addClassrooms(owner, { id: exam.id, clazzIds: [elsewhere.id] }, T + 2)).toBe(1);
    const second = await start(late, T + 3);
    const more = { id: exam.id, minutes: 10, scope: 'written', reason: '停电' } as const;
    await extendExam(owner, { ...more, all: false, studentIds: [late.id] }, T + 4);
    expect((await getAttemptView(second.id)).deadlineAt).toBe(END + 10 * MINUTE);
    expect((await getAttemptView(attempt.id)).deadlineAt).toBe(END);
    await extendExam(owner, { ...more, all: true, studentIds: [] }, T + 5);
    expect((await getAttemptView(second.id)).deadlineAt).toBe(END + 20 * MINUTE);
    expect((await getAttemptView(attempt.id)).deadlineAt).toBe(END + 10 * MINUTE);
    expect((await boardOf(owner, T + 6)).rows).toMatchObject([
      { name: '甲', answered: 2, extraMinutes: 0 },
      { name: '乙', answered: 0, extraMinutes: 10 },
    ]);
  });

  test('a question changed or deleted in its bank stays as it was in the paper, also for its key', async () => {
    const attempt = await start();
    const questionId = exam.items[0]?.question_id ?? 0;
    const [row] = await db().selectFrom('questions').selectAll().where('id', '=', questionId).execute();
    const body = JSON.parse(row?.body ?? '{}') as { keys: string[] };
    await db()
      .updateTable('questions')
      .set({ title: '改过', body: toJson({ ...body, keys: ['A'] }) })
      .where('id', '=', questionId)
      .execute();
    await deleteQuestions(owner, 'theory', [questionId], T + 1);
    const sitting = await getSitting(student, { examId: exam.id, part: 'written' }, T + 2);
    expect(sitting.attempt && sitting.items.map((item) => item.question.title)).not.toContain('改过');
    await save(attempt.id, T + 3);
    await submitAttempt(student, { attemptId: attempt.id }, T + 4);
    expect(await finish()).toBe(1);
    expect((await rowOf())?.total).toBe(100);
  });

  test('handed over while papers are open: the new owner watches, hands in, scores and releases', async () => {
    const heir = actorOf(await makeTeacher());
    const attempt = await start();
    await save(attempt.id, T + 1);
    const { mark } = await previewHandOver(owner.id);
    await handOver(admin, { fromId: owner.id, toId: heir.id, disables: true, mark }, T + 2);
    await expect(boardOf(owner, T + 3)).rejects.toMatchObject({ code: 'not_found' });
    expect(await boardOf(heir, T + 3)).toMatchObject({ isOwner: true, rows: [{ name: '甲', answered: 2 }] });
    await save(attempt.id, T + 4);
    await submitAttempt(student, { attemptId: attempt.id }, T + 5);
    expect(await finish(heir)).toBe(1);
    await releaseExams(heir, { ids: [exam.id], confirm: true }, OVER);
    expect(await getOwnResult(student, exam.id, OVER)).toMatchObject({ isReleased: true, total: 100 });
  });
});

describe('an examiner', () => {
  beforeEach(async () => {
    const attempt = await start();
    await save(attempt.id, T + 1);
    await submitAttempt(student, { attemptId: attempt.id }, T + 2);
    await closeExams(owner, [exam.id], OVER);
    const final = { attemptId: attempt.id, marks: [], comment: '好', isFinal: true, version: 0 };
    await saveScore(examiner, final, OVER);
  });

  test('disabled leaves what they scored; the owner reads it and releases', async () => {
    await disableColleague(admin, { userId: examiner.id }, OVER + 1);
    const list = { examId: exam.id, classId: 0, state: '', sort: 'account', order: 'asc', keyword: '' } as const;
    const { rows } = await getScoreList(owner, { ...list, currentPage: 1, pageSize: null }, OVER + 2);
    expect(rows).toMatchObject([{ total: 100, state: 'scored' }]);
    await releaseExams(owner, { ids: [exam.id], confirm: true }, OVER + 3);
    expect(await getOwnResult(student, exam.id, OVER + 4)).toMatchObject({ total: 100 });
  });

  test('removed from the exam reads it no more, and the score counts', async () => {
    const [attempt] = await db().selectFrom('attempts').select('id').where('exam_id', '=', exam.id).execute();
    await db().deleteFrom('exam_examiners').where('exam_id', '=', exam.id).execute();
    const paper = { attemptId: attempt?.id ?? 0, classId: 0 };
    await expect(getScoring(examiner, paper, OVER + 1)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await getScoring(owner, paper, OVER + 1)).attempt.id).toBe(attempt?.id);
    expect(await rowOf(OVER + 1)).toMatchObject({ total: 100 });
  });
});
