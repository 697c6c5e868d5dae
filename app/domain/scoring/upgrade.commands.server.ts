import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { settleAttempt } from './result.commands.server';
import { oralTotal, type Measures } from './scoring.rules';

/**
 * Papers scored by a version of the program that kept no settled percentage and no item results get theirs: run once
 * after the schema was upgraded; finds nothing afterwards. Returns how many papers.
 */
export async function settleOlderPapers(now: number): Promise<number> {
  const rows = await db()
    .selectFrom('attempts')
    .select('id')
    .where('state', '=', 'scored')
    .where('percent', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) {
    await transaction(async () => {
      const attempt = await getAttemptView(id);
      const exam = await findExamView(attempt.examId);
      if (!exam) return;
      const marks = await db()
        .selectFrom('score_marks')
        .innerJoin('scores', 'scores.id', 'score_marks.score_id')
        .innerJoin('exam_items', 'exam_items.id', 'score_marks.item_id')
        .select(['score_marks.score_id', 'score_marks.item_id', 'score_marks.measures', 'exam_items.points'])
        .where('scores.attempt_id', '=', id)
        .where('score_marks.points', 'is', null)
        .where('score_marks.measures', 'is not', null)
        .execute();
      for (const mark of marks) {
        const total = oralTotal(fromJson<Measures>(mark.measures ?? '{}'), exam.settings.measureWeights);
        if (total === null) continue;
        await db()
          .updateTable('score_marks')
          .set({ points: (mark.points * total) / 100 })
          .where('score_id', '=', mark.score_id)
          .where('item_id', '=', mark.item_id)
          .execute();
      }
      if (exam.status === 'released') await keepMeanOfFinals(exam, id, now);
      await settleAttempt(exam, attempt, now);
    });
  }
  return rows.length;
}

/** Older versions averaged whatever the finals were: what students have read since stays, also beyond the limit. */
async function keepMeanOfFinals(exam: ExamView, attemptId: number, now: number): Promise<void> {
  const finals = await db()
    .selectFrom('scores')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'final')
    .orderBy('id')
    .execute();
  if (finals.length < 2) return;
  await db()
    .insertInto('score_decisions')
    .values({
      attempt_id: attemptId,
      score_ids: toJson(finals.map((score) => score.id)),
      reason: '升级前已公布的平均分',
      decided_by: exam.ownerId,
      decided_at: now,
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .execute();
}
