import { mkdirSync } from 'node:fs';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { PostgresDialect, type ColumnDefinitionBuilder, type CreateTableBuilder, type Dialect } from 'kysely';
import pg from 'pg';
import { LogSync } from './group-commit.server';
import { SharedSqliteDialect } from './shared-sqlite.server';

/** Everything that differs between SQLite and PostgreSQL stands in this file. */

export type DialectName = 'sqlite' | 'postgres';

/** Which database an address means: `postgres://…` or `sqlite:<file>`. */
export function dialectName(databaseUrl: string): DialectName {
  return databaseUrl.startsWith('postgres') ? 'postgres' : 'sqlite';
}

/** Opens the database of an address. */
export function createDialect(databaseUrl: string): Dialect {
  return dialectName(databaseUrl) === 'postgres' ? postgres(databaseUrl) : sqlite(databaseUrl.replace(/^sqlite:/, ''));
}

let logSync: LogSync | undefined;

/**
 * Resolves when every transaction committed before is on the disk. PostgreSQL sees to that before it says that it
 * committed.
 */
export async function commitsOnDisk(): Promise<void> {
  await logSync?.onDisk();
}

function sqlite(file: string): Dialect {
  let syncCommits: (isOn: boolean) => void = () => undefined;
  return new SharedSqliteDialect({
    syncCommits: (isOn) => syncCommits(isOn),
    database: async () => {
      mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
      const database = new SqliteDatabase(file);
      // While the file is opened; after that the dialect waits without stopping the process.
      database.pragma('busy_timeout = 5000');
      const hasLog = database.pragma('journal_mode = WAL', { simple: true }) === 'wal';
      // FULL: a commit is on the disk before it is acknowledged, also through a loss of power. A transaction's end
      // waits for the same without stopping the process: commitsOnDisk.
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      database.pragma('cache_size = -65536');
      database.pragma('busy_timeout = 0');
      const sync = hasLog ? new LogSync(file) : undefined;
      logSync = sync;
      if (sync) syncCommits = (isOn) => void database.pragma(`synchronous = ${isOn ? 'FULL' : 'NORMAL'}`);
      return withKeptStatements(database, () => {
        sync?.close();
        if (logSync === sync) logSync = undefined;
      });
    },
  });
}

const KEPT_STATEMENTS = 1000;
/** Longer ones insert many rows at once; they hardly come twice. */
const KEPT_LENGTH = 5000;

/**
 * Kysely prepares a statement at every use. Prepared ones are kept here by their text, the least used go first:
 * preparing was a twelfth of the server's work in tests/load/everyone.mjs. Nothing streams, so none is in use twice.
 */
function withKeptStatements(database: SqliteDatabase.Database, onClose: () => void) {
  const kept = new Map<string, SqliteDatabase.Statement>();
  return {
    prepare(sql: string) {
      const known = kept.get(sql);
      const statement = known ?? database.prepare(sql);
      if (sql.length <= KEPT_LENGTH) {
        kept.delete(sql);
        kept.set(sql, statement);
        const [oldest] = kept.size > KEPT_STATEMENTS ? kept.keys() : [];
        if (oldest !== undefined) kept.delete(oldest);
      }
      return statement;
    },
    close: () => {
      onClose();
      database.close();
    },
  };
}

// bigint and numeric come as text by default; our integers stay below 2^53.
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1700, Number);

function postgres(connectionString: string): Dialect {
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5000 });
  // An idle connection that the database ends (a restart) is replaced at the next query; unheard, the event
  // would end the process.
  pool.on('error', (error) => {
    console.warn(JSON.stringify({ level: 'warn', event: 'database_connection_lost', error: error.message }));
  });
  return new PostgresDialect({ pool });
}

/** Adds the auto-increment primary key `id` to a table under creation. */
export function withId<T extends string>(
  table: CreateTableBuilder<T, never>,
  name: DialectName,
): CreateTableBuilder<T, 'id'> {
  const column = (build: ColumnDefinitionBuilder) =>
    name === 'sqlite' ? build.primaryKey().autoIncrement() : build.primaryKey().generatedAlwaysAsIdentity();
  return table.addColumn<'id'>('id', 'integer', column);
}

/** True when a write broke a uniqueness rule. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === '23505';
}

/** True when the database cannot be reached or is locked or full: the request may be tried again later. */
export function isUnavailable(error: unknown): boolean {
  const code = String((error as { code?: string } | null)?.code ?? '');
  return (
    /^(SQLITE_BUSY|SQLITE_FULL|SQLITE_IOERR|SQLITE_CANTOPEN|SQLITE_READONLY)/.test(code) ||
    /^(08|53|57P)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOSPC)$/.test(code)
  );
}
