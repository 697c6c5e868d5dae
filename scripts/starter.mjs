// A starter and what it starts end together, also when the starter was killed outright and passed no signal on.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How a process is bound to what started it: by a channel between the two, or by looking whether its parent is there. */
const BOND = 'KAOPING_BOUND';
const LOOK_MS = 1000;

/** As it was in the beginning: on Linux and macOS another process takes its place once it is gone. */
const parent = process.ppid;
// npm gives nothing to know it by. Whoever runs the scripts themselves may leave them alone, as nohup does.
const bond = process.env[BOND] ?? (process.env.npm_lifecycle_event === 'start' ? 'parent' : undefined);
// What this process starts in turn is bound only where it says so.
delete process.env[BOND];

/** Starts a program in this one's terminal that learns when this process is gone. */
export function spawnBound(file, args) {
  const env = { ...process.env, [BOND]: 'channel' };
  return spawn(file, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
}

/** Tells a bound program to end in peace, on Windows too, where every signal kills. */
export function letGo(child) {
  if (child.connected) child.disconnect();
}

/** Calls `stop`, once, when what started this process is gone; never where a person or a service started it directly. */
export function whenStarterGone(stop) {
  if (bond === 'channel') {
    if (!process.connected) stop();
    else process.once('disconnect', stop);
    // Nothing is kept running by it.
    process.channel?.unref();
  } else if (bond === 'parent') {
    const npm = npmBehind(parent);
    const look = setInterval(() => {
      if (process.ppid === parent && isAlive(parent) && (npm === null || isParentOf(npm, parent))) return;
      clearInterval(look);
      stop();
    }, LOOK_MS).unref();
  }
}

/**
 * npm runs its script by a shell, which some systems put aside for the script and some keep between the two: the number
 * of the npm behind such a shell, else null. Who started npm in turn may go: a terminal, or the shell that ran nohup.
 */
function npmBehind(shell) {
  const found = lookUp(shell);
  const script = process.env.npm_lifecycle_script;
  return script && found?.command.includes(`-c ${script}`) && found.parent > 1 ? found.parent : null;
}

const isParentOf = (npm, shell) => isAlive(npm) && (process.platform !== 'linux' || lookUp(shell)?.parent === npm);

/** What started a process, and its command line; null where that cannot be known. */
function lookUp(pid) {
  if (process.platform === 'win32') return null;
  try {
    if (process.platform === 'linux') {
      // Its own name, in brackets, may hold anything.
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').pop().trim().split(' ');
      return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
    }
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout);
    return { parent: Number(parent), command };
  } catch {
    return null;
  }
}

/** Whether a process of this number is there. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
