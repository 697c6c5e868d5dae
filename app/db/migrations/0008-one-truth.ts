import { sql, type Kysely } from 'kysely';

/**
 * From now on every examiner named for a part marks every paper of it. Exams in which papers were scored by the
 * earlier rule, whoever came first, keep it: what is done there stays done.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; settings: string }>`
    select id, settings from exams
    where exists (select 1 from attempts where attempts.exam_id = exams.id and attempts.state = 'scored')
  `.execute(db);
  for (const { id, settings } of rows) {
    const kept = JSON.stringify({ ...(JSON.parse(settings) as object), markedBy: 'one' });
    await sql`update exams set settings = ${kept} where id = ${id}`.execute(db);
  }
}
