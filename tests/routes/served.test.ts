import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '~tests/support/server';

/** What remix-serve did and this server does as well (decision 0048), and how it keeps the connections of a proxy. */

const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-served-'));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let server: RunningServer;
beforeAll(async () => {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '', KAOPING_ADMIN_PASSWORD: 'a-password-for-tests' };
  server = await startServer(settings);
});
afterAll(() => {
  agent.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = () =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(`${server.address}/healthz`, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer));
    })
      .once('error', reject)
      .end();
  });

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: number };

/** As a browser asks: nothing is unpacked here. */
const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    request(`${server.address}${target}`, { method, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes }));
    })
      .once('error', reject)
      .end();
  });

const PACKED = { 'Accept-Encoding': 'gzip' };
const styles = async () =>
  /\/assets\/[\w.-]+\.css/.exec(await (await fetch(`${server.address}/login`)).text())?.[0] ?? '';

test('a file of the build is packed, kept for a year and sent whole', async () => {
  const target = await styles();
  const plain = await get(target);
  expect(plain).toMatchObject({ status: 200, headers: { 'content-type': 'text/css; charset=UTF-8' } });
  expect(plain.headers['content-length']).toBe(String(plain.bytes));
  const packed = await get(target, PACKED);
  expect(packed).toMatchObject({
    status: 200,
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    },
  });
  expect(packed.bytes).toBeLessThan(plain.bytes);
  expect(await get(target, { Range: 'bytes=0-9' })).toMatchObject({ status: 200, bytes: plain.bytes });
  expect(await get(target, {}, 'HEAD')).toMatchObject({ status: 200, bytes: 0 });
  const { etag = '', 'last-modified': since = '' } = plain.headers;
  for (const [name, value] of [
    ['If-None-Match', etag],
    ['If-Modified-Since', since],
  ] as const)
    expect(await get(target, { [name]: value })).toMatchObject({ status: 304, bytes: 0 });
});

test('what is no file is for the pages, and nothing outside the folder or hidden is one', async () => {
  for (const target of ['/assets/none.js', '/assets/', '/favicon.svg/x', '/assets/%2e%2e/%2e%2e/package.json', '/.env'])
    expect(await get(target)).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
});

test('an answer to script is packed, and nothing says what the server is made of', async () => {
  const { headers } = await get('/login.data', PACKED);
  expect(headers).toMatchObject({ 'content-type': 'text/x-script; charset=utf-8', vary: 'Accept-Encoding' });
  const { headers: packed } = await get('/assets/licences.txt', { 'Accept-Encoding': 'br' });
  expect(packed['content-encoding']).toBe('br');
  expect(Object.keys({ ...headers, ...packed })).not.toContain('x-powered-by');
});

test('pages and calls are a line in the log each, files none', async () => {
  const from = server.log().length;
  await get(await styles());
  await get('/healthz?token=x', {}, 'HEAD');
  await expect.poll(() => server.log().slice(from)).toMatch(/^HEAD \/healthz 200 \S+ - [\d.]+ ms [\d-]+T[\d:.]+Z$/m);
  expect(server.log().slice(from)).not.toMatch(/assets|token/);
});

test('what is expected of an answer that nobody gives is refused with the headers of every answer', async () => {
  expect(await get('/login', { Expect: 'something' })).toMatchObject({
    status: 417,
    headers: { 'x-content-type-options': 'nosniff' },
  });
});

test('a connection is kept for longer than any proxy keeps it, from the first answer on', async () => {
  // Caddy uses one again for 120 seconds, nginx for 60: what is closed meanwhile takes a form with it.
  const { headers } = await ask();
  expect(Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1])).toBeGreaterThan(120);
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
});

test('one that lies idle does not keep a server that was asked to stop', async () => {
  await ask();
  const [idle] = Object.values(agent.freeSockets).flat();
  const closed = new Promise((resolve) => idle?.once('close', resolve));
  const begun = performance.now();
  await server.stop('SIGTERM');
  await closed;
  // What did not end by itself is ended after 25 seconds (server/stopping.mjs).
  // What did not end by itself is ended after 25 seconds (server/stopping.mjs).
  expect(performance.now() - begun).toBeLessThan(20_000);
});
