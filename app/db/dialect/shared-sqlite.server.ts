import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { SqliteFile } from './kept-statements.server';
import { isBusy, report, unavailable } from './unavailable.server';

/** How long a write waits for another process that writes. */
const BUSY_MS = 5000;
/** How long once one has waited that long in vain, until a write succeeds again. */
const STUCK_MS = 300;
const MAX_PAUSE_MS = 8;

export type SharedSqliteConfig = {
  openReader: () => SqliteFile;
  openWriter: () => WritableFile;
};

export type WritableFile = SqliteFile & {
  /** Whether SQLite itself puts each commit on the disk; off while a transaction runs whose end waits for it. */
  syncCommits(isOn: boolean): void;
};

/**
 * SQLite in a file that several processes write to (decision 0026), its transactions synced together (0027): one
 * connection writes, in turns, and one reads. Waiting for another process never stops this one, and reads go on while
 * writes wait or the disk is full.
 */
export class SharedSqliteDialect extends SqliteDialect {
  constructor(private readonly config: SharedSqliteConfig) {
    super({ database: () => Promise.resolve(config.openReader()) });
  }

  override createDriver(): Driver {
    return new SharedSqliteDriver(this.config);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * SQLite rolls back changed tables like changed rows: an upgrade of the schema and its record are one transaction, so
 * one that is broken off leaves the database as it was.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SharedSqliteDriver implements Driver {
  #files: { reader: SqliteFile; writer: Writer } | undefined;

  constructor(private readonly config: SharedSqliteConfig) {}

  async init(): Promise<void> {
    this.#files = { writer: new Writer(this.config.openWriter()), reader: this.config.openReader() };
  }

  async acquireConnection(): Promise<Connection> {
    if (!this.#files) throw new Error('The database is closed.');
    return new Connection(this.#files.reader, this.#files.writer);
  }

  async releaseConnection(): Promise<void> {}

  /**
   * Takes the right to write at once: a transaction that read first and wrote later would fail when another process
   * had written in between, and no waiting could mend that.
   */
  beginTransaction(connection: Connection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: Connection): Promise<void> {
    return connection.end('commit');
  }

  rollbackTransaction(connection: Connection): Promise<void> {
    return connection.end('rollback');
  }

  async destroy(): Promise<void> {
    this.#files?.reader.close();
    this.#files?.writer.file.close();
    this.#files = undefined;
  }
}

class Connection implements DatabaseConnection {
  #isInTransaction = false;

  constructor(
    private readonly reader: SqliteFile,
    private readonly writer: Writer,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInTransaction) return run<R>(this.writer.file, query);
    if (SelectQueryNode.is(query.query)) return run<R>(this.reader, query);
    const askedAt = await this.writer.takeTurn();
    try {
      return await this.writer.whenFree(askedAt, () => run<R>(this.writer.file, query));
    } finally {
      this.writer.passTurn();
    }
  }

  async begin(): Promise<void> {
    const { writer } = this;
    const askedAt = await writer.takeTurn();
    try {
      writer.file.syncCommits(false);
      await writer.whenFree(askedAt, () => run(writer.file, CompiledQuery.raw('begin immediate')));
      this.#isInTransaction = true;
    } catch (error) {
      writer.file.syncCommits(true);
      writer.passTurn();
      throw error;
    }
  }

  /** Ends the transaction. A commit that fails leaves it to be rolled back. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    const { file } = this.writer;
    // A full disk makes SQLite roll back by itself.
    if (how === 'commit' || file.inTransaction) run(file, CompiledQuery.raw(how));
    file.syncCommits(true);
    this.#isInTransaction = false;
    this.writer.passTurn();
  }

  // Nothing here reads row by row.
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

/** The connection that writes and whose turn it is. */
class Writer {
  #isTaken = false;
  #waiting: (() => void)[] = [];
  #isStuck = false;

  constructor(readonly file: WritableFile) {}

  /** Waits for the turn, in the order asked; gives when it was asked. */
  async takeTurn(): Promise<number> {
    const askedAt = performance.now();
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return askedAt;
  }

  passTurn(): void {
    const next = this.#waiting.shift();
    // The turn goes straight to the next one, so nobody can slip in between.
    if (next) next();
    else this.#isTaken = false;
  }

  /** Tries until no other process writes. The time in the queue counts, so that all give up together. */
  async whenFree<T>(askedAt: number, work: () => T): Promise<T> {
    const giveUpAt = askedAt + (this.#isStuck ? STUCK_MS : BUSY_MS);
    for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        const result = work();
        this.#isStuck = false;
        return result;
      } catch (error) {
        const reason = String((error as { reason?: unknown }).reason ?? '');
        if (!isBusy(reason)) throw error;
        if (performance.now() > giveUpAt) {
          this.#isStuck = true;
          report(reason, 'another process has held the database for too long');
          throw error;
        }
      }
      await delay(1 + Math.random() * pause);
    }
  }
}

function run<R>(file: SqliteFile, { sql, parameters }: CompiledQuery): QueryResult<R> {
  try {
    const statement = file.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  } catch (error) {
    throw unavailable(error) ?? error;
  }
}
