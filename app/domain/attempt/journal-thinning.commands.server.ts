import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { logEvent } from '~/lib/log.server';
import { versionsToDrop } from './journal-thinning.rules';

/** After so many characters written into a paper's journal its whole is looked at: seldom, for it is much to read. */
const LOOK_AFTER = 1024 * 1024;
const MOST_PAPERS = 5000;

/** What was written since somebody looked, by attempt. */
const written = new Map<number, number>();

/**
 * Hears what was written into a paper's journal, and lets versions between go where there is far too much of it
 * (versionsToDrop): never the answer that counts, nor one that was refused, conflicts or was accepted. Call it inside
 * the transaction that wrote it. Asks no rights.
 */
export async function thinJournal(attemptId: number, characters: number): Promise<void> {
  const since = (written.get(attemptId) ?? 0) + characters;
  if (since < LOOK_AFTER) {
    if (written.size >= MOST_PAPERS) written.clear();
    written.set(attemptId, since);
    return;
  }
  written.delete(attemptId);
  const rows = await db()
    .selectFrom('answer_journal')
    .select(['id', 'item_id', 'received_at', sql<number>`length(value)`.as('characters')])
    .where('attempt_id', '=', attemptId)
    .where('outcome', 'in', ['saved', 'grace'])
    .orderBy('id')
    .execute();
  const versions = rows.map((row) => ({
    id: row.id,
    itemId: row.item_id,
    receivedAt: row.received_at,
    size: Number(row.characters),
  }));
  const dropped = versionsToDrop(versions);
  for (const ids of slicesOf(dropped)) await db().deleteFrom('answer_journal').where('id', 'in', ids).execute();
  if (dropped.length > 0) logEvent('warn', 'journal_thinned', { attemptId, versions: dropped.length });
}
