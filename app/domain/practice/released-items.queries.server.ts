import { db } from '~/db/db.server';
import { isReleasedFor } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';

/** Items of exams whose results are out for the actor and that were on their own paper: what may be practised from an exam. */
export function releasedItemsOf(actor: Actor) {
  return db()
    .selectFrom('exam_items')
    .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
    .where((where) => isReleasedFor(actor)(where))
    .where('exams.deleted_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('attempts')
          .leftJoin('attempt_items', (join) =>
            join
              .onRef('attempt_items.attempt_id', '=', 'attempts.id')
              .onRef('attempt_items.item_id', '=', 'exam_items.id'),
          )
          .select('attempts.id')
          .whereRef('attempts.exam_id', '=', 'exams.id')
          .whereRef('attempts.part', '=', 'exam_items.part')
          .where('attempts.student_id', '=', actor.id)
          // An item drawn from a pool is on the papers it was drawn for, every other one on all.
          .where((or) => or.or([or('exam_items.draw_id', 'is', null), or('attempt_items.item_id', 'is not', null)])),
      ),
    );
}
