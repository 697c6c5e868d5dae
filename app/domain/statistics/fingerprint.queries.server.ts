import type { ExpressionBuilder } from 'kysely';
import type { Database } from '~/db/schema';
import { classroomThen, isMemberOf } from '~/domain/classroom/members-then.server';
import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { listStillOpen, partsOver } from './standings.queries.server';

/** What statistics depend on; equal ones mean equal figures. */
export type Fingerprint = { resultsVersion: number; rest: string };

/** Raised when figures are computed otherwise than before: what an earlier version of the app stored is old. */
const FORMULAS = 4;

/**
 * Of an exam at a moment: its results_version, and beside it the thresholds, which parts are over (who has no attempt
 * then is absent), its classes by name, who belongs to them, what has been handed in and what was put right about its items. Read
 * it before the data: a change in between makes what is stored old at once.
 */
export async function readFingerprint(exam: ExamView, now: number): Promise<Fingerprint> {
  const { results_version } = await db()
    .selectFrom('exams')
    .select('results_version')
    .where('id', '=', exam.id)
    .executeTakeFirstOrThrow();
  const place = (select: ExpressionBuilder<Database, 'users'>) =>
    select.cast<number>(select.fn.coalesce(classroomThen(exam.id), select.lit(0)), 'bigint');
  const candidates =
    exam.classroomIds.length === 0
      ? null
      : await db()
          .selectFrom('users')
          .select((select) => [
            select.fn.countAll<number>().as('count'),
            select.fn.sum<number | null>('id').as('ids'),
            // Two who change places between two classes change this sum.
            select.fn.sum<number | null>(select('id', '*', place(select))).as('places'),
          ])
          .where(isMemberOf(exam.id, exam.classroomIds))
          .where('user_type', '!=', 1)
          .where('deleted_at', 'is', null)
          .executeTakeFirstOrThrow();
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.sum<number | null>('attempts.version').as('versions'),
      select.fn.sum<number | null>(select('users.id', '*', place(select))).as('places'),
    ])
    .where('attempts.exam_id', '=', exam.id)
    .executeTakeFirstOrThrow();
  const classrooms =
    exam.classroomIds.length === 0
      ? null
      : await db()
          .selectFrom('classrooms')
          .select((select) => select.fn.sum<number | null>('updated_at').as('changed'))
          .where('id', 'in', exam.classroomIds)
          .executeTakeFirstOrThrow();
  const correction = await db()
    .selectFrom('item_corrections')
    .select((select) => select.fn.max<number | null>('id').as('last'))
    .where('exam_id', '=', exam.id)
    .executeTakeFirstOrThrow();
  const { passFrom, goodFrom, excellentFrom, lowFrom, countedAttempt } = exam.settings;
  const over = partsOver(exam, now);
  const stillOpen = await listStillOpen(exam, now);
  const rest = [
    FORMULAS,
    ...[passFrom, goodFrom, excellentFrom, lowFrom, countedAttempt],
    ...[over.oral, over.written].map(Number),
    exam.classroomIds.join(','),
    stillOpen.map(({ studentId, part }) => `${studentId}${part}`).join(','),
    classrooms?.changed ?? 0,
    ...[candidates?.count, candidates?.ids, candidates?.places].map((value) => value ?? 0),
    ...[attempts.count, attempts.versions, attempts.places].map((value) => value ?? 0),
    correction.last ?? 0,
  ].join(' ');
  return { resultsVersion: results_version, rest };
}
