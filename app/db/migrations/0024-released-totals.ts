import { sql, type Kysely } from 'kysely';

/** What a student last heard of as the total of an exam: a release after a correction says what has changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('results').addColumn('released_total', 'double precision').execute();
  await sql`
    update results set released_total = total_percent
    where exam_id in (select id from exams where status = 'released')
  `.execute(db);
}
