import type { Kysely } from 'kysely';

/** How loud a recording gets, measured when it arrives. Null for those from before: nothing is said of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('files').addColumn('loudness', 'integer').execute();
}
