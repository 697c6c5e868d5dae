import { db } from '~/db/db.server';
import type { Part } from './parts.rules';
import { findResit, listResits } from './resit.queries.server';
import type { Grant } from './resit.rules';

/** What the exam's owner granted the student in this part. */
export async function grantOf(examId: number, studentId: number, part: Part): Promise<Grant> {
  const row = await db()
    .selectFrom('exam_grants')
    .select(['extra_minutes', 'attempts'])
    .where('exam_id', '=', examId)
    .where('student_id', '=', studentId)
    .where('part', '=', part)
    .executeTakeFirst();
  const resit = await findResit(examId, studentId, part);
  return { extraMinutes: row?.extra_minutes ?? 0, attempts: row?.attempts ?? 1, resit };
}

/** Everybody's grants and re-sits of an exam in two queries. Asks no rights. */
export async function listAllGrants(examId: number): Promise<(studentId: number, part: Part) => Grant> {
  const rows = await db().selectFrom('exam_grants').selectAll().where('exam_id', '=', examId).execute();
  const grants = new Map(rows.map((row) => [`${row.student_id} ${row.part}`, row]));
  const resits = new Map((await listResits(examId)).map((resit) => [`${resit.studentId} ${resit.part}`, resit]));
  return (studentId, part) => {
    const grant = grants.get(`${studentId} ${part}`);
    return {
      extraMinutes: grant?.extra_minutes ?? 0,
      attempts: grant?.attempts ?? 1,
      resit: resits.get(`${studentId} ${part}`) ?? null,
    };
  };
}

/** By part the most minutes that any student was granted. Asks no rights. */
export async function longestExtraMinutes(examId: number): Promise<Partial<Record<Part, number>>> {
  const rows = await db()
    .selectFrom('exam_grants')
    .select((eb) => ['part', eb.fn.max<number>('extra_minutes').as('minutes')])
    .where('exam_id', '=', examId)
    .groupBy('part')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.part, row.minutes]));
}

/**
 * The most minutes in each part of these exams that a student was granted who has not handed it in: until they have
 * run out the part is not over for everybody. Asks no rights.
 */
export async function listMinutesToCome(examIds: number[]): Promise<(examId: number, part: Part) => number> {
  if (examIds.length === 0) return () => 0;
  const rows = await db()
    .selectFrom('exam_grants')
    .select((eb) => ['exam_id', 'part', eb.fn.max<number>('extra_minutes').as('minutes')])
    .where('exam_id', 'in', examIds)
    .where('extra_minutes', '>', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attempts')
            .select('attempts.id')
            .whereRef('attempts.exam_id', '=', 'exam_grants.exam_id')
            .whereRef('attempts.student_id', '=', 'exam_grants.student_id')
            .whereRef('attempts.part', '=', 'exam_grants.part')
            .where('attempts.state', '!=', 'in_progress'),
        ),
      ),
    )
    .groupBy(['exam_id', 'part'])
    .execute();
  const minutes = new Map(rows.map((row) => [`${row.exam_id} ${row.part}`, row.minutes]));
  return (examId, part) => minutes.get(`${examId} ${part}`) ?? 0;
}
