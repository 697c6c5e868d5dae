import type { Kysely } from 'kysely';

/** Sheets that were written on paper, as their scans arrive: heaps, and the pages found in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('scan_heaps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exams.id'))
    .addColumn('owner_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('total', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('notes', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('scan_heaps_exam').on('scan_heaps').column('exam_id').execute();
  await db.schema
    .createTable('scan_pages')
    .addColumn('file_id', 'text', (column) => column.primaryKey().references('files.id'))
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exams.id'))
    .addColumn('heap_id', 'text', (column) => column.notNull().references('scan_heaps.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('student_id', 'integer', (column) => column.references('users.id'))
    .addColumn('page', 'integer')
    .addColumn('rotation', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempt_id', 'integer')
    .execute();
  await db.schema.createIndex('scan_pages_exam').on('scan_pages').columns(['exam_id', 'student_id']).execute();
}
