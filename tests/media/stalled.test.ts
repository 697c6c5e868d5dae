import { createServer, request as open, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { receive, requestTime } from '~/http/request.server';
import * as serverClock from '~/lib/clock.server';

const clock = { now: 1_800_000_000_000 };

const SECOND = 1000;
let server: Server;
/** Told after every chunk that the server has read. */
let onChunk: () => void = () => undefined;
let isReading = true;

/** The server reads 200 seconds after it has got as much as it takes unread. */
function letWait(message: IncomingMessage, read: () => void): void {
  if (message.readableLength < message.readableHighWaterMark) return;
  message.removeAllListeners('readable');
  clock.now += 200 * SECOND;
  read();
}

beforeAll(async () => {
  vi.spyOn(serverClock, 'serverNow').mockImplementation(() => clock.now);
  server = createServer((message, response) => {
    receive(message, response);
    const headers = new Headers(message.headers as Record<string, string>);
    const request = new Request('http://localhost/', { method: 'POST', headers });
    const read = () => message.on('data', () => onChunk());
    if (isReading) read();
    else message.on('readable', () => letWait(message, read));
    message.on('end', () => response.end(String(requestTime(request))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
});

/** Sends the parts, each that many seconds after the one before; answers when the request counts as made. */
async function send(parts: [pause: number, bytes: number][]): Promise<number> {
  const begun = clock.now;
  const { port } = server.address() as AddressInfo;
  const sent = open({ port, host: '127.0.0.1', method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } });
  const answered = new Promise<string>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      void Readable.from(response)
        .toArray()
        .then((chunks) => resolve(Buffer.concat(chunks as Buffer[]).toString()));
    });
  });
  const arrived = new Promise((resolve) => server.once('request', resolve));
  sent.flushHeaders();
  await arrived;
  for (const [pause, bytes] of parts) {
    clock.now += pause * SECOND;
    const read = new Promise<void>((resolve) => (onChunk = resolve));
    sent.write(Buffer.alloc(bytes, 'x'));
    await read;
  }
  sent.end();
  return Math.round((Number(await answered) - begun) / SECOND);
}

test('a body counts from its beginning as long as a slow line needs for it', async () => {
  expect(await send([[0, 10]])).toBe(0);
  expect(await send([[14, 10]])).toBe(0);
  // A photo over 64 kbit/s, with a pause in which the line was gone.
  expect(await send([...Array.from({ length: 9 }, (): [number, number] => [10, 80_000]), [20, 80_000]])).toBe(0);
});

test('one that drips counts from shortly before its last byte: what it says may have been written then', async () => {
  expect(await send([[31, 10]])).toBe(16);
  expect(await send(Array.from({ length: 20 }, (): [number, number] => [10, 1]))).toBe(185);
  // Whatever is put before: two minutes are the most.
  expect(
    await send([
      [0, 3_000_000],
      [160, 100_000],
    ]),
  ).toBe(40);
});

test('what the server itself did not read yet is not the sender’s delay', async () => {
  const begun = clock.now;
  isReading = false;
  expect(await send([[0, 300_000]])).toBe(0);
  expect(clock.now - begun).toBe(200 * SECOND);
});
