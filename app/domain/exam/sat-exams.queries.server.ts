import type { ExpressionBuilder } from 'kysely';
import type { Database } from '~/db/schema';
import type { Actor } from '~/domain/user/user.rules';

/** Condition on exams: one of the student's class, or one they have begun to sit, wherever they are now. */
export function isOwnExam(actor: Actor) {
  return (where: ExpressionBuilder<Database, 'exams'>) =>
    where.or([
      where.exists(
        where
          .selectFrom('exam_classrooms')
          .select('exam_classrooms.exam_id')
          .whereRef('exam_classrooms.exam_id', '=', 'exams.id')
          .where('exam_classrooms.classroom_id', '=', actor.classroomId ?? 0),
      ),
      where.exists(
        where
          .selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.exam_id', '=', 'exams.id')
          .where('attempts.student_id', '=', actor.id),
      ),
    ]);
}
