import { db } from '~/db/db.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import type { FileRight } from '~/domain/file/file-rights.server';

/** What came with an exam: for its owner and its examiners. */
export const examFileRight: FileRight = {
  mayRead: (actor, { refId }) => isExamTeacher(actor, refId),
  mayCopy: isExamTeacher,
};

/** Files of a question that an exam holds: for the teachers of that exam. */
export const askedQuestionFileRight: FileRight = {
  mayRead: (actor, { refId }) => isTeacherOfQuestion(actor, refId),
  mayCopy: isTeacherOfQuestion,
};

async function isTeacherOfQuestion(actor: Actor, questionId: number): Promise<boolean> {
  if (!isTeacher(actor)) return false;
  const exams = await db()
    .selectFrom('exam_items')
    .select('exam_id')
    .distinct()
    .where('question_id', '=', questionId)
    .execute();
  for (const { exam_id } of exams) if (await isExamTeacher(actor, exam_id)) return true;
  return false;
}

/** Exam, for teachers: its owner and its examiners. */
async function isExamTeacher(actor: Actor, examId: number): Promise<boolean> {
  if (!isTeacher(actor)) return false;
  const exam = await db()
    .selectFrom('exams')
    .leftJoin('exam_examiners', (join) =>
      join.onRef('exam_examiners.exam_id', '=', 'exams.id').on('exam_examiners.teacher_id', '=', actor.id),
    )
    .select('exams.id')
    .where('exams.id', '=', examId)
    .where((or) => or.or([or('exams.owner_id', '=', actor.id), or('exam_examiners.teacher_id', '=', actor.id)]))
    .executeTakeFirst();
  return exam !== undefined;
}
