// A starter and what it starts end together, also when the starter was killed outright and passed no signal on.
import { spawn } from 'node:child_process';

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
    const look = setInterval(() => {
      if (process.ppid === parent && isAlive(parent)) return;
      clearInterval(look);
      stop();
    }, LOOK_MS).unref();
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
