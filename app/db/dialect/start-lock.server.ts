import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { dialectName } from './dialect.server';
import { openSqliteFile } from './sqlite-file.server';

const WAIT_MS = 10 * 60_000;
/** Any number that nothing else locks in this database. */
const POSTGRES_KEY = 7_237_118_450_026;

/**
 * Runs `work` while no other process does the same on this database: of several that start at once one upgrades the
 * schema and makes the first accounts. The lock goes with its process, however that ends.
 */
export async function oneAtATime<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const release = dialectName(databaseUrl) === 'postgres' ? await lockPostgres(databaseUrl) : lockSqlite(databaseUrl);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function lockPostgres(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [POSTGRES_KEY]);
  return () => client.end();
}

/** An empty database beside the real one, whose only use is to be locked. */
function lockSqlite(databaseUrl: string): () => Promise<void> {
  const file = path.resolve(databaseUrl.replace(/^sqlite:/, ''));
  mkdirSync(path.dirname(file), { recursive: true });
  const lock = openSqliteFile(`${file}-start`, { timeout: WAIT_MS });
  lock.exec('begin exclusive');
  return () => Promise.resolve(void lock.close());
}
