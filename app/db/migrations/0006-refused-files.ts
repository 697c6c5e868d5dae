import type { Kysely } from 'kysely';
import { databaseKind } from '../db.server';
import { withId } from '../dialect/dialect.server';

/** What a student handed in and the server did not take, with the reason, for the receipt of the paper. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withId(db.schema.createTable('refused_files'), databaseKind())
    .addColumn('attempt_id', 'integer', (c) => c.notNull().references('attempts.id'))
    .addColumn('item_id', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('refused_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('refused_files_attempt_id').on('refused_files').column('attempt_id').execute();
}
