import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeDatabase } from '~/db/db.server';
import { resetEnv } from '~/lib/env.server';
import { TOOLS, freePort, untilHealthy } from '../../../scripts/project.mjs';

export type AppServer = {
  /** http://localhost:<port>: browsers give a microphone to localhost. */
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
 * Starts the built app on a free port with a data directory of its own, and points this process's db() at
 * the same database, so that stories can make what they need with the factories.
 */
export async function startApp(): Promise<AppServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-e2e-'));
  const clock = path.join(dataDir, 'clock');
  const port = await freePort();
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    SESSION_SECRET: 'a secret for stories, never used elsewhere',
    KAOPING_TEST_CLOCK: clock,
  };
  const build = process.env.KAOPING_BUILD_DIR ?? 'build';
  const child = spawn(process.execPath, [TOOLS.serve, path.resolve(build, 'server', 'index.js')], {
    env: {
      ...process.env,
      ...settings,
      NODE_ENV: 'production',
      HOST: 'localhost',
      PORT: String(port),
      KAOPING_DEMO: '0',
      KAOPING_ADMIN_ACCOUNT: ADMIN.account,
      KAOPING_ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);

  const address = `http://localhost:${port}`;
  if (!(await untilHealthy(address, child))) {
    child.kill('SIGKILL');
    throw new Error(`the server did not start:\n${log}`);
  }
  Object.assign(process.env, settings);
  resetEnv();
  return {
    address,
    dataDir,
    moveClock: (milliseconds) => writeFileSync(clock, String(milliseconds)),
    log: () => log,
    async stop() {
      await closeDatabase();
      process.removeListener('exit', killAtExit);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
