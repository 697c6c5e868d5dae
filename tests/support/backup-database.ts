import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { closeDatabase, databaseKind } from '~/db/db.server';
import { migrateToLatest } from '~/db/migrate.server';
import { resetEnv } from '~/lib/env.server';
import { startPostgres, type PostgresServer } from './postgres';

export type Place = { dataDir: string; databaseUrl: string };

/**
 * Call it after useDatabase(): on PostgreSQL the file's database moves to a server whose pg_dump is here. Answers what
 * makes an empty place to restore into.
 */
export function useBackupDatabase(): (dataDir: string) => Promise<Place> {
  let server: PostgresServer | undefined;
  const before = { url: '' };
  let made = 0;

  const make = async (name: string) => {
    if (!server) throw new Error('no PostgreSQL');
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    try {
      await client.query(`create database ${name}`);
    } finally {
      await client.end();
    }
    return server.url(name);
  };
  const moveTo = async (databaseUrl: string) => {
    await closeDatabase();
    process.env.DATABASE_URL = databaseUrl;
    resetEnv();
  };

  beforeAll(async () => {
    if (databaseKind() === 'sqlite') return;
    before.url = process.env.DATABASE_URL ?? '';
    server = await startPostgres({ withTools: true });
    await moveTo(await make('school'));
    await migrateToLatest();
  });

  afterAll(async () => {
    if (!server) return;
    await moveTo(before.url);
    await server.stop();
  });

  return async (dataDir) => {
    if (!server) return { dataDir, databaseUrl: `sqlite:${path.join(dataDir, 'kaoping.db')}` };
    mkdirSync(path.dirname(dataDir), { recursive: true });
    return { dataDir, databaseUrl: await make(`place_${(made += 1)}`) };
  };
}
