import type { CorrectedKey } from '~/domain/question-bank/kinds/kind.schema';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { withCorrection, type CorrectionKind, type ItemCorrection } from './correction.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { readSnapshot } from '~/domain/question-bank/snapshot.server';

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
 * Which of these questions carry the very key that their teacher put right in an own exam: a correction changes its exam
 * alone, and the next paper would ask with the wrong key again. `read` gives the questions as the next paper asks them.
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
    .select(['item_corrections.exam_id', 'item_corrections.item_id'])
    .select(['exam_items.question_id', 'exam_items.snapshot'])
    .where('exams.owner_id', '=', ownerId)
    .where('exam_items.question_id', 'in', questionIds)
    .execute();
  const inForce = await listCorrections([...new Set(rows.map((row) => row.exam_id))]);
  const corrected = rows.flatMap(({ question_id: id, item_id: itemId, snapshot }) => {
    const correction = inForce.get(itemId);
    if (id === null || !correction) return [];
    const wrong = readSnapshot(snapshot);
    const right = withCorrection(wrong, correction);
    return keyOf(right) === keyOf(wrong) ? [] : [{ id, wrong }];
  });
  const current = await read([...new Set(corrected.map(({ id }) => id))]);
  // What was changed to anything else was looked at since.
  const isOld = ({ id, wrong }: (typeof corrected)[number]) => {
    const snapshot = current.get(id);
    return snapshot !== undefined && keyOf(snapshot) === keyOf(wrong);
  };
  return new Set(corrected.filter(isOld).map(({ id }) => id));
}

/** What tells one key from another. */
function keyOf({ bank, body }: QuestionSnapshot): string {
  if (bank !== 'theory') return '';
  const { keys, blanks, alsoRight } = body;
  return JSON.stringify([keys, blanks, alsoRight ?? []]);
}
