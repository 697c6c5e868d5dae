import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeDatabase } from '~/db/db.server';
import { resetEnv } from '~/lib/env.server';
import { startServer } from '../../support/server';

export type AppServer = {
  address: string;
  dataDir: string;
  /** Moves the server's clock by so many milliseconds from now on; 0 sets it right again. */
  moveClock(milliseconds: number): void;
  /** What the server wrote to its log. */
  log(): string;
  stop(): Promise<void>;
};

/** The first account of an empty school; the server makes it at its first start. */
export const ADMIN = { account: 'e2e-admin', password: 'e2e-first-password' };

/**
 * Starts the built app with a data directory of its own, and points this process's db() at the same
 * database, so that stories can make what they need with the factories.
 */
export async function startApp(): Promise<AppServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-e2e-'));
  const clock = path.join(dataDir, 'clock');
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    SESSION_SECRET: 'a secret for stories, never used elsewhere',
    KAOPING_TEST_CLOCK: clock,
  };
  const server = await startServer({
    ...settings,
    KAOPING_ADMIN_ACCOUNT: ADMIN.account,
    KAOPING_ADMIN_PASSWORD: ADMIN.password,
  });
  Object.assign(process.env, settings);
  resetEnv();
  return {
    address: server.address,
    dataDir,
    moveClock: (milliseconds) => writeFileSync(clock, String(milliseconds)),
    log: () => server.log(),
    async stop() {
      await closeDatabase();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
