import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, sql, type Transaction } from 'kysely';
import { env } from '~/lib/env.server';
import { commitsOnDisk, createDialect, dialectName } from './dialect/dialect.server';
import { emptyLists } from './dialect/empty-lists.server';
import type { Database } from './schema';

let root: Kysely<Database> | undefined;
const current = new AsyncLocalStorage<Transaction<Database>>();

/** The database; inside `transaction` it is that transaction, so functions compose without passing it on. */
export function db(): Kysely<Database> {
  const open = current.getStore();
  if (open) return open;
  root ??= new Kysely<Database>({ dialect: createDialect(env().databaseUrl), plugins: [emptyLists] });
  return root;
}

/**
 * Runs `work` in one transaction; what it throws rolls everything back. Called inside another
 * transaction it joins it. Returns when what was committed is on the disk. Await no files or network inside: SQLite
 * has one writer.
 */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (current.getStore()) return work();
  const result = await db()
    .transaction()
    .execute((open) => current.run(open, work));
  await commitsOnDisk();
  return result;
}

/** Which database this process uses. */
export function databaseKind() {
  return dialectName(env().databaseUrl);
}

/**
 * Takes what was deleted out of SQLite's log as well: its file has been overwritten, the log still holds older pages.
 * While somebody reads it does nothing; the log is then overwritten as it is used. PostgreSQL's vacuum does this itself.
 */
export async function overwriteDeleted(): Promise<void> {
  if (databaseKind() === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db());
}

/** Closes the connection; the next `db()` opens it again. */
export async function closeDatabase(): Promise<void> {
  await root?.destroy();
  root = undefined;
}
