import { sql, type Kysely } from 'kysely';
import type { DialectName } from './dialect.server';

/** Tables of the current schema that are ours: what an administrator's extension put there is not. */
export const OWN_TABLES_OF_POSTGRES = `select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
  and not exists (select 1 from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Drops every table, the record of the schema's steps included: all of them or none. */
export async function dropAllTables<T>(db: Kysely<T>, kind: DialectName): Promise<void> {
  if (kind === 'postgres') {
    await db.transaction().execute(async (open) => {
      const { rows } = await sql.raw<{ name: string }>(OWN_TABLES_OF_POSTGRES).execute(open);
      const names = rows.map(({ name }) => sql.table(name));
      if (names.length > 0) await sql`drop table ${sql.join(names)} cascade`.execute(open);
    });
    return;
  }
  await db.connection().execute(async (connection) => {
    // Without effect inside a transaction; with it every drop looks for rows that point here.
    await sql`pragma foreign_keys = off`.execute(connection);
    try {
      await connection.transaction().execute(async (open) => {
        const tables = sql<{
          name: string;
        }>`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`;
        const { rows } = await tables.execute(open);
        for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(open);
      });
    } finally {
      await sql`pragma foreign_keys = on`.execute(connection);
    }
  });
}
