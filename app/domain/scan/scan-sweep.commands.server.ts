import { db, transaction } from '~/db/db.server';
import { releaseFileUse } from '~/domain/file/file.commands.server';
import { SCAN_LIFE_MS, SILENCE_MS } from './scan.rules';

/**
 * Forgets the pages that nobody put into a paper a fortnight after they came, and heaps of which nothing is left: their files
 * are unused then and go as such. For the server's sweeper. Returns how many pages.
 */
export async function removeOldScans(now: number): Promise<number> {
  return transaction(async () => {
    const old = db()
      .selectFrom('scan_heaps')
      .select('id')
      .where('created_at', '<', now - SCAN_LIFE_MS)
      // Not under the hands of one that is being read right now.
      .where((eb) => eb.or([eb('state', '!=', 'reading'), eb('updated_at', '<', now - SILENCE_MS)]));
    const removed = await db()
      .deleteFrom('scan_pages')
      .where('state', '!=', 'placed')
      .where('heap_id', 'in', old)
      .returning(['file_id', 'exam_id'])
      .execute();
    for (const { file_id: fileId, exam_id: examId } of removed) await releaseFileUse(fileId, 'scan', examId);
    await db()
      .deleteFrom('scan_heaps')
      .where('id', 'in', old)
      .where('id', 'not in', db().selectFrom('scan_pages').select('heap_id'))
      .execute();
    return removed.length;
  });
}
