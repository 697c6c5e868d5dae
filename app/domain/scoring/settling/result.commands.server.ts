import { db } from '~/db/db.server';
import { slicesOf, updateMany } from '~/db/update-many.server';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { fixExpectations } from './fixed-examiners.commands.server';
import { listPaperScores } from './paper-scores.queries.server';
import { isContested, isSettled } from '../paper/settlement.rules';
import { settlePaper, studentResult } from '../paper/settle.rules';
import { withdrawContested, withdrawDone } from './contested-notice.commands.server';
import { listSettled } from './settled.queries.server';
import { tellResitsOut } from './tell-result.commands.server';

/**
 * After a score, a share-out, a decision or a correction changed: works out what the attempt has reached and whether
 * it is scored, what it earned for each item, and the student's result. Call it inside the transaction that holds the
 * exam (see lockForScoring); asks no rights.
 */
export async function settleAttempt(exam: ExamView, attempt: Pick<AttemptView, 'id'>, now: number): Promise<void> {
  await settleAttempts(exam, [attempt.id], now);
}

/** The same for many attempts of an exam, in few statements. */
export async function settleAttempts(exam: ExamView, attemptIds: number[], now: number): Promise<void> {
  const studentIds = new Set<number>();
  const resat = new Set<number>();
  const reunited = new Set<Part>();
  const reopened = new Set<Part>();
  for (const ids of slicesOf(attemptIds)) {
    const settled = (await listPaperScores(ids)).map((paper) => ({
      ...paper.attempt,
      before: paper.attempt,
      ...settlePaper(paper, exam.settings.arbitrationLimit),
    }));
    const changed = settled.filter(
      ({ before, state, settlement, percent }) =>
        before.state !== state || before.settlement !== settlement || before.percent !== percent,
    );
    await updateMany(
      'attempts',
      { keys: { id: 'integer' }, set: { state: 'text', settlement: 'text', percent: 'double precision' } },
      changed.map(({ id, state, settlement, percent }) => ({ id, state, settlement, percent })),
    );
    if (changed.length > 0) {
      await db()
        .updateTable('attempts')
        .set((set) => ({ version: set('version', '+', 1) }))
        .where(
          'id',
          'in',
          changed.map(({ id }) => id),
        )
        .execute();
    }
    await db().deleteFrom('item_results').where('attempt_id', 'in', ids).execute();
    const earned = settled.flatMap(({ id, itemPoints }) =>
      [...itemPoints].map(([itemId, points]) => ({ attempt_id: id, item_id: itemId, points })),
    );
    for (const rows of slicesOf(earned, 2000)) await db().insertInto('item_results').values(rows).execute();
    for (const { studentId, part, before, settlement } of settled) {
      studentIds.add(studentId);
      if (isContested(before.settlement) && !isContested(settlement)) reunited.add(part);
      if (isSettled(before.settlement) && !isSettled(settlement)) reopened.add(part);
    }
    for (const id of await followResits(exam, settled)) resat.add(id);
  }
  // With its result the paper of a re-sit is out where the exam's results are.
  if (resat.size > 0) await fixExpectations({ id: exam.id, arbitrationLimit: exam.settings.arbitrationLimit });
  for (const part of reunited) await withdrawContested(exam, part);
  for (const part of reopened) await withdrawDone(exam, part);
  await settleResults(exam, [...studentIds], now);
  // Where the exam's results are out, they are out for these students from now on.
  await tellResitsOut(exam, [...resat], now);
}

/** A re-sit is done once its paper is scored. Returns whose are now. */
async function followResits(
  exam: ExamView,
  papers: { id: number; studentId: number; part: Part; number: number; state: string }[],
): Promise<Set<number>> {
  const done = new Set<number>();
  for (const { id, studentId, part, number, state } of papers) {
    if (number < RESIT_NUMBER) continue;
    const isDone = state === 'scored';
    const changed = await db()
      .updateTable('exam_resits')
      .set({ state: isDone ? 'done' : 'open' })
      .where('exam_id', '=', exam.id)
      .where('student_id', '=', studentId)
      .where('part', '=', part)
      .where('state', '=', isDone ? 'open' : 'done')
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) continue;
    if (isDone) done.add(studentId);
    else await db().updateTable('attempts').set({ fixed_examiners: null }).where('id', '=', id).execute();
  }
  return done;
}

/** Rewrites what students have reached in an exam from the settled attempts, and marks what was computed from it as old. */
export async function settleResults(exam: ExamView, studentIds: number[], now: number): Promise<void> {
  for (const ids of slicesOf(studentIds)) {
    const attempts = await listSettled(exam.id, ids);
    const rows = ids.map((studentId) => {
      const { oral, written, total } = studentResult(exam, attempts.get(studentId) ?? []);
      return {
        exam_id: exam.id,
        student_id: studentId,
        oral_percent: oral,
        written_percent: written,
        total_percent: total,
        updated_at: now,
      };
    });
    await db()
      .insertInto('results')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['exam_id', 'student_id']).doUpdateSet((set) => ({
          oral_percent: set.ref('excluded.oral_percent'),
          written_percent: set.ref('excluded.written_percent'),
          total_percent: set.ref('excluded.total_percent'),
          updated_at: set.ref('excluded.updated_at'),
        })),
      )
      .execute();
  }
  if (studentIds.length === 0) return;
  await db()
    .updateTable('exams')
    .set((set) => ({ results_version: set('results_version', '+', 1) }))
    .where('id', '=', exam.id)
    .execute();
}
