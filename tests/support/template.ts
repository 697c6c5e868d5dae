import { closeDatabase } from '~/db/db.server';
import { migrateToLatest } from '~/db/migrate.server';
import { resetEnv } from '~/lib/env.server';

/** Migrates the database of an address, leaving the environment as it was. */
export async function migrateDatabase(databaseUrl: string, dataDir: string): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret for tests, never used elsewhere',
  });
  resetEnv();
  try {
    await migrateToLatest();
  } finally {
    await closeDatabase();
    for (const key of ['DATABASE_URL', 'DATA_DIR', 'SESSION_SECRET']) {
      if (before[key] === undefined) delete process.env[key];
      else process.env[key] = before[key];
    }
    resetEnv();
  }
}
