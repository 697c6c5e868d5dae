import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { StartRefusal } from '~/lib/start-refusal';
import { awaitPostgres } from './await-postgres.server';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  vi.restoreAllMocks();
});

const LET_IN = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0, ...Buffer.from('Z'), 0, 0, 0, 5, 0x49]);

function refusalOf(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mno\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

/** A PostgreSQL that answers with these, one after the other; the last one for ever. */
async function listens(answers: Buffer[]): Promise<string> {
  let turn = 0;
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const answer = answers[Math.min(turn, answers.length - 1)] ?? LET_IN;
      turn += 1;
      if (answer === LET_IN) socket.write(answer);
      else socket.end(answer);
    });
  });
  const opened = server;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  return `postgres://somebody:secret@127.0.0.1:${(opened.address() as AddressInfo).port}/school`;
}

function listen() {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return vi.spyOn(console, 'warn').mockImplementation(() => undefined);
}

test('a start waits for PostgreSQL that is starting, and says so once', async () => {
  const said = listen();
  const url = await listens([refusalOf('57P03'), refusalOf('57P03'), LET_IN]);
  await awaitPostgres(url, { patience: 20_000, pause: 5 });
  expect(said.mock.calls).toEqual([['PostgreSQL 还连不上（57P03）。考评等它启动，最多 20 秒……']]);
  said.mockClear();
  await awaitPostgres(url, { patience: 20_000, pause: 5 });
  await awaitPostgres('sqlite:/nowhere/school.db');
  expect(said).not.toHaveBeenCalled();
});

test('where it never comes the start ends with a sentence', async () => {
  listen();
  const refused = awaitPostgres('postgres://nobody@127.0.0.1:1/none', { patience: 50, pause: 5 });
  await expect(refused).rejects.toThrow(/^PostgreSQL 连不上（ECONNREFUSED），等了 0 秒。请先启动它/);
  await expect(refused).rejects.toBeInstanceOf(StartRefusal);
});

test.each([
  ['28P01', '用户名或密码'],
  ['3D000', '没有 DATABASE_URL 写的那个库'],
  ['42501', '请检查 DATABASE_URL'],
])('what does not pass by itself (%s) is not waited for', async (code, what) => {
  const said = listen();
  await expect(awaitPostgres(await listens([refusalOf(code)]))).rejects.toThrow(what);
  expect(said).not.toHaveBeenCalled();
});
