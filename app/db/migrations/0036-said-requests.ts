import type { Kysely } from 'kysely';

/** What a request with a key said, as a digest: a repeat that says something else is not answered as the first was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotency_keys').addColumn('said', 'text').execute();
}
