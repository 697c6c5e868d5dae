import type { ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import type { Database } from '~/db/schema';

/** Condition: a practice of a question that is closed to its student (closedQuestionIds). */
export function isTryClosed(closed: ReadonlySet<number>) {
  return (eb: ExpressionBuilder<Database, 'practices'>) => {
    const ids = [...closed];
    // A practice is of a question or of an item: what it is not of is null, and neither in a list nor not in it.
    return eb.or([
      eb.and([eb('practices.question_id', 'is not', null), eb('practices.question_id', 'in', ids)]),
      eb.and([
        eb('practices.item_id', 'is not', null),
        eb(
          'practices.item_id',
          'in',
          eb.selectFrom('exam_items').select('exam_items.id').where('question_id', 'in', ids),
        ),
      ]),
    ]);
  };
}

/** What was said or photographed for practices that are closed to their student: ids of files. */
export function filesOfClosedTries(closed: ReadonlySet<number>) {
  return db()
    .selectFrom('file_uses')
    .innerJoin('practices', 'practices.id', 'file_uses.ref_id')
    .select('file_uses.file_id')
    .where('file_uses.use', '=', 'practice')
    .where(isTryClosed(closed));
}
