import type { ExpressionBuilder } from 'kysely';
import type { Database } from '~/db/schema';

/** Condition: a practice of a question that is closed to its student (closedQuestionIds). */
export function isTryClosed(closed: ReadonlySet<number>) {
  return (eb: ExpressionBuilder<Database, 'practices'>) => {
    // Ids of stored questions are above 0: an empty list matches nothing.
    const ids = [0, ...closed];
    return eb.or([
      eb('practices.question_id', 'in', ids),
      eb(
        'practices.item_id',
        'in',
        eb.selectFrom('exam_items').select('exam_items.id').where('question_id', 'in', ids),
      ),
    ]);
  };
}
