import type { Kysely } from 'kysely';

/** Recordings of which less can be heard than their header promises. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('files').addColumn('promised_ms', 'integer').execute();
}
