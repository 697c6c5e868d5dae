import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { closeDatabase, databaseKind, db } from '~/db/db.server';
import { registerAreas } from '~/domain/registrations.server';
import { resetEnv } from '~/lib/env.server';
import { makeTestFolder } from './test-folder';

registerAreas();

type TestDatabase = { kind: 'sqlite'; template: string } | { kind: 'postgres'; template: string; maintenance: string };

declare module 'vitest' {
  export interface ProvidedContext {
    database: TestDatabase;
  }
}

/**
 * Gives this test file a migrated database and a data directory of its own, emptied before every test.
 * The same file runs on SQLite and on PostgreSQL (vitest.config.ts finds it by this call).
 * `keepRows`: rows made in beforeAll stay for the whole file.
 */
export function useDatabase({ keepRows = false }: { keepRows?: boolean } = {}): void {
  const database = inject('database');
  const name = `kaoping_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  let dataDir = '';

  beforeAll(async () => {
    dataDir = makeTestFolder('kaoping-test-');
    process.env.DATA_DIR = dataDir;
    process.env.SESSION_SECRET = 'a secret for tests, never used elsewhere';
    process.env.DATABASE_URL = await createDatabase(database, name, dataDir);
    resetEnv();
  });

  if (!keepRows) beforeEach(emptyTables);

  afterAll(async () => {
    await closeDatabase();
    if (database.kind === 'postgres') await maintain(database.maintenance, `drop database ${name} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  });
}

async function createDatabase(database: TestDatabase, name: string, dataDir: string): Promise<string> {
  if (database.kind === 'sqlite') {
    const file = path.join(dataDir, 'kaoping.db');
    copyFileSync(database.template, file);
    return `sqlite:${file}`;
  }
  await maintain(database.maintenance, `create database ${name} template ${database.template} strategy file_copy`);
  const url = new URL(database.maintenance);
  url.pathname = `/${name}`;
  return url.href;
}

async function maintain(maintenance: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const SCHEMA_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/** The tables of the schema, asked for once: every file of tests runs on a copy of the same one. */
const tables = new Map<string, string[]>();

async function findTables(): Promise<string[]> {
  const found = tables.get(databaseKind()) ?? (await db().introspection.getTables()).map((table) => table.name);
  tables.set(databaseKind(), found);
  return found.filter((name) => !SCHEMA_TABLES.includes(name));
}

/** Deletes every row. Ids are not reset: a test that relies on them shows itself. */
async function emptyTables(): Promise<void> {
  const deletions = (await findTables()).map((table) => sql`delete from ${sql.table(table)}`);
  if (databaseKind() === 'postgres') {
    // In one message, which is one transaction: asking seventy times was a third of the run.
    const all = [
      sql`set session_replication_role = replica`,
      ...deletions,
      sql`set session_replication_role = default`,
    ];
    await sql.join(all, sql`; `).execute(db());
    return;
  }
  await db()
    .connection()
    .execute(async (connection) => {
      await sql`pragma foreign_keys = off`.execute(connection);
      await connection.transaction().execute(async (open) => {
        for (const deletion of deletions) await deletion.execute(open);
      });
      await sql`pragma foreign_keys = on`.execute(connection);
    });
}
