import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { dialectName, type DialectName } from './dialect.server';
import { OWN_TABLES_OF_POSTGRES } from './drop-tables.server';
import { findPostgresTool, majorOf, runPostgresTool } from './postgres-tools.server';
import { openSqliteFile } from './sqlite-file.server';

/** Copies of a whole database at one moment, made while others write to it. */

/** What stands in a copy. */
export type Snapshot = {
  kind: DialectName;
  /** Of the database program. */
  version: string;
  migrations: string[];
  /** The stored files whose bytes belong to it. */
  files: { id: string; size: number; sha256: string }[];
  counts: Record<string, number>;
};

type Query = (statement: string) => Promise<Record<string, unknown>[]>;

const COUNTED = ['users', 'exams', 'attempts', 'answers', 'answer_journal', 'takes', 'photos', 'scores', 'files'];

/** Copies the database of an address into a new file (SQLite's online backup, PostgreSQL's pg_dump) and says what is in it. */
export function copyDatabase(databaseUrl: string, target: string): Promise<Snapshot> {
  return dialectName(databaseUrl) === 'postgres'
    ? dumpPostgres(databaseUrl, target, (query) => describe('postgres', query, 'show server_version'))
    : copySqlite(sqliteFile(databaseUrl), target, readSqlite);
}

/** The same of a database that an older version of the program made, whatever is in it. */
export function copyOlderDatabase(databaseUrl: string, target: string): Promise<void> {
  const nothing = () => Promise.resolve();
  return dialectName(databaseUrl) === 'postgres'
    ? dumpPostgres(databaseUrl, target, nothing)
    : copySqlite(sqliteFile(databaseUrl), target, nothing);
}

/** The file of a `sqlite:` address. */
export function sqliteFile(databaseUrl: string): string {
  return databaseUrl.replace(/^sqlite:/, '');
}

async function copySqlite<T>(
  file: string,
  target: string,
  read: (copy: SqliteDatabase.Database) => Promise<T>,
): Promise<T> {
  const database = openSqliteFile(file, { fileMustExist: true, timeout: 30_000 });
  try {
    // All pages in one step: a step that finds the database changed by another process begins again.
    await database.backup(target, { progress: () => 0x7fffffff });
  } finally {
    database.close();
  }
  const copy = openSqliteFile(target);
  try {
    // One file that opens anywhere, also where nothing can be written beside it.
    copy.pragma('journal_mode = delete');
    return await read(copy);
  } finally {
    copy.close();
    sync(target);
  }
}

/** What stands in a copy of a SQLite database that nobody writes to. */
export async function readSqliteCopy(file: string): Promise<Snapshot & { problems: string[] }> {
  const copy = openSqliteFile(file, { readonly: true });
  try {
    const found = copy.pragma('integrity_check') as { integrity_check: string }[];
    const problems = found.map((row) => row.integrity_check).filter((line) => line !== 'ok');
    const foreign = copy.pragma('foreign_key_check') as { table: string }[];
    if (foreign.length > 0) problems.push(`${foreign.length} 行指向不存在的数据（${foreign[0]?.table}）`);
    return { ...(await readSqlite(copy)), problems };
  } finally {
    copy.close();
  }
}

function readSqlite(copy: SqliteDatabase.Database): Promise<Snapshot> {
  const query: Query = (statement) => Promise.resolve(copy.prepare(statement).all() as Record<string, unknown>[]);
  return describe('sqlite', query, 'select sqlite_version() as version');
}

