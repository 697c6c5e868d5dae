import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres';
import { migrateDatabase } from './template';

/** Starts PostgreSQL for this run and makes one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const template = `kaoping_template_${process.pid}`;
  const maintenance = server.url('postgres');
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: maintenance });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-template-'));
  try {
    await run(`create database ${template}`);
    await migrateDatabase(server.url(template), directory);
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  project.provide('database', { kind: 'postgres', template, maintenance });
  return async () => {
    await run(`drop database ${template} with (force)`);
    await server.stop();
  };
}
