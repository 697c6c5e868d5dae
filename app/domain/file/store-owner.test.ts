import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { env, resetEnv } from '~/lib/env.server';
import { useDatabase } from '~tests/support/db';
import { startS3Server, type S3Server } from '~tests/support/s3';
import { makeFile, makeTeacher } from '~tests/factories';
import { noFilesWarning } from './foreign-files.server';
import { removeUnusedFiles } from './file.commands.server';
import { claimStore, storeRefusal } from './store-owner.server';

/** Whose a bucket is, and what of it may go. */

useDatabase();

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 30, 2, 0);
let bucket: S3Server;

beforeEach(async () => {
  bucket = await startS3Server();
  Object.assign(process.env, bucket.settings);
  resetEnv();
});
afterEach(async () => {
  for (const name of Object.keys(bucket.settings)) delete process.env[name];
  resetEnv();
  await bucket.stop();
});

const MARK = 'kaoping-school';
const put = (number: number, at: number) => {
  const key = `files/0000000${number}-0000-4000-8000-000000000000`;
  bucket.objects.set(key, { bytes: Buffer.from('a recording'), at: new Date(at) });
  return key;
};

it('a bucket that is nobody’s becomes the school’s; a look writes nothing; another’s is refused', async () => {
  expect(await claimStore(env(), NOW, { isLook: true })).toBeNull();
  expect(bucket.objects.has(MARK)).toBe(false);
  expect(await claimStore(env(), NOW)).toBeNull();
  const mark = bucket.objects.get(MARK)?.bytes.toString();
  expect(mark).toMatch(/^[0-9a-f-]{36}$/);
  expect(await claimStore(env(), NOW + HOUR)).toBeNull();
  expect(bucket.objects.get(MARK)?.bytes.toString()).toBe(mark);
  bucket.objects.set(MARK, { bytes: Buffer.from('another'), at: new Date(NOW) });
  for (const isLook of [true, false]) {
    expect(await claimStore(env(), NOW, { isLook })).toContain('是另一所学校的，或是这所学校恢复以前的那一份的');
  }
});

it('what is away, and what is no bucket, is said as that', async () => {
  const s3 = env().s3 ?? expect.fail('no bucket is set');
  const noBucket = await claimStore({ ...env(), s3: { ...s3, url: s3.url.replace(/\/[^/]*$/, '') } }, NOW);
  expect(noBucket).toMatch(/不是一个桶：请在 S3_URL 后面写出桶名/);
  expect(await storeRefusal(env())).toBeNull();
  await bucket.stop();
  const away = /^对象存储 http\S+ 连不上，或不让用/;
  expect(await claimStore(env(), NOW)).toMatch(away);
  // Asked before the database is upgraded: nothing of it is read.
  expect(await storeRefusal(env())).toMatch(away);
});

it('of a bucket that a restored school took over nothing older goes: it may be a newer recording of the school before', async () => {
  const older = put(1, NOW - 20 * HOUR);
  expect(await claimStore(env(), NOW)).toBeNull();
  const newer = put(2, NOW + HOUR);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await removeUnusedFiles(NOW + 3 * HOUR);
  expect(logged.mock.calls.flat().join()).toContain('"event":"files_unknown","count":1');
  logged.mockRestore();
  expect([bucket.objects.has(older), bucket.objects.has(newer)]).toEqual([true, false]);
});

it('an empty bucket that is not the school’s is refused while its files are in its own; without S3_ lines these are named', async () => {
  expect(await claimStore(env(), NOW)).toBeNull();
  await makeFile({ owner: await makeTeacher() });
  const url = env().s3?.url ?? '';
  bucket.objects.delete(MARK);
  for (const isLook of [true, false]) {
    const refusal = await claimStore(env(), NOW + HOUR, { isLook });
    expect(refusal).toMatch(/^数据库里有 1 个文件.*一个也没有.*没有启动。请核对 S3_URL/);
  }
  expect(bucket.objects.has(MARK)).toBe(false);
  expect(await noFilesWarning({ ...env(), s3: undefined })).toMatch(/存在对象存储 http\S+ 里，设置里却没有 S3_URL/);
  expect(await noFilesWarning({ ...env(), s3: undefined })).toContain(url);
  // One that holds files, as after a move of everything, is taken.
  put(1, NOW);
  expect(await claimStore(env(), NOW + HOUR)).toBeNull();
});
