import { sql, type Kysely } from 'kysely';
import { databaseKind } from '../db.server';
import { withId } from '../dialect/dialect.server';

/** Directories shared with colleagues: one row for a directory and whom it is shared with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withId(db.schema.createTable('directory_shares'), databaseKind())
    .addColumn('directory_id', 'integer', (c) => c.notNull().references('directories.id').onDelete('cascade'))
    .addColumn('audience', 'text', (c) => c.notNull())
    .addColumn('teacher_id', 'integer', (c) => c.references('users.id'))
    .addColumn('group_id', 'integer', (c) => c.references('teaching_groups.id'))
    .addColumn('can_edit', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  // One share per directory and audience: a colleague and a group are each an audience of their own.
  await sql`create unique index directory_shares_audience_unique on directory_shares (directory_id, audience)
    where teacher_id is null and group_id is null`.execute(db);
  await sql`create unique index directory_shares_teacher_unique on directory_shares (directory_id, teacher_id)
    where teacher_id is not null`.execute(db);
  await sql`create unique index directory_shares_group_unique on directory_shares (directory_id, group_id)
    where group_id is not null`.execute(db);
  await db.schema
    .createIndex('directory_shares_by_teacher')
    .on('directory_shares')
    .columns(['teacher_id', 'directory_id'])
    .execute();
}
