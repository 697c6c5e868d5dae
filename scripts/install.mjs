// Installs the packages of package-lock.json, and ends with whoever asked for it. npm by itself goes on for minutes after
// Ctrl+C, and the next start would be a second one at work in the same folder.
//   node scripts/install.mjs <npm, or a Node.js and npm's own script>
import { spawn } from 'node:child_process';

const LOOK_MS = 300;
/** After that it is no longer asked. */
const PATIENCE_MS = 2000;

const isWindows = process.platform === 'win32';
const [command, ...args] = process.argv.slice(2);
const starter = process.ppid;
let isStopping = false;

// In a group of its own: npm starts processes in turn, and all of them have to end.
const npm = spawn(command, [...args, 'ci', '--include=dev'], {
  stdio: 'inherit',
  shell: isWindows && args.length === 0,
  detached: !isWindows,
});
npm.once('error', (error) => {
  console.error(`npm 没有运行起来：${error.message}`);
  process.exit(1);
});
npm.once('exit', (code) => {
  if (isStopping) end('SIGKILL');
  process.exit(isStopping ? 130 : (code ?? 1));
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
setInterval(() => {
  if (process.ppid !== starter) stop();
}, LOOK_MS).unref();

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
