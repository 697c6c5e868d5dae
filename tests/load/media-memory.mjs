/**
 * Memory of the built server while it takes and gives large recordings:
 *   KAOPING_BUILD_DIR=build node tests/load/media-memory.mjs
 * Sends 50 MB recordings (three at once), reads them back by four slow readers (2 MB/s each) and by readers that go
 * away, and prints the resident size.
 */
import { Blob } from 'node:buffer';
import { readdirSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import { MB, signIn, sleep, startServer, withPeak } from './server.mjs';

const SIZE = 50 * MB - 1024;
const READ_PER_SECOND = 2 * MB;

const { origin, pid, stop } = await startServer();

const openFileNames = () =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
const peak = async (label, work) => (await withPeak(pid, label, work)).result;

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
  const cookie = await signIn(origin);
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
  await stop();
}
