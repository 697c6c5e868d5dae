// What is asked of a demo school that was just made: the same for `npm start` on a bare machine and for the archive.
import { spawn } from 'node:child_process';
import { createClient, makeRecording, readerBeside, sleep } from '../crash/support.mjs';

const PASSWORD = 'kaoping-demo';
const COUNTED = ['users', 'questions', 'exams', 'attempts', 'answers', 'takes', 'scores', 'results', 'files', 'works'];

/** The people of the demo school get in and see their pages. */
export async function lookAround(checks, origin) {
  checks.ok((await fetch(`${origin}/readyz`)).ok, '/readyz answers');
  for (const [account, page] of [
    ['t001', '/dashboard'],
    ['s001', '/student/examination/index'],
  ]) {
    const client = createClient(origin);
    await client.signIn(account, PASSWORD);
    const response = await client.send(page);
    checks.ok(response.status === 200, `${account} sees ${page}: ${response.status}`);
  }
}

/** A student begins an oral exam that is open and stores a recording for its first item. */
export async function takeRecording(checks, origin) {
  for (let number = 1; number <= 60; number += 1) {
    const client = createClient(origin);
    await client.signIn(`s${String(number).padStart(3, '0')}`, PASSWORD);
    const list = await (await client.send('/student/examination/index')).text();
    for (const [, id] of list.matchAll(/\/examination\/preview\?id=(\d+)/g)) {
      const begun = await client.call('exam/attempt/start', { examId: Number(id), part: 'oral' });
      const item = begun.body.data?.items?.[0];
      if (begun.status !== 200 || begun.body.data.state !== 'in_progress' || !item) continue;
      const stored = await client.upload('audio', makeRecording(7, 1500), 'take.wav');
      if (!checks.ok(stored.status === 200, `a recording is stored: ${JSON.stringify(stored.body)}`)) return;
      const use = { attemptId: begun.body.data.id, itemId: item.id, fileId: stored.body.data.id };
      const used = await client.call('exam/attempt/take', use);
      checks.ok(used.status === 200, `an oral exam takes the recording: ${JSON.stringify(used.body)}`);
      return;
    }
  }
  checks.ok(false, 'some student of the demo school can sit an oral exam now');
}

/** How many rows each of the school's tables has, read beside the server. */
export async function countRows(dataDir) {
  const rows = readerBeside({ dataDir });
  const counts = {};
  for (const table of COUNTED) counts[table] = (await rows(`select count(*) as n from ${table}`))[0].n;
  console.log(
    `the school: ${Object.entries(counts)
      .map((pair) => pair.join(' '))
      .join(', ')}`,
  );
  return counts;
}

/** True when both counts are of one school with people, exams, answers, recordings and results. */
export const isSameSchool = (one, other) =>
  COUNTED.every((table) => one[table] > 0 && one[table] === other[table]) && one.users >= 60;

/**
 * A program started as in a terminal, in a process group of its own. `untilPage` answers the seconds until its first
 * page is served, or ends the run with what it printed.
 */
export function startInTerminal(checks, [file, ...args], origin, limitMs) {
  const begun = performance.now();
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const since = () => ((performance.now() - begun) / 1000).toFixed(1);
  const lines = [];
  let text = '';
  const keep = (chunk) => {
    text += chunk;
    for (const line of String(chunk).split('\n')) {
      if (/^[^{\s]/.test(line) && lines.length < 60) lines.push(`${since().padStart(6)} s  ${line}`);
    }
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const signalAll = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  // Before what removes the folder it works in.
  process.prependOnceListener('exit', () => signalAll('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  return {
    lines,
    output: () => text,
    async untilPage() {
      for (const end = Date.now() + limitMs; Date.now() < end; await sleep(100)) {
        if (child.exitCode !== null || child.signalCode !== null) break;
        const response = await fetch(`${origin}/login`).catch(() => undefined);
        if (response?.ok) return since();
      }
      checks.ok(false, `a page is served:\n${text.slice(-6000)}`);
      return checks.finish();
    },
    /** A terminal sends Ctrl+C to everything that runs in it. */
    async pressCtrlC() {
      const pressed = performance.now();
      signalAll('SIGINT');
      const code = await Promise.race([ended, sleep(30_000).then(() => 'still running')]);
      checks.ok([0, 130, 'SIGINT'].includes(code), `Ctrl+C ends it: ${code}\n${text.slice(-1500)}`);
      checks.ok(!(await fetch(`${origin}/healthz`).catch(() => undefined)), 'nothing listens after Ctrl+C');
      console.log(`Ctrl+C: ended after ${((performance.now() - pressed) / 1000).toFixed(1)} s`);
    },
  };
}
