import type { Selectable } from 'kysely';
import { db } from '~/db/db.server';
import type { ExamResitsTable } from '~/db/schema';
import type { Part } from './exam.rules';
import type { Resit, ResitState } from './resit.rules';

export function toResit(row: Selectable<ExamResitsTable>): Resit {
  return {
    studentId: row.student_id,
    part: row.part as Part,
    beginsAt: row.begins_at,
    endsAt: row.ends_at,
    uploadEndsAt: row.upload_ends_at,
    extraMinutes: row.extra_minutes,
    state: row.state as ResitState,
  };
}

/** The re-sits of an exam. Asks no rights. */
export async function listResits(examId: number, part?: Part): Promise<Resit[]> {
  let query = db().selectFrom('exam_resits').selectAll().where('exam_id', '=', examId);
  if (part) query = query.where('part', '=', part);
  return (await query.orderBy('student_id').execute()).map(toResit);
}

/** A student's re-sit of a part, or null. Asks no rights. */
export async function findResit(examId: number, studentId: number, part: Part): Promise<Resit | null> {
  const row = await db()
    .selectFrom('exam_resits')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('student_id', '=', studentId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row ? toResit(row) : null;
}

/** The parts of an exam that a student is to sit again, or has. Asks no rights. */
export async function listResitParts(examId: number, studentId: number): Promise<Part[]> {
  const rows = await db()
    .selectFrom('exam_resits')
    .select('part')
    .where('exam_id', '=', examId)
    .where('student_id', '=', studentId)
    .execute();
  return rows.map((row) => row.part as Part);
}
