import { mkdtempSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startS3Server, type S3Server } from '~tests/support/s3';
import { createLocalStore } from './local-store.server';
import { createMovingStore } from './moving-store';
import type { ByteRange, ObjectStore } from './object-store';
import { createS3Store, isBucket, readOwner, writeOwner } from './s3-store.server';

/** Each kind of store keeps the same promises; the bucket is asked at its wire. */

const place = mkdtempSync(path.join(tmpdir(), 'kaoping-stores-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

let server: S3Server;
let count = 0;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server.stop());

const keyOf = (number: number) => `0000000${number}-0000-4000-8000-000000000000`;

function fileWith(bytes: string | Buffer): string {
  const file = path.join(place, `temporary-${(count += 1)}`);
  writeFileSync(file, bytes);
  return file;
}

async function textOf(store: ObjectStore, key: string, range?: ByteRange): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of store.open(key, range)) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
}

const s3Settings = () => {
  const { S3_URL, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = server.settings;
  return { url: S3_URL, region: S3_REGION, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
};
const s3Store = () => createS3Store(s3Settings());
const localStore = () => createLocalStore(path.join(place, `files-${(count += 1)}`));

const STORES: [string, () => ObjectStore][] = [
  ['the disk', localStore],
  ['a bucket', s3Store],
  ['a bucket in the place of the disk', () => createMovingStore(localStore(), s3Store())],
];

describe.each(STORES)('%s', (_name, make) => {
  it('takes a file over, gives it back whole and in ranges, lists it and lets it go', async () => {
    const store = make();
    const before = Date.now();
    const file = fileWith('0123456789');
    await store.put(keyOf(1), file);
    expect(existsSync(file)).toBe(false);
    expect(await textOf(store, keyOf(1))).toBe('0123456789');
    expect(await textOf(store, keyOf(1), { start: 0, end: 0 })).toBe('0');
    expect(await textOf(store, keyOf(1), { start: 3, end: 9 })).toBe('3456789');
    expect([await store.exists(keyOf(1)), await store.size(keyOf(1))]).toEqual([true, 10]);
    for (const number of [2, 3, 4, 5]) await store.put(keyOf(number), fileWith('more'));
    expect(await keysOf(store)).toEqual([1, 2, 3, 4, 5].map(keyOf));
    for await (const { putAt } of store.list()) expect(putAt).toBeGreaterThan(before - 5000);
    await store.delete(keyOf(1));
    await store.delete(keyOf(1));
    expect([await store.exists(keyOf(1)), await store.size(keyOf(1))]).toEqual([false, null]);
    expect(await keysOf(store)).toEqual([2, 3, 4, 5].map(keyOf));
  });

  it('says of what is not there that it is missing, when its first bytes are read', async () => {
    await expect(textOf(make(), keyOf(9))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(textOf(make(), keyOf(9), { start: 1, end: 2 })).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps nothing of what was only tried out', async () => {
    const store = make();
    await store.tryOut(fileWith('probe'));
    expect(await keysOf(store)).toEqual([]);
  });

  it('keeps large files as they are', async () => {
    const store = make();
    const bytes = Buffer.alloc(9 * 1024 * 1024, 'kaoping');
    await store.put(keyOf(1), fileWith(bytes));
    expect(await textOf(store, keyOf(1))).toBe(bytes.toString());
  });
});

describe('a bucket', () => {
  it('is asked again when it has too much to do', async () => {
    server.fail(2);
    await s3Store().put(keyOf(1), fileWith('again'));
    expect(server.objects.get(`files/${keyOf(1)}`)?.bytes.toString()).toBe('again');
    expect(server.asked).toHaveLength(3);
  });

  it('keeps nothing that was changed on its way, and the file stays where it was', async () => {
    const file = fileWith('exactly this');
    server.spoilNext();
    await expect(s3Store().put(keyOf(1), file)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(server.objects.size).toBe(0);
    expect(existsSync(file)).toBe(true);
  });

  it('that does not answer, or lets nobody in, is said to be away; nothing is lost', async () => {
    await s3Store().put(keyOf(1), fileWith('kept'));
    const stranger = createS3Store({ ...s3Settings(), secretAccessKey: 'another secret' });
    const closed = { code: 'unavailable', message: expect.stringContaining('不让存取') as string };
    await expect(textOf(stranger, keyOf(1))).rejects.toMatchObject(closed);
    await expect(stranger.size(keyOf(1))).rejects.toMatchObject(closed);
    await expect(stranger.delete(keyOf(1))).rejects.toMatchObject(closed);
    await expect(keysOf(stranger)).rejects.toMatchObject(closed);
    const away = { code: 'unavailable', message: expect.stringContaining('暂时连不上') as string };
    await server.stop();
    const file = fileWith('not yet');
    await expect(s3Store().put(keyOf(2), file)).rejects.toMatchObject(away);
    expect(existsSync(file)).toBe(true);
    await expect(textOf(s3Store(), keyOf(1))).rejects.toMatchObject(away);
  });

  it('says whose it is', async () => {
    expect(await readOwner(s3Settings())).toBe(null);
    await writeOwner(s3Settings(), 'a school');
    expect(await readOwner(s3Settings())).toBe('a school');
    expect(await keysOf(s3Store())).toEqual([]);
  });

  it('is told from a server that has buckets, and from a page of something else', async () => {
    expect(await isBucket(s3Settings())).toBe(true);
    expect(await isBucket({ ...s3Settings(), url: server.url.replace(/\/[^/]*$/, '') })).toBe(false);
    expect(await isBucket({ ...s3Settings(), url: server.url.replace(/[^/]*$/, 'another') })).toBe(false);
  });
});

describe('a bucket in the place of the disk', () => {
  it('reads what is still on the disk, and moves it', async () => {
    const here = localStore();
    for (const number of [1, 2, 3]) await here.put(keyOf(number), fileWith(`file ${number}`));
    const store = createMovingStore(here, s3Store());
    await store.put(keyOf(4), fileWith('file 4'));
    expect(await textOf(store, keyOf(1), { start: 5, end: 5 })).toBe('1');
    expect(await keysOf(store)).toEqual([1, 2, 3, 4].map(keyOf));
    await store.delete(keyOf(3));
    // Two processes at once.
    const moved = await Promise.all([store.move(), store.move()]);
    expect(moved[0].moved + moved[1].moved).toBeGreaterThanOrEqual(2);
    expect([...moved[0].left, ...moved[1].left]).toEqual([]);
    expect(await keysOf(here)).toEqual([]);
    for (const number of [1, 2, 4]) expect(await textOf(store, keyOf(number))).toBe(`file ${number}`);
    expect(await keysOf(store)).toEqual([1, 2, 4].map(keyOf));
    expect(await store.move()).toEqual({ moved: 0, left: [] });
  });

  it('moves all that the bucket takes beside a file that it refuses', async () => {
    const here = localStore();
    for (const number of [1, 2, 3]) await here.put(keyOf(number), fileWith('x'.repeat(number * 1000)));
    const store = createMovingStore(here, s3Store());
    server.refuseOver(1500);
    const { moved, left } = await store.move();
    expect([moved, left.sort()]).toEqual([1, [2, 3].map(keyOf)]);
    expect(await textOf(store, keyOf(3))).toHaveLength(3000);
    const refused = { code: 'unavailable', message: expect.stringContaining('不收这个文件') as string };
    await expect(store.put(keyOf(4), fileWith('x'.repeat(1501)))).rejects.toMatchObject(refused);
  });

  it('goes on reading what is on the disk while the bucket is away', async () => {
    const here = localStore();
    await here.put(keyOf(1), fileWith('here'));
    const store = createMovingStore(here, s3Store());
    await server.stop();
    expect(await textOf(store, keyOf(1))).toBe('here');
    expect(await store.move()).toEqual({ moved: 0, left: [keyOf(1)] });
    expect(await textOf(store, keyOf(1))).toBe('here');
  });
});
