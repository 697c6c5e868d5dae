import http, { type ClientRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { takeTurns } from './turns.mjs';

/** Who waits for whom, over real connections; an answer begins when the test says so. */

const agent = new http.Agent({ maxSockets: Infinity });
let server: http.Server;
let working: { path: string; response: ServerResponse }[];

beforeAll(async () => {
  const turn = takeTurns();
  server = http.createServer((request, response) => {
    turn(request, response, () => void working.push({ path: request.url ?? '', response }));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
beforeEach(() => {
  working = [];
});
afterAll(() => {
  agent.destroy();
  server.close();
});

function ask(path: string, cookie: string, method = 'GET'): ClientRequest {
  const { port } = server.address() as AddressInfo;
  const request = http.request({ port, host: '127.0.0.1', path, method, headers: cookie ? { cookie } : {}, agent });
  request.on('error', () => undefined);
  request.on('response', (response) => response.resume());
  return request.end();
}
const reads = () => working.filter(({ path }) => path === '/read');
const isWorkedOn = (path: string) => vi.waitFor(() => expect(working.map((one) => one.path)).toContain(path));
let others = 0;
/** Another person's read is worked on: it came last, so whatever may go on by now has. */
async function asksAnother(): Promise<void> {
  others += 1;
  ask(`/other-${others}`, `kaoping_session=other-${others}`);
  await isWorkedOn(`/other-${others}`);
}

test('a session has six reads worked on, the next goes on where an answer begins, and a save never waits', async () => {
  const mine = 'theme=dark; kaoping_session=mine';
  for (let count = 0; count < 20; count += 1) ask('/read', mine);
  await asksAnother();
  expect(reads()).toHaveLength(6);
  ask('/save', mine, 'POST');
  await isWorkedOn('/save');
  // A download that only begins: its rest keeps nobody waiting.
  reads()[0]?.response.write('the beginning');
  await vi.waitFor(() => expect(reads()).toHaveLength(7));
  for (let done = 1; done < 20; done += 1) {
    await vi.waitFor(() => expect(reads().length).toBeGreaterThan(done));
    reads()[done]?.response.end();
  }
  expect(reads()).toHaveLength(20);
});

test('who has gone away is not worked for, and gives up the own turn', async () => {
  const mine = '__Host-kaoping=mine';
  for (let count = 0; count < 6; count += 1) ask('/read', mine);
  const gone = ask('/gone', mine);
  await asksAnother();
  expect(reads()).toHaveLength(6);
  gone.destroy();
  await asksAnother();
  ask('/last', mine);
  await asksAnother();
  reads()[0]?.response.socket?.destroy();
  await isWorkedOn('/last');
  expect(working.map(({ path }) => path)).not.toContain('/gone');
});

test('who is not signed in waits for nobody', async () => {
  for (let count = 0; count < 30; count += 1) ask('/login', '');
  await vi.waitFor(() => expect(working).toHaveLength(30));
});
