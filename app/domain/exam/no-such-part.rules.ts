import { invalid, type AppError } from '~/lib/errors';
import { PART_LABELS, type Part } from './exam.rules';

/** Said, at its field, to who may know the exam and names a part that it has not. */
export function noSuchPart(part: Part): AppError {
  return invalid({ part: `这场考试没有${PART_LABELS[part]}部分` });
}
