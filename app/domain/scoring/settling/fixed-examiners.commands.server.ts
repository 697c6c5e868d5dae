import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { slicesOf, updateMany } from '~/db/update-many.server';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import { fixedExpectation } from '../paper/expected.rules';
import { settlePaper, type PaperScores } from '../paper/settle.rules';
import { listPaperScores } from './paper-scores.queries.server';

/**
 * Who was expected of a paper is fixed when its result comes out: what was told goes on being what the paper comes to,
 * whoever is named for the part, leaves it or takes the exam over afterwards.
 */

/** Fixes it for the papers of an exam that are out now and were not before. Call it once they are. */
export async function fixExpectations(exam: { id: number; arbitrationLimit: number }): Promise<void> {
  const rows = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', exam.id)
    .where('state', '!=', 'in_progress')
    .where('fixed_examiners', 'is', null)
    .where(isOutForAttempt())
    .execute();
  for (const ids of slicesOf(rows.map(({ id }) => id))) {
    const asMarked = new Map((await listPaperScores(ids, { asMarked: true })).map((one) => [one.attempt.id, one]));
    const fixed = (await listPaperScores(ids)).map((paper) => ({
      id: paper.attempt.id,
      fixed_examiners: toJson(expectationOf(paper, asMarked.get(paper.attempt.id)?.expected ?? [], exam)),
    }));
    await updateMany('attempts', { keys: { id: 'integer' }, set: { fixed_examiners: 'text' } }, fixed);
  }
}

/**
 * `expected`: by the rules of the moment, were the paper marked by hand. One that is scored and would wait all the same
 * was out when somebody was named for it, in an older version: it is done by those who marked it.
 */
function expectationOf(
  paper: PaperScores,
  expected: readonly number[],
  { arbitrationLimit }: { arbitrationLimit: number },
): number[] {
  const markedBy = paper.scores.filter((one) => one.isFinal && one.kind === 'examiner').map((one) => one.examinerId);
  const isOvertaken = paper.attempt.state === 'scored' && settlePaper(paper, arbitrationLimit).settlement === 'waiting';
  return isOvertaken ? markedBy : fixedExpectation(markedBy, expected, paper.ownerId);
}
