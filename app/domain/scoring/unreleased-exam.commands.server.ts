import { db } from '~/db/db.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import type { Actor } from '~/domain/user/user.rules';
import { AppError } from '~/lib/errors';

/**
 * For changing what results follow from: holds an own exam until the transaction ends, so that no score and no
 * release comes between. Once students of any class see results, that is refused.
 * @throws AppError not_found, forbidden, conflict
 */
export async function holdUnreleasedExam(actor: Actor, examId: number): Promise<ExamView> {
  await getOwnExam(actor, examId);
  await db()
    .updateTable('exams')
    .set((set) => ({ version: set.ref('version') }))
    .where('id', '=', examId)
    .execute();
  const exam = await getOwnExam(actor, examId);
  if (exam.status === 'draft')
    throw new AppError('conflict', '考试还没有发布，请先在出卷的三步里设定，发布后再来这里。');
  const released = await db()
    .selectFrom('exam_classrooms')
    .select('classroom_id')
    .where('exam_id', '=', examId)
    .where('released_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (exam.status === 'released' || released) {
    throw new AppError('conflict', '成绩已经公布，不能再改。要改，请先撤回公布。');
  }
  return exam;
}
