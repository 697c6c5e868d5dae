import type { Kysely } from 'kysely';

/**
 * Which formulas were sent to whom. The table that said which stand in any text of the school, and thereby told a
 * student whether a guess stands in a hidden answer, keeps nothing but drawings of papers from here on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shown_formulas')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('is_paper', 'integer', (column) => column.notNull())
    .addColumn('shown_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('shown_formulas_pkey', ['user_id', 'hash'])
    .execute();
  await db.schema.dropTable('formulas').execute();
  await db.schema
    .createTable('formulas')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('svg', 'text', (column) => column.notNull())
    .addColumn('drawn_by', 'integer', (column) => column.notNull())
    .execute();
}
