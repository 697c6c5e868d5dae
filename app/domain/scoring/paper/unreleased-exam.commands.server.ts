import { isAnyReleased } from '~/domain/exam/states.rules';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { holdExam } from './exam-lock.server';

/**
 * Holds an own exam that is published until the transaction ends, so that no score and no release comes between.
 * @throws AppError not_found, forbidden, conflict
 */
export async function holdOwnExam(actor: Actor, examId: number): Promise<ExamView> {
  await getOwnExam(actor, examId);
  await holdExam(examId);
  const exam = await getOwnExam(actor, examId);
  if (exam.status === 'draft') throw new AppError('conflict', '考试还没有发布，发布后再来设置。');
  return exam;
}

/**
 * For changing what results follow from: once students of any class see results, that is refused.
 * @throws AppError not_found, forbidden, conflict
 */
export async function holdUnreleasedExam(actor: Actor, examId: number): Promise<ExamView> {
  const exam = await holdOwnExam(actor, examId);
  if (isAnyReleased(exam)) throw new AppError('conflict', '成绩已经公布，不能再改。要改，请先撤回公布。');
  return exam;
}
