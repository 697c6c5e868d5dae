import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { isMarkedByHand } from './by-hand.rules';

/**
 * Those of the exams whose scanned sheets may be put into papers: out and not released, the same paper for everybody,
 * and something in it that a teacher marks. Asks no rights.
 */
export async function findScannable(examIds: number[]): Promise<Set<number>> {
  if (examIds.length === 0) return new Set();
  const rows = await db()
    .selectFrom('exam_items')
    .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
    .select(['exam_items.exam_id', 'exam_items.draw_id', 'exam_items.snapshot'])
    .where('exam_items.exam_id', 'in', examIds)
    .where('exam_items.part', '=', 'written')
    .where('exams.status', 'in', ['published', 'closed'])
    .execute();
  const drawn = new Set(rows.filter((row) => row.draw_id !== null).map((row) => row.exam_id));
  const byHand = rows.filter(({ snapshot }) => isMarkedByHand(fromJson<QuestionSnapshot>(snapshot)));
  return new Set(byHand.map((row) => row.exam_id).filter((id) => !drawn.has(id)));
}
