import type { Kysely } from 'kysely';

/** How many lines an exam's writing sheets have: '' by the points, as they always had; half; third. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('exams')
    .addColumn('sheet_lines', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
