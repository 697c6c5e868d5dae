import type { Kysely } from 'kysely';

/**
 * What tells one scanned page from another is measured before its head is covered: the blank sheets of an anonymous exam
 * are all the same after it. Null for pages from before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('scan_pages').addColumn('digest', 'text').execute();
}
