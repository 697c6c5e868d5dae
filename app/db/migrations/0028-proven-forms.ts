import type { Kysely } from 'kysely';

/** Whether the session that ran out was that of whom a form is held for; of those from before nothing else is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('held_forms')
    .addColumn('is_proven', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
