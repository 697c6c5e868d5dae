import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

/**
 * Says in the data directory that a server runs on it: where, the word by which it answers (/healthz), and the process
 * that ends it, of several the one that leads, with the computer on which that number means it, and the folder of the
 * program. `npm start` and `npm run doctor` ask there whether it still does (scripts/running.mjs), so the mark of one
 * that was killed, or that found its port taken, misleads nobody. Nothing of it is told over HTTP but that word.
 */
export function markRunning(dataDir: string, { host, port }: { host: string | undefined; port: number }): void {
  const startId = (process.env.KAOPING_START_ID ||= randomUUID());
  for (const name of readdirSync(dataDir)) {
    const [, pid] = /^running-\d+-(\d+)\.json$/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(dataDir, name), { force: true });
  }
  const pid = cluster.isWorker ? process.ppid : process.pid;
  const file = path.join(dataDir, `running-${port}-${process.pid}.json`);
  writeFileSync(
    `${file}.new`,
    JSON.stringify({
      ...{ host, port, startId, pid, computer: hostname(), dataDir: path.resolve(dataDir) },
      ...{ program: process.cwd(), builtAt: builtAt() },
    }),
  );
  renameSync(`${file}.new`, file);
  process.once('exit', () => rmSync(file, { force: true }));
}

/** When the program was built that this server has in memory, whatever is built over it later. */
const builtAt = () => statSync(path.resolve('build', 'server', 'index.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
