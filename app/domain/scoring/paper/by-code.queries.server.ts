import { db } from '~/db/db.server';
import { actsByCode } from '~/domain/exam/blind.rules';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';

/**
 * Whether somebody has put a mark, a draft too, to a paper of a part that is marked by codes. From then on its owner does
 * nothing by name that a code would answer to (see actsByCode). Asks no rights.
 */
export async function isMarkedByCode(exam: Pick<ExamView, 'id' | 'settings'>, part: Part): Promise<boolean> {
  if (!actsByCode(exam)) return false;
  const score = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select('scores.id')
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .limit(1)
    .executeTakeFirst();
  return score !== undefined;
}
