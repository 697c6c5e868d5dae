/**
 * Memory of the built server while it takes and gives a resource of 200 MB:
 *   KAOPING_BUILD_DIR=build node tests/load/resource-memory.mjs
 * Starts remix-serve on an empty data directory, sends a zip of 200 MB by the page's plain form, a text of 200 MB by the
 * API (read whole to be judged), then reads the zip back by three slow readers, and prints the resident size.
 */
import { Blob } from 'node:buffer';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomFillSync } from 'node:crypto';

const build = path.resolve(process.env.KAOPING_BUILD_DIR ?? 'build', 'server/index.js');
const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-load-'));
const port = Number(process.env.PORT ?? 3908);
const origin = `http://127.0.0.1:${port}`;
const MB = 1024 * 1024;
const SIZE = 200 * MB - 4096;
const READ_PER_SECOND = 20 * MB;
/** More than this above the resting size means that a file is held in memory. */
const ALLOWED_MB = 150;

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
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let isFlat = true;

async function peak(label, work) {
  const before = residentMb();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, residentMb())), 50);
  const start = Date.now();
  const result = await work();
  clearInterval(timer);
  isFlat &&= highest - before < ALLOWED_MB;
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`${label}: ${before} MB before, ${highest} MB at most, ${residentMb()} MB after, ${seconds} s`);
  return result;
}

async function signIn() {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = await fetch(`${origin}/api/user/login`, {
      method: 'POST',
      body: new URLSearchParams({ account: 'load', password: 'load-test-password' }),
    }).catch(() => undefined);
    if (answer?.ok) return answer.headers.getSetCookie()[0].split(';')[0];
    await sleep(200);
  }
  throw new Error('The server did not start or refused the sign-in.');
}

/** A zip of one stored entry: random bytes that are never looked at. */
function archive() {
  const name = Buffer.from('a.bin');
  const bytes = Buffer.alloc(SIZE);
  randomFillSync(bytes, 35, 1024);
  bytes.writeUInt32LE(0x04034b50, 0);
  bytes.writeUInt16LE(name.length, 26);
  name.copy(bytes, 30);
  const at = SIZE - 22 - 46 - name.length;
  bytes.writeUInt32LE(0x02014b50, at);
  bytes.writeUInt16LE(name.length, at + 28);
  name.copy(bytes, at + 46);
  bytes.writeUInt32LE(0x06054b50, SIZE - 22);
  bytes.writeUInt16LE(1, SIZE - 22 + 8);
  bytes.writeUInt16LE(1, SIZE - 22 + 10);
  bytes.writeUInt32LE(46 + name.length, SIZE - 22 + 12);
  bytes.writeUInt32LE(at, SIZE - 22 + 16);
  return bytes;
}

async function send(cookie, url, fields, field, bytes, name) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set(field, new Blob([bytes]), name);
  const answer = await fetch(`${origin}${url}`, {
    method: 'POST',
    body: form,
    headers: { cookie },
    redirect: 'manual',
  });
  return { status: answer.status, text: await answer.text() };
}

function read(cookie, url) {
  return new Promise((resolve, reject) => {
    const request = http.get(`${origin}${url}`, { headers: { cookie } }, (response) => {
      let received = 0;
      response.on('data', (chunk) => {
        received += chunk.length;
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
  const passwordChange = {
    oldPassword: 'load-test-password',
    password: 'another-load-password',
    confirm: 'another-load-password',
  };
  const changed = await fetch(`${origin}/api/user/password`, {
    method: 'POST',
    body: new URLSearchParams(passwordChange),
    headers: { cookie },
  });
  const session = changed.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  const zip = archive();
  const fields = { audience: 'all', isOpen: 'on', requestId: 'load' };
  const form = await peak('a zip of 200 MB by the plain form', () =>
    send(session, '/resource/upload', fields, 'files', zip, '资料.zip'),
  );
  if (form.status !== 303) throw new Error(`upload answered ${form.status}`);
  const text = Buffer.alloc(SIZE, 'a line of plain text\n');
  const api = await peak('a text of 200 MB by the API', () =>
    send(session, '/api/common/upload', { type: 'resource' }, 'file', text, '文字.txt'),
  );
  if (api.status !== 200) throw new Error(`upload answered ${api.status} ${api.text.slice(0, 200)}`);
  const list = await (await fetch(`${origin}/api/exam/resource/list`, { headers: { cookie: session } })).json();
  const { url } = list.data[0];
  const sizes = await peak('three readers of 20 MB/s', () => Promise.all([1, 2, 3].map(() => read(session, url))));
  if (!isFlat || sizes.some((size) => size !== SIZE)) process.exitCode = 1;
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}
