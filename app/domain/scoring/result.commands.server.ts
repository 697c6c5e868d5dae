import { db } from '~/db/db.server';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { partsOf, type Part } from '~/domain/exam/exam.rules';
import { countedAttempt, examTotal, settleFinals } from './scoring.rules';

/**
 * After a score changed: the attempt is scored while it has a final, and the student's result is worked out anew.
 * Call it inside the transaction that holds the exam (see saveScore).
 */
export async function settleAttempt(exam: ExamView, attempt: AttemptView, now: number): Promise<void> {
  const final = await db()
    .selectFrom('scores')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', 'final')
    .executeTakeFirst();
  const handedIn = attempt.closedBy === 'student' ? 'submitted' : 'auto_submitted';
  const state = final ? 'scored' : handedIn;
  await db()
    .updateTable('attempts')
    .set((set) => ({ state, version: set('version', '+', 1) }))
    .where('id', '=', attempt.id)
    .where('state', '!=', state)
    .execute();
  await settleResult(exam, attempt.studentId, now);
}

/** Rewrites what a student has reached in an exam from the final scores. */
export async function settleResult(exam: ExamView, studentId: number, now: number): Promise<void> {
  const percents: Record<Part, number | null> = { oral: null, written: null };
  for (const part of partsOf(exam.testType)) {
    const attempts = await listSettledAttempts(exam.id, studentId, part);
    percents[part] = countedAttempt(attempts, exam.settings.countedAttempt)?.percent ?? null;
  }
  const values = {
    oral_percent: percents.oral,
    written_percent: percents.written,
    total_percent: examTotal(percents, exam),
    updated_at: now,
  };
  await db()
    .insertInto('results')
    .values({ exam_id: exam.id, student_id: studentId, ...values })
    .onConflict((conflict) => conflict.columns(['exam_id', 'student_id']).doUpdateSet(values))
    .execute();
}

/** A student's attempts at a part, each with what its finals come to (null while it has none). */
export async function listSettledAttempts(
  examId: number,
  studentId: number,
  part: Part,
): Promise<{ id: number; number: number; percent: number | null }[]> {
  const rows = await db()
    .selectFrom('attempts')
    .leftJoin('scores', (join) => join.onRef('scores.attempt_id', '=', 'attempts.id').on('scores.state', '=', 'final'))
    .select(['attempts.id', 'attempts.number', 'scores.id as score_id', 'scores.percent'])
    .where('attempts.exam_id', '=', examId)
    .where('attempts.student_id', '=', studentId)
    .where('attempts.part', '=', part)
    .orderBy('attempts.number')
    .execute();
  const ids = [...new Set(rows.map((row) => row.id))];
  return ids.map((id) => {
    const own = rows.filter((row) => row.id === id);
    const finals = own.filter((row) => row.score_id !== null).map((row) => row.percent ?? 0);
    return { id, number: own[0]?.number ?? 1, percent: settleFinals(finals) };
  });
}
