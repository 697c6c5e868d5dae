import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { listFileNotes } from './import.queries.server';
import type { ItemContent } from './import.rules';

/**
 * Takes the content of what is in its bank now out of an import: the rest stays as long as the import is remembered, so
 * that it can be said again what was not stored, and what was not read of the file.
 */
export async function forgetStored(importId: string): Promise<void> {
  const fileNotes = await listFileNotes(importId);
  const stored = db()
    .updateTable('question_import_items')
    .where('import_id', '=', importId)
    .where('is_chosen', '=', 1)
    .where('problems', '=', '[]');
  const left: ItemContent = { texts: [] };
  await stored.set({ content: toJson(left) }).execute();
  if (fileNotes.length === 0) return;
  const first: ItemContent = { ...left, fileNotes };
  await stored
    .set({ content: toJson(first) })
    .where('position', '=', 1)
    .execute();
}
