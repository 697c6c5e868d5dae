import type { Kysely } from 'kysely';

/** Which file an import read, so that the same one is not stored again unnoticed; '' for imports from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('question_imports')
    .addColumn('file_hash', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
