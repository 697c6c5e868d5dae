import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { databaseKind, db } from '~/db/db.server';

/** What all tables hold, table by table, to see that a refused call changed nothing. */

type Digest = Map<string, string>;

/**
 * What a refused call may write all the same: a wrong password is counted and noted, and a session's last use. The
 * schema's own tables never change.
 */
const LEGITIMATE = ['kysely_migration', 'kysely_migration_lock', 'user_sessions', 'sign_in_failures'];

let tables: string[] | undefined;

async function digest(): Promise<Digest> {
  tables ??= (await db().introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !LEGITIMATE.includes(name))
    .sort();
  if (databaseKind() === 'postgres') {
    const parts = tables.map(
      (name) =>
        sql`select ${sql.lit(name)} as name, md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as hash from ${sql.table(name)} as row`,
    );
    const { rows } = await sql<{ name: string; hash: string }>`${sql.join(parts, sql` union all `)}`.execute(db());
    return new Map(rows.map(({ name, hash }) => [name, hash]));
  }
  const found: Digest = new Map();
  for (const name of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db());
    const hash = createHash('sha1');
    for (const row of rows) hash.update(JSON.stringify(row));
    found.set(name, hash.digest('hex'));
  }
  return found;
}

/**
 * The tables that were changed while the work was done. Both databases say whether anything was written at all: if not,
 * nobody has to look. Otherwise SQLite's, whose rows are dear to read here, are looked at while the work is done again.
 */
export async function changesDuring(work: () => Promise<unknown>, leaves: string[] = []): Promise<string[]> {
  const seen = await dataVersion();
  const before = databaseKind() === 'postgres' ? await digest() : undefined;
  await work();
  if ((await dataVersion()) === seen) return [];
  const found = before ? differences(before, await digest(), leaves) : await lookCloser(work, leaves);
  // What the server does by itself from time to time may fall between two looks, but not twice.
  return found.length === 0 ? [] : lookCloser(work, leaves);
}

async function lookCloser(work: () => Promise<unknown>, leaves: string[]): Promise<string[]> {
  const before = await digest();
  await work();
  return differences(before, await digest(), leaves);
}

const differences = (before: Digest, after: Digest, leaves: string[]) =>
  [...before.keys()].filter((name) => after.get(name) !== before.get(name) && !leaves.includes(name));

/**
 * Rises when another connection has written. PostgreSQL numbers every transaction that writes anything at all, and its
 * snapshots say which number comes after the last that has ended.
 */
async function dataVersion(): Promise<string> {
  if (databaseKind() === 'postgres') {
    const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(
      db(),
    );
    return rows[0]!.next;
  }
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db());
  return String(rows[0]!.data_version);
}
