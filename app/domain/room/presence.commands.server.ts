import { db } from '~/db/db.server';
import { getExamToSit } from '~/domain/attempt/sitting.commands.server';
import { grantOf } from '~/domain/exam/grants.queries.server';
import { RESIT_NUMBER, termsOf } from '~/domain/exam/resit.rules';
import { windowOf } from '~/domain/exam/times.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import type { MicCheckInput } from './board.schema';

/**
 * Keeps what came of 试音 on an exam's waiting page; the last one stands.
 * @throws AppError not_found, conflict when the exam has no oral part, or it is over for the student
 */
export async function reportMicCheck(actor: Actor, input: MicCheckInput, now: number): Promise<void> {
  if (isTeacher(actor)) throw new AppError('forbidden', '只有学生可以试音。');
  const exam = await getExamToSit(actor, input.examId);
  const grant = await grantOf(exam.id, actor.id, 'oral');
  const { exam: own, extraMinutes } = termsOf(exam, 'oral', grant.resit ? RESIT_NUMBER : 1, grant);
  const window = windowOf(own, 'oral');
  if (!window) throw new AppError('conflict', '这场考试没有口语部分，不用试音。');
  if (own.status !== 'published' || now >= window.endsAt + extraMinutes * 60_000) {
    throw new AppError('conflict', '这场考试的口语部分已经结束，不用再试音。');
  }
  const values = { is_ok: input.isOk ? 1 : 0, reason: input.isOk ? '' : input.reason, checked_at: now };
  await db()
    .insertInto('exam_mic_checks')
    .values({ exam_id: input.examId, student_id: actor.id, ...values })
    .onConflict((conflict) => conflict.columns(['exam_id', 'student_id']).doUpdateSet(values))
    .execute();
}

// A page that flickers between hidden and shown fills no table.
const MOST_LEAVES = 500;
const SAME_LEAVE_MS = 2000;

/**
 * Notes that the page of an own open paper was left. Logged, never punished: nothing else follows from it.
 * @throws AppError not_found unless the attempt is the student's own
 */
export async function reportLeave(actor: Actor, attemptId: number, now: number): Promise<void> {
  const attempt = await db()
    .selectFrom('attempts')
    .select(['student_id', 'state'])
    .where('id', '=', attemptId)
    .executeTakeFirst();
  if (!attempt || isTeacher(actor) || attempt.student_id !== actor.id) throw notFound('答卷');
  if (attempt.state !== 'in_progress') return;
  const known = await db()
    .selectFrom('attempt_leaves')
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.max<number | null>('left_at').as('last')])
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
  if (Number(known.count) >= MOST_LEAVES || now - Number(known.last ?? 0) < SAME_LEAVE_MS) return;
  await db().insertInto('attempt_leaves').values({ attempt_id: attemptId, left_at: now }).execute();
}
