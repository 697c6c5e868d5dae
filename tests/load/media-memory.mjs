/**
 * Memory of the built server while it takes and gives large recordings:
 *   KAOPING_BUILD_DIR=build node tests/load/media-memory.mjs
 * Starts remix-serve on an empty data directory, sends 50 MB recordings (three at once), then reads them
 * back by four slow readers (2 MB/s each) and by readers that go away, and prints the resident size.
 */
import { Blob } from 'node:buffer';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

const build = path.resolve(process.env.KAOPING_BUILD_DIR ?? 'build', 'server/index.js');
const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-load-'));
const port = Number(process.env.PORT ?? 3907);
const origin = `http://127.0.0.1:${port}`;
const MB = 1024 * 1024;
const SIZE = 50 * MB - 1024;
const READ_PER_SECOND = 2 * MB;

const server = spawn(process.execPath, ['node_modules/.bin/remix-serve', build], {
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    KAOPING_DEMO: '',
    KAOPING_ADMIN_ACCOUNT: 'load',
    KAOPING_ADMIN_PASSWORD: 'load-test-password',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});

const residentMb = () =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024);
const openFileNames = () =>
  readdirSync(`/proc/${server.pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${server.pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the work and says the highest resident size during it. */
async function peak(label, work) {
  let highest = residentMb();
  const before = highest;
  const timer = setInterval(() => (highest = Math.max(highest, residentMb())), 50);
  const result = await work();
  clearInterval(timer);
  console.log(`${label}: ${before} MB before, ${highest} MB at most, ${residentMb()} MB after`);
  return result;
}

async function signIn() {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(`${origin}/api/user/login`, {
      method: 'POST',
      body: new URLSearchParams({ account: 'load', password: 'load-test-password' }),
    }).catch(() => undefined);
    if (answer?.ok) return answer.headers.getSetCookie()[0].split(';')[0];
    await sleep(200);
  }
  throw new Error('The server did not start or refused the sign-in.');
}

/** A wav file of noise: nothing that could be compressed away. */
function recording() {
  const bytes = Buffer.alloc(SIZE);
  for (let at = 44; at + 4 <= SIZE; at += 4) bytes.writeInt32LE((Math.random() - 0.5) * 0x7fffffff, at);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(SIZE - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(48_000, 24);
  bytes.writeUInt32LE(192_000, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(SIZE - 44, 40);
  return bytes;
}

async function upload(cookie, bytes) {
  const form = new FormData();
  form.set('type', 'audio');
  form.set('file', new Blob([bytes]), '录音.wav');
  const answer = await fetch(`${origin}/api/common/upload`, { method: 'POST', body: form, headers: { cookie } });
  const { success, message, data } = await answer.json();
  if (!success) throw new Error(message);
  return data;
}

/** Reads slower than the server could send; stops after `limit` bytes by breaking the connection. */
function read(cookie, url, headers = {}, limit = Infinity) {
  return new Promise((resolve, reject) => {
    const request = http.get(`${origin}${url}`, { headers: { cookie, ...headers } }, (response) => {
      let received = 0;
      response.on('data', (chunk) => {
        received += chunk.length;
        if (received >= limit) {
          request.destroy();
          resolve(received);
          return;
        }
        response.pause();
        setTimeout(() => response.resume(), (chunk.length / READ_PER_SECOND) * 1000);
      });
      response.on('end', () => resolve(received));
    });
    request.on('error', reject);
  });
}

try {
  const cookie = await signIn();
  const bytes = recording();
  const file = await peak('one upload of 50 MB', () => upload(cookie, bytes));
  console.log(`  ${file.durationMs} ms, ${file.size} bytes`);
  await peak('three uploads of 50 MB at once', () => Promise.all([1, 2, 3].map(() => upload(cookie, bytes))));
  const whole = await peak('four slow readers of the whole 50 MB', () =>
    Promise.all([1, 2, 3, 4].map(() => read(cookie, file.url))),
  );
  const ranged = await peak('four slow readers of bytes=0-', () =>
    Promise.all([1, 2, 3, 4].map(() => read(cookie, file.url, { Range: 'bytes=0-' }))),
  );
  await peak('forty readers that go away', () =>
    Promise.all(Array.from({ length: 40 }, () => read(cookie, file.url, {}, MB))),
  );
  await sleep(1000);
  const handles = openFileNames().filter((name) => name.includes('/files/')).length;
  console.log(`stored files still open: ${handles}`);
  const isWhole = [...whole, ...ranged].every((size) => size === file.size);
  if (!isWhole || handles > 0) process.exitCode = 1;
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}
