import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '~tests/support/server';

/** How the server keeps the connections of a proxy. */

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
  expect(performance.now() - begun).toBeLessThan(10_000);
});
