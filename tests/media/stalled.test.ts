import { createServer, request as open, type Server } from 'node:http';
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

beforeAll(async () => {
  vi.spyOn(serverClock, 'serverNow').mockImplementation(() => clock.now);
  server = createServer((message, response) => {
    receive(message, response);
    const headers = new Headers(message.headers as Record<string, string>);
    const request = new Request('http://localhost/', { method: 'POST', headers });
    message.on('data', () => onChunk());
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
  return (Number(await answered) - begun) / SECOND;
}

test('a body that keeps coming counts from its beginning, however long it takes', async () => {
  expect(await send([[0, 10]])).toBe(0);
  // The request begins with the first of them: what comes before it is no pause.
  expect(await send(Array.from({ length: 20 }, (_, index): [number, number] => [index === 0 ? 0 : 30, 1000]))).toBe(0);
});

test('one whose sender stalls for longer than thirty seconds counts from its last byte', async () => {
  expect(await send([[31, 10]])).toBe(31);
  expect(
    await send([
      [0, 10],
      [31, 10],
      [5, 10],
    ]),
  ).toBe(36);
  // Also after more than the server keeps of a body at once.
  expect(
    await send([
      [0, 300_000],
      [40, 10],
    ]),
  ).toBe(40);
});
