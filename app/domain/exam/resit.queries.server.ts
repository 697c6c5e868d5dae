import type { ExpressionBuilder, Selectable } from 'kysely';
import { db } from '~/db/db.server';
import type { Database } from '~/db/schema';
import type { ExamResitsTable } from '~/db/tables/exams';
import type { Actor } from '~/domain/actor/actor.rules';
import type { Part } from './parts.rules';
import { RESIT_NUMBER, type Resit, type ResitState } from './resit.rules';

export function toResit(row: Selectable<ExamResitsTable>): Resit {
  return {
    studentId: row.student_id,
    part: row.part as Part,
    beginsAt: row.begins_at,
    endsAt: row.ends_at,
    uploadEndsAt: row.upload_ends_at,
    extraMinutes: row.extra_minutes,
    state: row.state as ResitState,
    reason: row.reason,
  };
}

/** Condition: the student has an account, or has begun the re-sit: nobody else will sit it any more. */
function isOfSomebody(where: ExpressionBuilder<Database, 'exam_resits'>) {
  const { eb } = where;
  const account = eb
    .selectFrom('users as resitting')
    .select('resitting.id')
    .whereRef('resitting.id', '=', 'exam_resits.student_id')
    .where('resitting.deleted_at', 'is', null);
  const begun = eb
    .selectFrom('attempts as begun')
    .select('begun.id')
    .whereRef('begun.exam_id', '=', 'exam_resits.exam_id')
    .whereRef('begun.student_id', '=', 'exam_resits.student_id')
    .whereRef('begun.part', '=', 'exam_resits.part')
    .where('begun.number', '>=', RESIT_NUMBER);
  return eb.or([eb.exists(account), eb.exists(begun)]);
}

/** The re-sits of an exam, without those of deleted accounts that were not begun. Asks no rights. */
export async function listResits(examId: number, part?: Part): Promise<Resit[]> {
  let query = db().selectFrom('exam_resits').selectAll().where('exam_id', '=', examId).where(isOfSomebody);
  if (part) query = query.where('part', '=', part);
  return (await query.orderBy('student_id').execute()).map(toResit);
}

/** Who of an exam's part is still to sit again, and until when. */
export type OpenResits = { examId: number; name: string; part: Part; count: number; endsAt: number };

/** The re-sits of the actor's own exams that still run or are to come, the first to end first. */
export async function listOwnOpenResits(actor: Pick<Actor, 'id'>, now: number): Promise<OpenResits[]> {
  const rows = await db()
    .selectFrom('exam_resits')
    .innerJoin('exams', 'exams.id', 'exam_resits.exam_id')
    .select((select) => [
      'exam_resits.exam_id',
      'exam_resits.part',
      'exams.name',
      select.fn.countAll<number>().as('count'),
      select.fn.max('exam_resits.ends_at').as('ends_at'),
    ])
    .innerJoin('users', 'users.id', 'exam_resits.student_id')
    .where('users.deleted_at', 'is', null)
    .where('exams.owner_id', '=', actor.id)
    .where('exams.deleted_at', 'is', null)
    .where('exam_resits.state', '=', 'open')
    .where('exam_resits.ends_at', '>', now)
    // Who has handed it in waits for a mark, not for a day.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('attempts')
            .select('attempts.id')
            .whereRef('attempts.exam_id', '=', 'exam_resits.exam_id')
            .whereRef('attempts.student_id', '=', 'exam_resits.student_id')
            .whereRef('attempts.part', '=', 'exam_resits.part')
            .where('attempts.number', '>=', RESIT_NUMBER)
            .where('attempts.state', '!=', 'in_progress'),
        ),
      ),
    )
    .groupBy(['exam_resits.exam_id', 'exam_resits.part', 'exams.name'])
    .execute();
  return rows
    .map((row) => ({
      examId: row.exam_id,
      name: row.name,
      part: row.part as Part,
      count: Number(row.count),
      endsAt: Number(row.ends_at),
    }))
    .sort((a, b) => a.endsAt - b.endsAt || a.examId - b.examId);
}

/** By `exam.part`, when the last of its re-sits ends. Asks no rights. */
export async function findResitEnds(examIds: readonly number[]): Promise<Map<string, number>> {
  if (examIds.length === 0) return new Map();
  const rows = await db()
    .selectFrom('exam_resits')
    .select((select) => ['exam_id', 'part', select.fn.max('ends_at').as('ends_at')])
    .where('exam_id', 'in', examIds)
    .groupBy(['exam_id', 'part'])
    .execute();
  return new Map(rows.map((row) => [`${row.exam_id}.${row.part}`, Number(row.ends_at)]));
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
