/**
 * The built server as the load scripts start it: on loopback, on a data directory of its own that goes with it.
 * KAOPING_BUILD_DIR names the build (default: build), PORT the port (default: a free one).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NODE, ROOT, TOOLS, freePort, untilHealthy } from '../../scripts/project.mjs';
import { useOwnNode } from '../../scripts/own-node.mjs';

await useOwnNode();

export const MB = 1024 * 1024;
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The first teacher of an empty data directory, as the server makes it. */
const ADMIN = { account: 'load', password: 'load-test-password' };

/**
 * Starts it and waits until it answers. `env` goes over the usual settings (`DATABASE_URL`, `WEB_CONCURRENCY`); with a
 * `dataDir` of the caller's own the directory stays when the server stops.
 */
export async function startServer({ env = {}, dataDir } = {}) {
  const directory = dataDir ?? mkdtempSync(path.join(tmpdir(), 'kaoping-load-'));
  const port = Number(process.env.PORT) || (await freePort());
  const build = path.resolve(process.env.KAOPING_BUILD_DIR ?? 'build', 'server/index.js');
  const child = spawn(NODE, [TOOLS.serve, build], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: directory,
      DATABASE_URL: '',
      KAOPING_DEMO: '',
      KAOPING_ADMIN_ACCOUNT: ADMIN.account,
      KAOPING_ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  async function stop() {
    child.kill('SIGTERM');
    await ended;
    if (!dataDir) rmSync(directory, { recursive: true, force: true });
  }
  if (!(await untilHealthy(origin, child))) {
    await stop();
    throw new Error('The server did not start: build it first, or choose another PORT.');
  }
  return { origin, pid: child.pid, dataDir: directory, stop };
}

/** Signs in by the API; the session's cookie. */
export async function signIn(origin, { account, password } = ADMIN, headers = {}) {
  const body = new URLSearchParams({ account, password });
  const answer = await fetch(`${origin}/api/user/login`, { method: 'POST', body, headers });
  if (!answer.ok) throw new Error(`${account} cannot sign in: ${answer.status} ${await answer.text()}`);
  return cookieOf(answer);
}

/** Signs the first teacher in and gives it a password of its own, without which it may open no page. */
export async function signInFirst(origin) {
  const password = `another-${ADMIN.password}`;
  const changed = await fetch(`${origin}/api/user/password`, {
    method: 'POST',
    body: new URLSearchParams({ oldPassword: ADMIN.password, password, confirm: password }),
    headers: { cookie: await signIn(origin) },
  });
  if (!changed.ok) throw new Error(`The password was not changed: ${changed.status} ${await changed.text()}`);
  return signIn(origin, { account: ADMIN.account, password });
}

function cookieOf(answer) {
  return answer.headers.getSetCookie()[0].split(';')[0];
}

/** Resident memory of a process in MB; of a server of several processes, all of them. */
export function residentMb(pid) {
  return processesOf(pid).reduce((sum, one) => sum + rssOf(one), 0);
}

/** Processor time so far in seconds (in steps of 10 ms), of all its processes: a busy machine does not change it. */
export function processorSeconds(pid) {
  return processesOf(pid).reduce((sum, one) => {
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1].split(' ');
      return sum + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return sum; // ended in between
    }
  }, 0);
}

function rssOf(pid) {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
  } catch {
    return 0; // ended in between
  }
}

function processesOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [pid, ...children.flatMap(processesOf)];
  } catch {
    return [pid];
  }
}

/** Runs the work and prints the resident memory before, at most and after, with the seconds it took. */
export async function withPeak(pid, label, work) {
  const before = residentMb(pid);
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, residentMb(pid))), 50);
  const start = performance.now();
  try {
    const result = await work();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    highest = Math.max(highest, residentMb(pid));
    console.log(`${label}: ${before} MB before, ${highest} MB at most, ${residentMb(pid)} MB after, ${seconds} s`);
    return { result, roseMb: highest - before };
  } finally {
    clearInterval(timer);
  }
}
