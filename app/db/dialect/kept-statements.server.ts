import type SqliteDatabase from 'better-sqlite3';

const KEPT_STATEMENTS = 1000;
/** Longer ones insert many rows at once; they hardly come twice. */
const KEPT_LENGTH = 5000;

/** One connection of SQLite, as far as it is used. */
export type SqliteFile = {
  readonly inTransaction: boolean;
  prepare(sql: string): SqliteDatabase.Statement;
  close(): void;
};

/**
 * Kysely prepares a statement at every use. Prepared ones are kept here by their text, the least used go first:
 * preparing was a twelfth of the server's work in tests/load/everyone.mjs. Nothing streams, so none is in use twice.
 */
export function withKeptStatements(database: SqliteDatabase.Database, onClose = () => {}): SqliteFile {
  const kept = new Map<string, SqliteDatabase.Statement>();
  return {
    get inTransaction() {
      return database.inTransaction;
    },
    prepare(sql) {
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
