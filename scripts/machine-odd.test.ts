import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRunning, lookAtPostgresTools, lookAtSettings, untilEnded } from './machine.mjs';

let place = '';
let server: Server | undefined;
beforeEach(() => void (place = mkdtempSync(path.join(tmpdir(), 'kaoping-odd-'))));
afterEach(() => {
  server?.close();
  rmSync(place, { recursive: true, force: true });
});

/** A server that answers as that of this data directory. */
async function serve(dataDir: string) {
  const opened = createServer((_request, response) => response.setHeader('X-Kaoping-Start', 'word').end('ok'));
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const { port } = opened.address() as AddressInfo;
  const mark = { host: '127.0.0.1', port, startId: 'word', pid: process.pid, computer: hostname(), dataDir };
  return { opened, port, mark };
}

test('a start waits for a server whose starter was killed, and not long for one that goes on', async () => {
  const { opened, port, mark } = await serve(place);
  writeFileSync(path.join(place, `running-${port}-1.json`), JSON.stringify(mark));
  await untilEnded(place, 300);
  expect(await findRunning(place)).toHaveLength(1);
  setTimeout(() => opened.close().closeAllConnections(), 500);
  await untilEnded(place);
  expect(await findRunning(place)).toEqual([]);
});

test('the mark of a server that came with a copy of its directory says nothing of the copy', async () => {
  const [own, copy] = ['own', 'copy'].map((name) => path.join(place, name)) as [string, string];
  const { port, mark } = await serve(own);
  for (const folder of [own, copy]) {
    mkdirSync(folder);
    writeFileSync(path.join(folder, `running-${port}-1.json`), JSON.stringify(mark));
  }
  expect(await findRunning(own)).toHaveLength(1);
  expect(await findRunning(copy)).toEqual([]);
  // Of another computer, or of a container, the path says nothing.
  writeFileSync(path.join(copy, `running-${port}-1.json`), JSON.stringify({ ...mark, computer: 'another' }));
  expect(await findRunning(copy)).toHaveLength(1);
});

test('a folder that was named for PostgreSQL’s programs and holds none is said', () => {
  expect(lookAtPostgresTools('')).toBeNull();
  expect(lookAtPostgresTools(place)).toMatchObject({ level: 'warn', text: expect.stringContaining('没有 pg_dump') });
});

test('what is not looked at before there is a build is said', () => {
  expect(lookAtSettings(place)).toMatchObject({ level: 'warn', text: expect.stringContaining('程序还没有构建') });
});