async function dumpPostgres<T>(databaseUrl: string, target: string, read: (query: Query) => Promise<T>): Promise<T> {
  return withPostgres(databaseUrl, async (query) => {
    const tool = findPostgresTool('pg_dump', await serverMajor(query));
    // What an administrator put there (pg_stat_statements) is not the school's, and only they can bring it back.
    // Naming one extension leaves out all others; older programs name none, and restoring passes over them.
    const [own] = await query("select 1 from pg_extension where extname = 'plpgsql'");
    const leaveOut = own && majorOf(tool) >= 14 ? ['--extension=plpgsql'] : [];
    // The dump and what is read here see the same moment.
    await query('begin isolation level repeatable read read only');
    const [{ id } = { id: '' }] = await query('select pg_export_snapshot() as id');
    await runPostgresTool(tool, databaseUrl, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      ...leaveOut,
      `--snapshot=${String(id)}`,
      `--file=${target}`,
    ]);
    sync(target);
    return read(query);
  });
}

/** Fills an empty PostgreSQL database from a dump, all of it or nothing; extensions and schemas are the administrator's. */
export async function restorePostgres(databaseUrl: string, dump: string, connectsAs: string): Promise<void> {
  const tool = await withPostgres(databaseUrl, async (query) =>
    findPostgresTool('pg_restore', await serverMajor(query)),
  );
  const list = `${dump}.list`;
  try {
    const entries = await runPostgresTool(tool, null, ['--list', dump]);
    await writeFile(list, entries.split('\n').filter(isOwnEntry).join('\n'), { mode: 0o600 });
    const args = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', `--use-list=${list}`];
    await runPostgresTool(tool, databaseUrl, [...args, dump], { connectsAs });
  } finally {
    await rm(list, { force: true });
  }
}

/** Lines of a dump's list read `12; 3079 16384 EXTENSION - pg_stat_statements` and `13; 0 0 COMMENT - EXTENSION …`. */
const FOREIGN_ENTRY = /^\d+; \d+ \d+ (COMMENT - )?(EXTENSION|SCHEMA)\b/;
const isOwnEntry = (line: string) => !FOREIGN_ENTRY.test(line);

/** Takes away what a restore brought into a PostgreSQL database that was empty before. */
export async function emptyPostgres(databaseUrl: string): Promise<void> {
  await withPostgres(databaseUrl, async (query, client) => {
    const tables = await query(OWN_TABLES_OF_POSTGRES);
    const names = tables.map(({ name }) => client.escapeIdentifier(String(name)));
    if (names.length > 0) await client.query(`drop table ${names.join(', ')} cascade`);
  });
}

/** What stands in a dump of PostgreSQL's, read by its own pg_restore. */
export async function readPostgresDump(
  dump: string,
  serverMajor: number,
): Promise<Pick<Snapshot, 'version' | 'migrations' | 'files'> & { extensions: string[] }> {
  const tool = findPostgresTool('pg_restore', serverMajor);
  const rowsOf = async (table: string) =>
    copiedRows(await runPostgresTool(tool, null, ['--data-only', `--table=${table}`, '--file=-', dump]));
  const migrations = await rowsOf('kysely_migration');
  const files = await rowsOf('files');
  const list = await runPostgresTool(tool, null, ['--list', dump]);
  const extensions = [...list.matchAll(/^\d+; \d+ \d+ EXTENSION - (\S+)/gm)].map(([, name = '']) => name);
  return {
    version: /^;\s+Dumped from database version: (\S+)/m.exec(list)?.[1] ?? '',
    extensions: extensions.filter((name) => name !== 'plpgsql'),
    migrations: migrations.map((row) => row.name ?? '').sort(),
    files: files
      // A dump of an older version has no such column.
      .filter((row) => (row.removed_at ?? null) === null)
      .map((row) => ({ id: row.id ?? '', size: Number(row.size), sha256: row.sha256 ?? '' })),
  };
}

