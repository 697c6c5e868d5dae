import { db } from '~/db/db.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import type { FileRight } from '~/domain/file/file-rights.server';
import { findTask, isGivenTo } from './assignments.queries.server';

/** What a student handed in. */
export const paperFileRight: FileRight = {
  mayRead: (actor, { refId }) => mayReadAttemptFile(actor, refId),
  studentWork: 'attemptId',
};

/** Its student, the exam's owner, the examiners of that part, of shared out papers those it was given to. */
async function mayReadAttemptFile(actor: Actor, attemptId: number): Promise<boolean> {
  const attempt = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.student_id', 'attempts.exam_id', 'attempts.part', 'exams.owner_id'])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirst();
  if (!attempt) return false;
  if (!isTeacher(actor)) return attempt.student_id === actor.id;
  if (attempt.owner_id === actor.id) return true;
  const examiner = await db()
    .selectFrom('exam_examiners')
    .select('teacher_id')
    .where('exam_id', '=', attempt.exam_id)
    .where('part', '=', attempt.part)
    .where('teacher_id', '=', actor.id)
    .executeTakeFirst();
  if (!examiner) return false;
  const paper = { id: attemptId, examId: attempt.exam_id, part: attempt.part };
  return isGivenTo(await findTask(paper, actor.id));
}
