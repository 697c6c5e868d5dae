import type { Kysely } from 'kysely';

/** 第一步: what a teacher wants of the first steps on the home page: '' (as long as there are any), open, closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('first_steps', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
