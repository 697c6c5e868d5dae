import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { PASSWORD, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { startS3Server, type S3Server } from '~tests/support/s3';
import { BUILD, startServer, type RunningServer } from '~tests/support/server';

/** A school whose files are kept in a bucket: what comes is there, a copy of the school does not touch it. */

useDatabase();

const place = mkdtempSync(path.join(tmpdir(), 'kaoping-bucket-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

let bucket: S3Server;
const running: RunningServer[] = [];
beforeEach(async () => {
  bucket = await startS3Server();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await bucket.stop();
});

const SETTINGS = { KAOPING_ADMIN_PASSWORD: 'a-password-for-tests' };

async function start(settings: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ ...SETTINGS, ...settings });
  running.push(server);
  return server;
}

/** Signs in and sends what only a signed-in person may. */
async function signIn({ address }: RunningServer, account: string) {
  const body = new URLSearchParams({ account, password: PASSWORD });
  const response = await fetch(`${address}/login`, { method: 'POST', body, redirect: 'manual' });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return (asked: string, init: RequestInit = {}) =>
    fetch(`${address}${asked}`, { ...init, headers: { cookie, origin: address, ...init.headers } });
}

type Sender = Awaited<ReturnType<typeof signIn>>;

async function upload(send: Sender, text: string) {
  const body = new FormData();
  body.append('file', new Blob([text], { type: 'text/plain' }), '复习提纲.txt');
  const answer = await send('/api/common/upload', { method: 'POST', body });
  return (await answer.json()) as { code: number; message: string; data: { url: string } | null };
}

/** Runs a tool of the program beside this process, in which the bucket is. */
async function tool(settings: Record<string, string>, ...args: string[]): Promise<[number | null, string]> {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', KAOPING_BUILD_DIR: BUILD, ...settings };
  const child = spawn(process.execPath, ['scripts/tool.mjs', ...args], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return [code, said];
}

const objects = () => [...bucket.objects.keys()].filter((key) => key.startsWith('files/'));
const dataDir = () => process.env.DATA_DIR ?? '';
const TEXT = '第一单元：力和运动。'.repeat(100);

test('what is uploaded is in the bucket alone, and is read from there, in ranges too; while it is away a sentence says so', async () => {
  const teacher = await makeTeacher();
  const server = await start(bucket.settings);
  const send = await signIn(server, teacher.account);
  const { code, data } = await upload(send, TEXT);
  expect(code).toBe(200);
  const url = data?.url ?? '';
  expect(objects()).toHaveLength(1);
  expect(existsSync(path.join(dataDir(), 'files'))).toBe(false);
  expect(readdirSync(path.join(dataDir(), 'tmp'))).toEqual([]);
  expect(await (await send(url)).text()).toBe(TEXT);
  const part = await send(url, { headers: { range: 'bytes=0-11' } });
  expect([part.status, await part.text()]).toEqual([206, '第一单元']);
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);

  await bucket.stop();
  const refused = await upload(send, `${TEXT}。`);
  expect(refused).toMatchObject({
    code: 503,
    message: expect.stringContaining('暂时连不上，刚才的文件没有保存') as string,
  });
  const away = await send(url);
  expect([away.status, await away.text()]).toEqual([503, expect.stringContaining('暂时连不上') as string]);
  await expect
    .poll(async () => (await fetch(`${server.address}/readyz`)).text(), { timeout: 30_000 })
    .toContain('放录音和照片的对象存储连不上');
  // The pages that need no file are there.
  expect((await send('/question_bank/theory/index')).status).toBe(200);
});

test('what lay on the disk is read, and moves into the bucket by itself', async () => {
  const teacher = await makeTeacher();
  const before = await start({});
  const { data } = await upload(await signIn(before, teacher.account), TEXT);
  await before.stop('SIGTERM');
  running.splice(0);
  const server = await start(bucket.settings);
  await expect.poll(objects, { timeout: 30_000 }).toHaveLength(1);
  const send = await signIn(server, teacher.account);
  expect(await (await send(data?.url ?? '')).text()).toBe(TEXT);
  expect(server.log()).toContain('"event":"files_moved","count":1');
  const left = readdirSync(path.join(dataDir(), 'files'), { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => name.includes('-'))).toEqual([]);
});

test('a bucket belongs to one school: another, and what is restored from a backup, begin with a bucket of their own', async () => {
  const teacher = await makeTeacher();
  const server = await start(bucket.settings);
  const { data } = await upload(await signIn(server, teacher.account), TEXT);
  const archive = path.join(place, 'school.tar');
  await server.stop('SIGTERM');
  running.splice(0);

  const strange = { ...bucket.settings, DATA_DIR: path.join(place, 'strange'), DATABASE_URL: '' };
  await expect(start(strange)).rejects.toThrow(/有 1 个存着的文件.*请另设一个空的桶/);

  // What is restored there: restore.test.ts. The tool would need PostgreSQL's own of this version.
  if (process.env.DATABASE_URL?.startsWith('postgres')) return;
  expect(await tool(bucket.settings, 'backup', archive)).toEqual([0, expect.stringContaining('文件 1 个')]);
  const copy = { DATA_DIR: path.join(place, 'copy'), DATABASE_URL: '' };
  expect(await tool(copy, 'restore', archive)).toEqual([0, expect.stringContaining('已恢复')]);
  await expect(start({ ...bucket.settings, ...copy })).rejects.toThrow(
    /是另一所学校的，或是这所学校恢复以前的那一份的/,
  );
  expect(objects()).toHaveLength(1);
  const own = await startS3Server();
  try {
    const again = await start({ ...own.settings, ...copy });
    await expect.poll(() => own.objects.size, { timeout: 30_000 }).toBe(2);
    const send = await signIn(again, teacher.account);
    expect(await (await send(data?.url ?? '')).text()).toBe(TEXT);
    await again.stop('SIGTERM');
  } finally {
    await own.stop();
  }
  // The first school goes on with its own.
  await start(bucket.settings);
});
