import { isMember } from '~/domain/classroom/members-then.server';
import type { ExpressionBuilder } from 'kysely';
import type { Database } from '~/db/schema';
import type { Actor } from '~/domain/actor/actor.rules';

/** Condition on exams: one of the student's class, or one they have begun to sit, wherever they are now. */
export function isOwnExam(actor: Actor) {
  return (where: ExpressionBuilder<Database, 'exams'>) =>
    where.or([
      isMember(actor),
      where.exists(
        where
          .selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.exam_id', '=', 'exams.id')
          .where('attempts.student_id', '=', actor.id),
      ),
    ]);
}
