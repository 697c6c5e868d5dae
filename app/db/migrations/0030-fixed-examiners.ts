import type { Kysely } from 'kysely';

/**
 * Who were expected to mark a paper when its result came out: whoever is named for the part afterwards changes nothing
 * of what is out. For what is out already it is written down at the next start (fixOlderReleases).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attempts').addColumn('fixed_examiners', 'text').execute();
}
