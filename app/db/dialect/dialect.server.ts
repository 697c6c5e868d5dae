import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import {
  PostgresDialect,
  PostgresDriver,
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type PostgresDialectConfig,
} from 'kysely';
import pg from 'pg';
import { AppError } from '~/lib/errors';
import { keepPlace } from '~/lib/kept-places.server';
import { logEvent } from '~/lib/log.server';
import { LogSync } from './group-commit.server';
import { withKeptStatements } from './kept-statements.server';
import { KeptClient } from './postgres-client.server';
import { SharedSqliteDialect } from './shared-sqlite.server';
import { openSqliteFile } from './sqlite-file.server';
import { unavailable } from './unavailable.server';

/** Everything that differs between SQLite and PostgreSQL stands in this folder. */

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

/** Connections that are open; the last one that is closed puts the log into the database's own file. */
const openFiles = new Set<SqliteDatabase.Database>();

/** Closes what is open of SQLite at once, for the end of a process: the .db is then whole by itself. */
export function closeSqliteFiles(): void {
  for (const database of openFiles) {
    try {
      database.close();
    } catch (error) {
      logEvent('error', 'database_not_closed', { error: String(error) });
    }
  }
  openFiles.clear();
}

function sqlite(file: string): Dialect {
  const open = () => {
    const database = openSqlite(file);
    openFiles.add(database);
    return database;
  };
  const forget = (database: SqliteDatabase.Database) => openFiles.delete(database);
  return new SharedSqliteDialect({
    openReader: () => {
      const database = open();
      return withKeptStatements(database, () => forget(database));
    },
    openWriter: () => {
      const database = open();
      keepPlace(file);
      const sync = database.pragma('journal_mode', { simple: true }) === 'wal' ? new LogSync(file) : undefined;
      logSync = sync;
      const kept = withKeptStatements(database, () => {
        forget(database);
        sync?.close();
        if (logSync === sync) logSync = undefined;
      });
      const syncCommits = (isOn: boolean) => {
        if (sync) database.pragma(`synchronous = ${isOn ? 'FULL' : 'NORMAL'}`);
      };
      return Object.assign(kept, { syncCommits });
    },
  });
}

function openSqlite(file: string): SqliteDatabase.Database {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const database = openSqliteFile(file);
  // While the file is opened; after that the dialect waits without stopping the process.
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  // FULL: a commit is on the disk before it is acknowledged, also through a loss of power. A transaction's end
  // waits for the same without stopping the process: commitsOnDisk.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // What is deleted is overwritten: of an erased student nothing is left in the file.
  database.pragma('secure_delete = ON');
  database.pragma('cache_size = -65536');
  database.pragma('busy_timeout = 0');
  return database;
}

// bigint and numeric come as text by default; our integers stay below 2^53.
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1700, Number);

/** How long a statement waits for what another one holds. */
const LOCK_MS = 5000;
/** How long a request waits for a free connection: a room that comes at once stands in line, it is not sent away. */
const QUEUE_MS = 30_000;
/** How long an answer of the database is waited for; what takes longer has a database that hangs. */
const ANSWER_MS = 20_000;

function postgres(connectionString: string): Dialect {
  const pool = new pg.Pool({
    connectionString,
    Client: KeptClient,
    max: 10,
    connectionTimeoutMillis: QUEUE_MS,
    lock_timeout: LOCK_MS,
    query_timeout: ANSWER_MS,
  });
  // An idle connection that the database ends (a restart) is replaced at the next query; unheard, the event
  // would end the process.
  pool.on('error', (error) => {
    logEvent('warn', 'database_connection_lost', { error: error.message });
  });
  // The same for one in use that breaks between two statements: the next statement fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PassingPostgresDialect({ pool });
}

/** PostgreSQL whose passing troubles (stopped, locked, full) are refusals with a sentence. */
class PassingPostgresDialect extends PostgresDialect {
  constructor(private readonly config: PostgresDialectConfig) {
    super(config);
  }

  override createDriver(): Driver {
    return new PassingPostgresDriver(this.config);
  }
}

class PassingPostgresDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await passing(super.acquireConnection());
    if (!this.#known.has(connection)) {
      this.#known.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (query) => passing(execute(query));
    }
    return connection;
  }

  /** A connection that broke has rolled back; saying so must not hide what broke it. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
    });
  }
}

async function passing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error) ?? error;
  }
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

/** True for the refusal of a database that cannot be reached or is locked or full, and of a full disk. */
export function isUnavailable(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'unavailable';
}
