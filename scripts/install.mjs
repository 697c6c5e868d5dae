// Installs the packages of package-lock.json, and ends with whoever asked for it. npm by itself goes on for minutes after
// Ctrl+C, and the next start would be a second one at work in the same folder.
//   node scripts/install.mjs <npm, or a Node.js and npm's own script>
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './starter.mjs';

const LOOK_MS = 300;
/** After that it is no longer asked. */
const PATIENCE_MS = 2000;

const isWindows = process.platform === 'win32';
const [command, ...args] = process.argv.slice(2);
const starter = process.ppid;
let isStopping = false;

/** The npm that is at work in this folder: one whose starter was killed goes on without it. */
const MARK = path.resolve('.cache', 'installing');
/** Longer than any installation; a number that another program has by now is not waited for for ever. */
const LONGEST_MS = 30 * 60_000;

await untilAlone();

// In a group of its own: npm starts processes in turn, and all of them have to end.
const npm = spawn(command, [...args, 'ci', '--include=dev'], {
  stdio: 'inherit',
  shell: isWindows && args.length === 0,
  detached: !isWindows,
});
mkdirSync(path.dirname(MARK), { recursive: true });
writeFileSync(MARK, String(npm.pid));
npm.once('error', (error) => {
  console.error(`npm 没有运行起来：${error.message}`);
  process.exit(1);
});
npm.once('exit', (code) => {
  rmSync(MARK, { force: true });
  if (isStopping) end('SIGKILL');
  process.exit(isStopping ? 130 : (code ?? 1));
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
setInterval(() => {
  if (process.ppid !== starter) stop();
}, LOOK_MS).unref();

/** Two at work in one folder take each other's files away. */
async function untilAlone() {
  if (!isAtWork()) return;
  console.log('上一次的安装还在进行（它的窗口被强行关掉了），先等它结束…');
  while (isAtWork() && process.ppid === starter) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

function isAtWork() {
  try {
    return Date.now() - statSync(MARK).mtimeMs < LONGEST_MS && isAlive(Number(readFileSync(MARK, 'utf8')));
  } catch {
    return false;
  }
}

function stop() {
  if (isStopping) return;
  isStopping = true;
  end('SIGTERM');
  setTimeout(end, PATIENCE_MS, 'SIGKILL').unref();
}

function end(signal) {
  try {
    if (isWindows) npm.kill(signal);
    else process.kill(-npm.pid, signal);
  } catch {
    // It has ended.
  }
}
