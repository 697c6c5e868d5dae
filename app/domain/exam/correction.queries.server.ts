import type { CorrectedKey } from '~/domain/question-bank/kinds/kind.schema';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { withCorrection, type CorrectionKind, type ItemCorrection } from './correction.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';

/** The corrections in force by item, of these exams: the last one of an item, unless it took the others back. */
export async function listCorrections(examIds: number[]): Promise<Map<number, ItemCorrection>> {
  if (examIds.length === 0) return new Map();
  const rows = await db()
    .selectFrom('item_corrections')
    .select(['id', 'item_id', 'kind', 'body', 'reason', 'created_at'])
    .where('exam_id', 'in', examIds)
    .orderBy('id')
    .execute();
  const found = new Map<number, ItemCorrection>();
  for (const row of rows) {
    const kind = row.kind as CorrectionKind;
    if (kind === 'none') {
      found.delete(row.item_id);
      continue;
    }
    const { key } = fromJson<{ key: CorrectedKey | null }>(row.body);
    found.set(row.item_id, { id: row.id, kind, key, reason: row.reason, at: row.created_at });
  }
  return found;
}

/**
 * Which of these questions still carry a key that their teacher put right in an own exam, and have not been changed
 * since: a correction changes its exam alone, and the next paper would ask with the wrong key again. `read` gives the
 * questions as they are now.
 */
export async function findKeysPutRight(
  ownerId: number,
  questionIds: number[],
  read: (ids: number[]) => Promise<Map<number, QuestionSnapshot>>,
): Promise<Set<number>> {
  if (questionIds.length === 0) return new Set();
  const rows = await db()
    .selectFrom('item_corrections')
    .innerJoin('exam_items', 'exam_items.id', 'item_corrections.item_id')
    .innerJoin('exams', 'exams.id', 'item_corrections.exam_id')
    .innerJoin('questions', 'questions.id', 'exam_items.question_id')
    .select(['item_corrections.exam_id', 'item_corrections.item_id', 'questions.id', 'questions.updated_at'])
    .where('exams.owner_id', '=', ownerId)
    .where('questions.id', 'in', questionIds)
    .execute();
  const inForce = await listCorrections([...new Set(rows.map((row) => row.exam_id))]);
  const later = rows.filter((row) => (inForce.get(row.item_id)?.at ?? 0) > row.updated_at);
  const current = await read([...new Set(later.map((row) => row.id))]);
  const isOld = ({ id, item_id: itemId }: (typeof rows)[number]) => {
    const snapshot = current.get(id);
    if (!snapshot) return false;
    return toJson(withCorrection(snapshot, inForce.get(itemId) ?? null)) !== toJson(snapshot);
  };
  return new Set(later.filter(isOld).map((row) => row.id));
}
