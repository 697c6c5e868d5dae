import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRefused } from './refused-request.server';
import { takeForStrangers, watchBody } from './request-body.server';
import { isAhead } from './request.server';

/** What no browser sends, over the bare connection. */

let server: Server;
let read: number;
let asked: number;
let isStranger: boolean;

beforeAll(async () => {
  server = createServer({ requireHostHeader: false }, (request, response) => {
    watchBody(request, response, isStranger);
    if (isRefused(request, response)) return;
    asked += 1;
    request.on('data', (chunk: Buffer) => (read += chunk.length));
    request.on('error', () => undefined);
    if (request.url === '/never') return;
    if (request.url === '/refused-stranger') takeForStrangers(request);
    if (request.url?.startsWith('/refused')) response.writeHead(413).end('too much');
    else request.on('end', () => response.end('taken'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  read = 0;
  asked = 0;
  isStranger = true;
});
afterAll(() => {
  server.close();
});

/** Sends the bytes and gives what came back until the connection ended. */
function exchange(send: (socket: Socket) => void): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => send(socket));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

describe('a request of another form', () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  beforeEach(() => log.mockClear());
  afterAll(() => log.mockRestore());

  it.each([
    ['an absolute address', 'GET http://evil.com/x HTTP/1.1\r\nHost: localhost', 400],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost', 405],
    ['a host of other signs', 'GET / HTTP/1.1\r\nHost: a b<>"', 400],
    ['half a number for a host', 'GET / HTTP/1.1\r\nHost: [::', 400],
    ['a path that is no text', 'GET /%E0%A4%A HTTP/1.1\r\nHost: localhost', 400],
  ])('%s is refused by a short text and one line', async (_label, head, status) => {
    const answer = await exchange((socket) => socket.write(`${head}\r\n\r\n`));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/[\u4e00-\u9fff]{4}/);
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toMatchObject([
      { event: 'odd_request', status },
    ]);
  });

  it('no host at all is refused as Node.js refuses it', async () => {
    const answer = await exchange((socket) => socket.write('GET / HTTP/1.1\r\n\r\n'));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect([asked, log.mock.calls]).toEqual([0, []]);
  });

  it.each(['localhost:3000', '[::1]:80', '192.168.1.2', 'kaoping.school.cn', ''])('Host %s is none', async (host) => {
    const answer = await exchange((socket) =>
      socket.write(
        `GET /${encodeURIComponent('题')}?a=%E0%A4%A HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      ),
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('requests of one connection that does not wait for its answers', () => {
  const one = 'GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('are cut off after a few', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await exchange((socket) => socket.write(one.repeat(20_000)));
    expect([asked, log.mock.calls.length]).toEqual([8, 1]);
    log.mockRestore();
  });

  it('are as many as one likes when each waits for the one before', async () => {
    const text = await exchange((socket) => {
      let left = 50;
      const ask = () =>
        socket.write(`GET /x HTTP/1.1\r\nHost: localhost\r\n${left === 1 ? 'Connection: close\r\n' : ''}\r\n`);
      socket.on('data', () => (left -= 1) > 0 && ask());
      ask();
    });
    expect([asked, text.match(/HTTP\/1.1 200/g)?.length]).toEqual([50, 50]);
  });
});

const CHUNKED = 'HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('a body in pieces', () => {
  it('of a byte each is cut off', async () => {
    await exchange((socket) => socket.write(`POST /taken ${CHUNKED}${'1\r\nx\r\n'.repeat(300_000)}`));
    expect(read).toBeLessThan(50_000);
  });

  it('of some size is taken', async () => {
    const piece = `64\r\n${'x'.repeat(100)}\r\n`;
    const close = CHUNKED.replace('Host', 'Connection: close\r\nHost');
    const answer = await exchange((socket) => socket.write(`POST /taken ${close}${piece.repeat(12_000)}0\r\n\r\n`));
    expect(answer).toMatch(/taken/);
    expect(read).toBe(100 * 12_000);
  });
});

describe('what comes after a refusal', () => {
  const body = 'x'.repeat(20_000_000);
  const head = `POST /refused HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;

  it('is read of a stranger only so far', async () => {
    let taken = 0;
    server.once('connection', (socket) => socket.once('close', () => (taken = socket.bytesRead)));
    await exchange((socket) => socket.write(`${head}${body}`));
    await vi.waitFor(() => expect(taken).toBeGreaterThan(0));
    expect(taken).toBeLessThan(10_000_000);
  });

  it('is read no further of somebody who turns out to be a stranger', async () => {
    isStranger = false;
    let taken = 0;
    server.once('connection', (socket) => socket.once('close', () => (taken = socket.bytesRead)));
    await exchange((socket) => socket.write(`${head.replace('/refused', '/refused-stranger')}${body}`));
    await vi.waitFor(() => expect(taken).toBeGreaterThan(0));
    expect(taken).toBeLessThan(10_000_000);
  });

  it('does not cost a stranger the answer as long as it may have been on the way before that', async () => {
    let taken = 0;
    server.once('connection', (socket) => socket.once('close', () => (taken = socket.bytesRead)));
    const near = head.replace('Connection: close\r\n', '').replace(`${body.length}`, '6000000');
    const answer = await exchange((socket) =>
      socket.write(`${near}${body.slice(0, 6_000_000)}`, () => void socket.end()),
    );
    expect(answer).toMatch(/too much/);
    await vi.waitFor(() => expect(taken).toBeGreaterThan(6_000_000));
  });

  it('is read whole of somebody who may be signed in, who then sees the answer', async () => {
    isStranger = false;
    expect(await exchange((socket) => socket.write(`${head}${body}`))).toMatch(/^HTTP\/1.1 413 [^]*too much/);
  });
});

it('what a browser fetches ahead is known as read by nobody yet', () => {
  const ahead = (headers: Record<string, string>, method = 'GET') =>
    isAhead(new Request('https://school.test/', { method, headers }));
  expect([ahead({}), ahead({ 'Sec-Fetch-Mode': 'navigate' }), ahead({ Purpose: '' })]).toEqual([false, false, false]);
  for (const value of ['prefetch', 'prefetch;prerender', 'prerender'])
    expect(ahead({ 'Sec-Purpose': value })).toBe(true);
  expect([ahead({ Purpose: 'prefetch' }), ahead({ 'X-Moz': 'prefetch' }), ahead({}, 'HEAD')]).toEqual([
    true,
    true,
    true,
  ]);
});
