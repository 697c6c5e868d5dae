import { sql, type Kysely } from 'kysely';

/**
 * What a student last heard of a part, for those without a total; and whether a decision was written down by a
 * correction by itself: that one ends when the marks no longer need it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('results').addColumn('released_oral', 'double precision').execute();
  await db.schema.alterTable('results').addColumn('released_written', 'double precision').execute();
  await sql`
    update results set released_oral = oral_percent, released_written = written_percent
    where exam_id in (select id from exams where status = 'released')
  `.execute(db);
  await db.schema
    .alterTable('score_decisions')
    .addColumn('is_kept', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update score_decisions set is_kept = 1 where reason = '复核改分前已经定分，仍按原来算数的评分'
  `.execute(db);
}
