import { listDraws } from '~/domain/exam/draw.queries.server';
import { listExamItems, type ExamView } from '~/domain/exam/exam.queries.server';
import { hasPart, type Part } from '~/domain/exam/parts.rules';
import { partPoints } from '~/domain/exam/wizard-steps.rules';
import { isOtherScale } from './scoring.rules';

/** The full mark of a part, also for who sat none of its papers. Asks no rights. */
export async function fullPointsOf(examId: number, part: Part): Promise<number> {
  return partPoints({ items: await listExamItems(examId, part, 'fixed'), draws: await listDraws(examId) }, part);
}

/** Whether an exam's totals, of 100, are of another scale than the points of its written paper. Asks no rights. */
export async function isTotalScaled(exam: Pick<ExamView, 'id' | 'testType'>): Promise<boolean> {
  return hasPart(exam, 'written') && isOtherScale(await fullPointsOf(exam.id, 'written'));
}
