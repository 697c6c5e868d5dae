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
