import type { Kysely } from 'kysely';

/** What else an imported file may be read as, with its counts, and which questions an import has stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['others', 'stored_ids'] as const) {
    await db.schema
      .alterTable('question_imports')
      .addColumn(column, 'text', (type) => type.notNull().defaultTo('[]'))
      .execute();
  }
}
