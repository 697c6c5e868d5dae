// What the scripts share: where things are, what is stale, how to run the project's tools.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOwnNode } from './own-node.mjs';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The Node.js that runs servers and tools: the project's own where it is installed. */
export const NODE = findOwnNode()?.file ?? process.execPath;

const inRoot = (...parts) => path.join(ROOT, ...parts);
const timeOf = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/**
 * Whether the packages of package-lock.json are installed: npm's own list of what it put there says so. When the two
 * files were written says nothing: a copy, a clone or an archive gives them times of its own. Those of another platform
 * are never there, and those that only build and test are not where the program alone is installed.
 */
export function arePackagesInstalled(root = ROOT) {
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  // An archive (scripts/pack.mjs) or an image has no list of what is wanted.
  if (!wanted) return true;
  const found = packagesOf(path.join(root, 'node_modules', '.package-lock.json'));
  if (!found) return false;
  const hasTools = Object.values(found).some(({ dev }) => dev);
  return Object.entries(wanted).every(([place, { version, integrity, optional, dev, devOptional }]) => {
    if (place === '') return true;
    const there = found[place];
    if (!there) return optional || ((dev || devOptional) && !hasTools);
    return there.version === version && (!integrity || !there.integrity || there.integrity === integrity);
  });
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Installs the packages of package-lock.json when they are missing or older than it, or anew. */
export function installPackages({ anew = false } = {}) {
  if (!anew && arePackagesInstalled()) return;
  refuseForeignFolder('安装依赖');
  refuseFullDisk();
  console.log('正在安装依赖（通常一两分钟，网络或电脑慢的可能要十几分钟）…');
  makeWayForOwnNode();
  // npm's own script path works on Windows too, where npm is no executable file.
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  const command = npm ? [node, npm] : ['npm'];
  const result = spawnSync(process.execPath, [inRoot('scripts/install.mjs'), ...command], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (result.status === 130) process.exit(130);
  // npm 10 without its registry says that it is at fault itself, and ends as if all were well.
  const isHalfDone = result.status === 0 && !arePackagesInstalled();
  if (result.status !== 0 || isHalfDone) {
    console.error(
      isHalfDone
        ? '依赖没有装好：npm 没有装完就停了，多半是连不上它的仓库。请检查网络后再试一次同样的命令。'
        : '依赖没有装好，上面是 npm 说的原因。请检查网络后再试一次同样的命令。',
    );
    console.error('npm 的官方仓库连不上时，先换成镜像：npm config set registry https://registry.npmmirror.com');
    console.error(
      '说到证书（CERT、SELF_SIGNED）时，是学校的网络在检查加密连接：向网络管理员要它的根证书，npm config set cafile 证书.pem，再设环境变量 NODE_EXTRA_CA_CERTS=证书.pem',
    );
    process.exit(1);
  }
}

/** Ends the process, with a sentence, where this user may not write what is to be installed or built. */
export function refuseForeignFolder(what) {
  const written = [ROOT, ...['node_modules', 'node_modules/.vite-temp', 'build'].map((name) => inRoot(name))];
  const folder = written.find((place) => existsSync(place) && !canWrite(place));
  if (!folder) return;
  console.error(
    `现在要${what}，但运行 npm start 的用户不能写 ${folder}。请让这个目录的所有者先运行一次 npm ci 和 npm run build，或把整个程序目录改成现在这个用户的（chown -R）。`,
  );
  process.exit(1);
}

/** What the packages take, and npm's own store beside them, in megabytes. */
const PACKAGES_MB = 1300;

/** npm says of a full disk that it has crashed, minutes later. */
function refuseFullDisk() {
  // Those that are there are taken away first.
  if (existsSync(inRoot('node_modules', '.package-lock.json'))) return;
  const { bavail, bsize } = statfsSync(ROOT);
  const free = Math.floor((bavail * bsize) / 1024 / 1024);
  if (free >= PACKAGES_MB) return;
  console.error(
    `程序所在的磁盘（${ROOT}）只剩 ${free} MB，安装依赖要 ${PACKAGES_MB} MB。请腾出空间再试一次同样的命令。`,
  );
  process.exit(1);
}

function canWrite(place) {
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Windows lets nobody remove a program that runs, such as this Node.js, but lets it be moved. */
function makeWayForOwnNode() {
  const folder = inRoot('.cache', 'node');
  if (process.platform !== 'win32') return;
  rmSync(folder, { recursive: true, force: true, maxRetries: 1 });
  if (!process.execPath.startsWith(inRoot('node_modules'))) return;
  mkdirSync(folder, { recursive: true });
  renameSync(process.execPath, path.join(folder, `node-${process.pid}.exe`));
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

/** When the build in `directory` was made, in milliseconds; 0 where there is none. */
export const builtAt = (directory) => timeOf(path.resolve(ROOT, directory, 'server', 'index.js'));

/** True when the build in `directory` is missing or older than what it is made of. */
export function isStale(directory) {
  const built = builtAt(directory);
  // An archive (scripts/pack.mjs) has a build and nothing to build it from.
  if (built > 0 && !existsSync(inRoot('vite.config.ts'))) return false;
  return built === 0 || SOURCES.some((source) => newest(inRoot(source)) > built);
}

/** The file behind a tool's command, to be run by Node.js itself. */
export const TOOLS = {
  remix: inRoot('node_modules/@remix-run/dev/dist/cli.js'),
  serve: inRoot('server/serve.mjs'),
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

/** Where this machine reaches a server that listens there. */
export function addressOf({ host, port }) {
  const name = !host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Given to the servers that this process starts and no other: they say it again (app/routes/healthz.ts). */
export const START_ID = randomUUID();
process.env.KAOPING_START_ID = START_ID;

/** Waits until the server that this process started answers; false when it ended or did not within the time. */
export async function untilHealthy(address, child, milliseconds = 240_000) {
  for (const end = Date.now() + milliseconds; Date.now() < end;) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    try {
      const { ok, headers } = await fetch(`${address}/healthz`);
      if (ok && headers.get('X-Kaoping-Start') === START_ID) return true;
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
  const child = spawn(NODE, [TOOLS.serve, inRoot(buildDirectory, 'server', 'index.js')], {
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
