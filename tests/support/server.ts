import { spawn } from 'node:child_process';
import path from 'node:path';
import { NODE, START_ID, TOOLS, freePort, untilHealthy } from '../../scripts/project.mjs';

export type RunningServer = {
  /** http://localhost:<port>: browsers give a microphone to localhost. */
  address: string;
  pid: number;
  /** What the server wrote to its log. */
  log(): string;
  /** `SIGTERM` asks it to end in peace; it may be asked again. */
  stop(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** The folder of the build that is tested. */
export const BUILD = process.env.KAOPING_BUILD_DIR ?? 'build';

/** Starts the built app as it runs in a school, on a free port, with these settings. */
export async function startServer(settings: Record<string, string>): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(NODE, [TOOLS.serve, path.resolve(BUILD, 'server', 'index.js')], {
    env: {
      ...process.env,
      KAOPING_DEMO: '0',
      ...settings,
      NODE_ENV: 'production',
      // Between files the tests put the environment back, and this module is loaded once for all of them.
      KAOPING_START_ID: START_ID,
      HOST: 'localhost',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const keep = (chunk: Buffer) => (log += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);

  const address = `http://localhost:${port}`;
  if (!(await untilHealthy(address, child))) {
    child.kill('SIGKILL');
    throw new Error(`the server did not start (build it first: npm run build):\n${log}`);
  }
  return {
    address,
    pid: child.pid ?? 0,
    log: () => log,
    async stop(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await ended;
      process.removeListener('exit', killAtExit);
    },
  };
}
