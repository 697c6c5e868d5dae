import { db } from '~/db/db.server';
import { isPaperLocked } from '~/domain/exam/released.queries.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { AppError } from '~/lib/errors';

const OUT = '成绩已经公布，不能再修改评分。请先由出题老师撤回公布。';
const CLASS_OUT = '这名学生所在班级的成绩已经公布，不能再修改评分。请先由出题老师撤回这个班的公布。';

/** Holds an exam, whatever its state, until the transaction ends: what is saved meanwhile comes before or after as a whole. */
export async function holdExam(examId: number): Promise<void> {
  await db()
    .updateTable('exams')
    .set((set) => ({ version: set.ref('version') }))
    .where('id', '=', examId)
    .execute();
}

/**
 * Holds an exam until the transaction ends, so that a release, a final score, a share-out and a decision come before
 * or after each other as a whole.
 * @throws AppError conflict once the results are released; of a named paper, once it is locked (paperLock)
 */
export async function holdForScoring(
  examId: number,
  paper?: { studentId: number; part: Part; number: number },
): Promise<void> {
  await holdExam(examId);
  // Read now that it is held: a class may have been released just before.
  const { status } = await getExamView(examId);
  const isLocked = paper ? await isPaperLocked(examId, paper) : status === 'released';
  if (isLocked || status === 'draft') throw new AppError('conflict', status === 'closed' ? CLASS_OUT : OUT);
}