/** The rows of the COPY statement in a script of pg_restore's, for columns without line breaks or tabs. */
function copiedRows(script: string): Record<string, string | null>[] {
  const lines = script.split('\n');
  const start = lines.findIndex((line) => line.startsWith('COPY '));
  if (start < 0) return [];
  const columns = /\((.*)\)/.exec(lines[start] ?? '')?.[1]?.split(', ') ?? [];
  const rows = lines.slice(start + 1, lines.indexOf('\\.', start));
  return rows.map((line) => {
    const values = line.split('\t').map((value) => (value === '\\N' ? null : value));
    return Object.fromEntries(columns.map((column, index) => [column.replace(/"/g, ''), values[index] ?? null]));
  });
}

/** What stands in a PostgreSQL database now. */
export function readPostgres(databaseUrl: string): Promise<Snapshot> {
  return withPostgres(databaseUrl, (query) => describe('postgres', query, 'show server_version'));
}

/** Whether nothing was made of the database yet: no file, or no table. */
export async function isNewDatabase(databaseUrl: string): Promise<boolean> {
  return dialectName(databaseUrl) === 'sqlite' ? !existsSync(sqliteFile(databaseUrl)) : isEmptyPostgres(databaseUrl);
}

/** Whether a PostgreSQL database holds no table yet but those of extensions. */
export function isEmptyPostgres(databaseUrl: string): Promise<boolean> {
  return withPostgres(databaseUrl, async (query) => {
    return (await query(OWN_TABLES_OF_POSTGRES)).length === 0;
  });
}

/** Marks files whose bytes were deleted while the copy was made as what they are: deleted. */
export async function markRemoved(databaseUrl: string, ids: string[], at: number): Promise<void> {
  if (dialectName(databaseUrl) === 'postgres') {
    await withPostgres(databaseUrl, async (_query, client) => {
      await client.query('update files set removed_at = $1 where id = any($2)', [at, ids]);
    });
    return;
  }
  const database = openSqliteFile(sqliteFile(databaseUrl), { fileMustExist: true });
  try {
    const mark = database.prepare('update files set removed_at = ? where id = ?');
    database.transaction(() => ids.forEach((id) => mark.run(at, id)))();
  } finally {
    database.close();
  }
}

/** Takes a setting out of a database that nobody has open; one without settings is fine. */
export async function forgetSetting(databaseUrl: string, key: string): Promise<void> {
  if (dialectName(databaseUrl) === 'postgres') {
    await withPostgres(databaseUrl, async (query, client) => {
      const [found] = await query("select to_regclass('settings') as name");
      if (found?.name) await client.query('delete from settings where key = $1', [key]);
    });
    return;
  }
  const database = openSqliteFile(sqliteFile(databaseUrl), { fileMustExist: true });
  try {
    const found = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'settings'").get();
    if (found) database.prepare('delete from settings where key = ?').run(key);
  } finally {
    database.close();
  }
}

async function describe(kind: DialectName, query: Query, versionQuery: string): Promise<Snapshot> {
  const [version] = await query(versionQuery);
  const migrations = await query('select name from kysely_migration order by name');
  const columns = await query(
    kind === 'sqlite'
      ? "select name from pragma_table_info('files')"
      : "select attname as name from pg_attribute where attrelid = 'files'::regclass and attnum > 0",
  );
  // A database of an older version has no such column.
  const isKept = columns.some(({ name }) => name === 'removed_at') ? 'where removed_at is null' : '';
  const files = await query(`select id, size, sha256 from files ${isKept} order by id`);
  const counts: Record<string, number> = {};
  for (const table of COUNTED) {
    const [row] = await query(`select count(*) as count from ${table}`);
    counts[table] = Number(row?.count);
  }
  return {
    kind,
    version: String(Object.values(version ?? {})[0]),
    migrations: migrations.map(({ name }) => String(name)),
    files: files.map(({ id, size, sha256 }) => ({ id: String(id), size: Number(size), sha256: String(sha256) })),
    counts,
  };
}

async function withPostgres<T>(databaseUrl: string, work: (query: Query, client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query<Record<string, unknown>>(statement)).rows, client);
  } finally {
    await client.end();
  }
}

async function serverMajor(query: Query): Promise<number> {
  const [row] = await query('show server_version_num');
  return Math.floor(Number(row?.server_version_num) / 10_000);
}

function sync(file: string): void {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
