import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { partsOf, type Part } from '~/domain/exam/exam.rules';
import { listScores, type ScoreView } from './scores.queries.server';
import { countedAttempt, examTotal } from './scoring.rules';
import { isSettled, settleScores } from './settlement.rules';

/**
 * After a score, a share-out or a decision changed: works out what the attempt has reached and whether it is scored,
 * what it earned for each item, and the student's result. Call it inside the transaction that holds the exam (see
 * lockForScoring); asks no rights.
 */
export async function settleAttempt(exam: ExamView, attempt: AttemptView, now: number): Promise<void> {
  const finals = (await listScores([attempt.id])).filter((score) => score.state === 'final');
  const { settlement, percent, countedIds } = settleScores(
    finals.map((score) => ({
      id: score.id,
      kind: score.kind,
      percent: score.percent ?? 0,
      finalisedAt: score.finalisedAt ?? 0,
    })),
    {
      expected: await countExpectedExaminers(attempt),
      limit: exam.settings.arbitrationLimit,
      decision: await findDecision(attempt.id),
    },
  );
  const handedIn = attempt.closedBy === 'student' ? 'submitted' : 'auto_submitted';
  const state = isSettled(settlement) ? 'scored' : handedIn;
  await db()
    .updateTable('attempts')
    .set((set) => ({ state, settlement, percent, version: set('version', '+', 1) }))
    .where('id', '=', attempt.id)
    .where((where) =>
      where.or([
        where('state', '!=', state),
        where('settlement', '!=', settlement),
        percent === null ? where('percent', 'is not', null) : where('percent', 'is distinct from', percent),
      ]),
    )
    .execute();
  await writeItemResults(
    attempt.id,
    finals.filter((score) => countedIds.includes(score.id)),
  );
  await settleResult(exam, attempt.studentId, now);
}

/** How many examiners a paper was given to; 1 where nothing was shared out. */
async function countExpectedExaminers(attempt: Pick<AttemptView, 'examId' | 'part' | 'studentId'>): Promise<number> {
  const { count } = await db()
    .selectFrom('score_assignments')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('exam_id', '=', attempt.examId)
    .where('part', '=', attempt.part)
    .where('student_id', '=', attempt.studentId)
    .where('kind', '=', 'examiner')
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(count));
}

async function findDecision(attemptId: number): Promise<number[] | null> {
  const row = await db()
    .selectFrom('score_decisions')
    .select('score_ids')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  return row ? fromJson<number[]>(row.score_ids) : null;
}

/** The mean of the counted scores for each item. */
async function writeItemResults(attemptId: number, counted: ScoreView[]): Promise<void> {
  await db().deleteFrom('item_results').where('attempt_id', '=', attemptId).execute();
  const sums = new Map<number, { sum: number; count: number }>();
  for (const mark of counted.flatMap((score) => score.marks)) {
    if (mark.points === null) continue;
    const { sum, count } = sums.get(mark.itemId) ?? { sum: 0, count: 0 };
    sums.set(mark.itemId, { sum: sum + mark.points, count: count + 1 });
  }
  const rows = [...sums].map(([itemId, { sum, count }]) => ({
    attempt_id: attemptId,
    item_id: itemId,
    points: sum / count,
  }));
  if (rows.length > 0) await db().insertInto('item_results').values(rows).execute();
}

/** Rewrites what a student has reached in an exam from the settled attempts, and marks what was computed from it as old. */
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
  await db()
    .updateTable('exams')
    .set((set) => ({ results_version: set('results_version', '+', 1) }))
    .where('id', '=', exam.id)
    .execute();
}

/** A student's attempts at a part by number, each with what it has reached (null until settled). */
export function listSettledAttempts(
  examId: number,
  studentId: number,
  part: Part,
): Promise<{ id: number; number: number; percent: number | null }[]> {
  return db()
    .selectFrom('attempts')
    .select(['id', 'number', 'percent'])
    .where('exam_id', '=', examId)
    .where('student_id', '=', studentId)
    .where('part', '=', part)
    .orderBy('number')
    .execute();
}
