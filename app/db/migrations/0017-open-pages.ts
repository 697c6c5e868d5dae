import type { Kysely } from 'kysely';
import { databaseKind } from '../db.server';
import { withId } from '../dialect/dialect.server';

/** What whoever watches an exam tells its room, and what the page of an open paper last said of itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withId(db.schema.createTable('exam_announcements'), databaseKind())
    .addColumn('exam_id', 'integer', (c) => c.notNull().references('exams.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('is_resit', 'integer', (c) => c.notNull())
    .addColumn('teacher_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('exam_announcements_exam_id').on('exam_announcements').column('exam_id').execute();

  await db.schema
    .createTable('attempt_pages')
    .addColumn('attempt_id', 'integer', (c) => c.primaryKey().references('attempts.id'))
    .addColumn('reported_at', 'bigint')
    .addColumn('unsaved', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('unsaved_since', 'bigint')
    .addColumn('announcement_id', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
