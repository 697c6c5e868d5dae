import { invalid } from '~/lib/errors';
import { hasPart, PART_LABELS, type Part } from './parts.rules';

/**
 * The same word wherever somebody asks for a part that the exam does not have; ask it of those who may know of the exam.
 * @throws AppError invalid (part)
 */
export function requirePart(exam: { testType: number }, part: Part | null): void {
  if (part !== null && !hasPart(exam, part)) throw invalid({ part: `这场考试没有${PART_LABELS[part]}部分` });
}
