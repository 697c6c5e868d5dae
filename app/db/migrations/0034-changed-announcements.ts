import type { Kysely } from 'kysely';

/** What a room was told can be taken back, and said anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exam_announcements').addColumn('withdrawn_at', 'bigint').execute();
  await db.schema.alterTable('exam_announcements').addColumn('corrects_id', 'integer').execute();
}
