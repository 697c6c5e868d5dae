import type { Kysely } from 'kysely';

/** Questions ticked for a paper in the making and not put into it yet, on whatever page of the list they stood. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exam_picks')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exams.id'))
    .addColumn('question_id', 'integer', (column) => column.notNull().references('questions.id'))
    .addColumn('points', 'double precision', (column) => column.notNull())
    .addColumn('picked_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('exam_picks_pk', ['exam_id', 'question_id'] as never[])
    .execute();
}
