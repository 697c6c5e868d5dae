import { isMarkedByHand } from './by-hand.rules';
import { listExamItems } from './exam.queries.server';

/** Whether no item of the exam is marked by hand. */
export async function isObjective(examId: number): Promise<boolean> {
  const items = await listExamItems(examId);
  return items.length > 0 && items.every((item) => !isMarkedByHand(item.snapshot));
}
