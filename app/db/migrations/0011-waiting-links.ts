import type { Kysely } from 'kysely';

/** From when a link can be used: one that a colleague makes waits until its owner could stop it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account_links')
    .addColumn('usable_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
