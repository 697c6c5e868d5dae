/**
 * Memory of the built server while it takes and gives a resource of 200 MB:
 *   KAOPING_BUILD_DIR=build node tests/load/resource-memory.mjs
 * Sends a zip of 200 MB by the page's plain form and a text of 200 MB by the API (read whole to be judged), reads the
 * zip back by three slow readers, and prints the resident size.
 */
import { Blob } from 'node:buffer';
import { randomFillSync } from 'node:crypto';
import http from 'node:http';
import { MB, signInFirst, startServer, withPeak } from './server.mjs';

const SIZE = 200 * MB - 4096;
const READ_PER_SECOND = 20 * MB;
/** More than this above the resting size means that a file is held in memory. */
const ALLOWED_MB = 150;

let isFlat = true;
const { origin, pid, stop } = await startServer();

async function peak(label, work) {
  const { result, roseMb } = await withPeak(pid, label, work);
  isFlat &&= roseMb < ALLOWED_MB;
  return result;
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
  const session = await signInFirst(origin);
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
  await stop();
}
