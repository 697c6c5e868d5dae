import pg from 'pg';

/**
 * A PostgreSQL database that a restore fills says so itself, by a table of its own: the next restore knows what an
 * earlier one left of it, whatever happened to the program, and the server does not take it for a school.
 */

const TABLE = 'kaoping_restoring';

/** What the restore's own connections are called. */
export const restoreName = (token: string) => `kaoping-restore-${token}`;

type RestoreInDatabase = { token: string; isChecked: boolean };

/** Says in an empty database that it is being filled by the restore of this token. */
export function markDatabase(databaseUrl: string, token: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    // Both or neither: a mark that names no restore belongs to nobody's directory.
    await client.query('begin');
    await client.query(`create table ${TABLE} (token text not null, is_checked boolean not null default false)`);
    await client.query(`insert into ${TABLE} (token) values ($1)`, [token]);
    await client.query('commit');
  });
}

/** The restore that fills the database, or was broken off in it; null for every other database. */
export function findRestoreIn(databaseUrl: string): Promise<RestoreInDatabase | null> {
  return withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ found: string | null }>(`select to_regclass('${TABLE}') as found`);
    if (!tables[0]?.found) return null;
    const { rows } = await client.query<{ token: string; is_checked: boolean }>(`select * from ${TABLE}`);
    return { token: rows[0]?.token ?? '', isChecked: rows[0]?.is_checked ?? false };
  });
}

/** The restore is done and looked over: from here on the database is a school. */
export function noteChecked(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(`update ${TABLE} set is_checked = true`);
  });
}

/** Takes the mark away. */
export function unmarkDatabase(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(`drop table if exists ${TABLE}`);
  });
}

/** Ends what a restore left running when it was killed: its pg_restore goes on without it. */
export function endRestore(databaseUrl: string, token: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      restoreName(token),
    ]);
  });
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
