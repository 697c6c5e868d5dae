// What the scripts share: where things are, what is stale, how to run the project's tools.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The oldest Node.js that runs the program. */
const MIN_NODE = [20, 19];

/** Ends the process with a sentence when Node.js is too old. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  console.error(
    `需要 Node.js ${MIN_NODE.join('.')} 或更新的版本，现在是 ${process.versions.node}。请到 https://nodejs.org 安装 LTS 版。`,
  );
  process.exit(1);
}

const inRoot = (...parts) => path.join(ROOT, ...parts);
const timeOf = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** Installs the packages of package-lock.json when they are missing or older than it. */
export function installPackages() {
  if (timeOf(inRoot('node_modules', '.package-lock.json')) >= timeOf(inRoot('package-lock.json'))) return;
  console.log('正在安装依赖（首次需要几分钟）… installing packages');
  // npm's own script path works on Windows too, where npm is no executable file.
  const [command, first] = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  const result = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund'], { cwd: ROOT, stdio: 'inherit' });
  if (result.status !== 0) {
    console.error('依赖没有装好。请检查网络后再试一次：npm ci');
    process.exit(1);
  }
}

const SOURCES = [
  'app',
  'public',
  'package-lock.json',
  'remix.config.js',
  'vite.config.ts',
  'tailwind.config.ts',
  'postcss.config.js',
];

function newest(file) {
  if (!existsSync(file)) return 0;
  const stat = statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}

/** True when the build in `directory` is missing or older than what it is made of. */
export function isStale(directory) {
  const built = timeOf(inRoot(directory, 'server', 'index.js'));
  return built === 0 || SOURCES.some((source) => newest(inRoot(source)) > built);
}

/** The file behind a tool's command, to be run by Node.js itself. */
export const TOOLS = {
  remix: inRoot('node_modules/@remix-run/dev/dist/cli.js'),
  serve: inRoot('scripts/serve.mjs'),
};

/** A port of this machine that nobody listens on now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until the server answers; false when it ended or did not within the time. */
export async function untilHealthy(address, child, milliseconds = 240_000) {
  for (const end = Date.now() + milliseconds; Date.now() < end;) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    try {
      if ((await fetch(`${address}/healthz`)).ok) return true;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** Starts a build's server on loopback with the demo school in a directory of its own, for measuring. */
export async function startDemoServer(buildDirectory, dataDir) {
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    KAOPING_DEMO: '1',
  };
  delete env.DATABASE_URL;
  const child = spawn(process.execPath, [TOOLS.serve, inRoot(buildDirectory, 'server', 'index.js')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://127.0.0.1:${port}`;
  if (!(await untilHealthy(address, child))) {
    child.kill();
    throw new Error('the server did not start');
  }
  const stopped = new Promise((resolve) => child.once('exit', resolve));
  const stop = () => {
    child.kill();
    return stopped;
  };
  return { address, stop };
}
