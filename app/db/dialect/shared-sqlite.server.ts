import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, SqliteDialect, SqliteDriver, type DatabaseConnection, type SqliteDialectConfig } from 'kysely';

/** How long a statement waits for another process that writes. */
const BUSY_MS = 5000;
const MAX_PAUSE_MS = 8;

export type SharedSqliteConfig = SqliteDialectConfig & {
  /** Whether SQLite itself puts each commit on the disk; off while a transaction runs whose end waits for it. */
  syncCommits: (isOn: boolean) => void;
};

/** SQLite in a file that several processes write to (decision 0026), its transactions synced together (0027). */
export class SharedSqliteDialect extends SqliteDialect {
  constructor(private readonly config: SharedSqliteConfig) {
    super(config);
  }

  override createDriver(): SqliteDriver {
    const onCreateConnection = (connection: DatabaseConnection) => {
      waitWhileBusy(connection);
      return Promise.resolve();
    };
    return new SharedSqliteDriver({ ...this.config, onCreateConnection }, this.config.syncCommits);
  }
}

class SharedSqliteDriver extends SqliteDriver {
  constructor(
    config: SqliteDialectConfig,
    private readonly syncCommits: (isOn: boolean) => void,
  ) {
    super(config);
  }

  /**
   * Takes the right to write at once. A transaction that read first and wrote later would fail when another
   * process had written in between, and no waiting could mend that.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.syncCommits(false);
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      this.syncCommits(true);
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.syncCommits(true);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection);
    this.syncCommits(true);
  }
}

/** SQLite's own waiting sleeps in the thread that answers everybody; this lets the process go on. */
function waitWhileBusy(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <R>(query: CompiledQuery) => {
    const giveUpAt = performance.now() + BUSY_MS;
    for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await execute<R>(query);
      } catch (error) {
        const isBusy = String((error as { code?: string }).code ?? '').startsWith('SQLITE_BUSY');
        if (!isBusy || performance.now() > giveUpAt) throw error;
      }
      await delay(1 + Math.random() * pause);
    }
  };
}
