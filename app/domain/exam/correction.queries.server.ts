import type { CorrectedKey } from '~/domain/question-bank/kinds/kind.schema';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { CorrectionKind, ItemCorrection } from './correction.rules';

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
