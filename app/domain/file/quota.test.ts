import { mkdtemp, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { newUuid } from '~/lib/ids.server';
import { env } from '~/lib/env.server';
import { actorOf, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { diskState } from './quota.rules';
import { assertMayGoOn, presetDisk, registerAnswering, takeReceiving, takeRoom } from './quota.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 22, 3);
const MB = 1024 * 1024;
let student: Actor;

let before: string;
beforeEach(async () => {
  student = actorOf(await makeStudent());
  before = env().dataDir;
  env().dataDir = await mkdtemp(path.join(tmpdir(), 'kaoping-quota-'));
  presetDisk(0.5);
});
afterEach(async () => {
  await rm(env().dataDir, { recursive: true, force: true });
  env().dataDir = before;
  registerAnswering(() => Promise.resolve(false));
  presetDisk(0.5);
});

const recording = async (actor: Actor, bytes = MB) =>
  (await takeRoom(actor, { kind: 'audio', bytes, isOpen: false }, NOW))();
const begin = async (actor: Actor, bytes?: number) =>
  (await takeRoom(actor, { kind: 'audio', bytes, isOpen: true }, NOW))();

async function store(owner: Actor, count: number, { isUsed = false } = {}) {
  for (let index = 0; index < count; index += 1) {
    const id = newUuid();
    const row = { id, owner_id: owner.id, kind: 'audio', mime: 'audio/mp4', name: 'a', size: MB, sha256: '' };
    await db()
      .insertInto('files')
      .values({ ...row, created_at: NOW })
      .execute();
    if (isUsed) await db().insertInto('file_uses').values({ file_id: id, use: 'practice', ref_id: index }).execute();
  }
}

async function open(owner: Actor, count: number, size?: number, { arrived = 0, ending = '' } = {}) {
  const directory = path.join(env().dataDir, 'uploads');
  await mkdir(directory, { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const id = newUuid();
    await writeFile(path.join(directory, `${id}${ending}`), '');
    if (arrived > 0) await truncate(path.join(directory, `${id}${ending}`), arrived);
    await writeFile(
      path.join(directory, `${id}.json`),
      JSON.stringify({ size, metadata: { owner: String(owner.id) } }),
    );
  }
}

const full = { code: 'too_many' };

describe('what a person may have lying unused', () => {
  test('of forty recordings that nothing uses the last ones are refused, others’ and used ones do not count', async () => {
    await store(student, 29);
    await store(student, 20, { isUsed: true });
    await store(actorOf(await makeStudent()), 20);
    await expect(recording(student)).resolves.toBeUndefined();
    await store(student, 1);
    await expect(recording(student)).rejects.toMatchObject(full);
  });

  test('open uploads count at the length they state; one that states none may become as long as any', async () => {
    await open(student, 9, 50 * MB);
    await expect(begin(student, 50 * MB)).resolves.toBeUndefined();
    await open(student, 1);
    await expect(begin(student, 1)).rejects.toMatchObject(full);
    await expect(recording(student, MB)).rejects.toMatchObject(full);
    await expect(begin(actorOf(await makeStudent()))).resolves.toBeUndefined();
  });

  test('of many at once only as many are let in as one after another', async () => {
    const all = (count: number, isOpen: boolean) =>
      Promise.allSettled(
        Array.from({ length: count }, () => takeRoom(student, { kind: 'audio', bytes: MB, isOpen }, NOW)),
      );
    const uploads = (await all(60, true)).filter((one) => one.status === 'fulfilled');
    expect(uploads).toHaveLength(10);
    await expect(begin(student, MB)).rejects.toMatchObject(full);
    await expect(begin(actorOf(await makeStudent()), MB)).resolves.toBeUndefined();
    // What stands on the disk is counted there, and once.
    for (const { value } of uploads.slice(0, 4)) value();
    await open(student, 3, MB);
    await expect(begin(student, MB)).resolves.toBeUndefined();
    for (const { value } of uploads.slice(4)) value();
    const recordings = (await all(60, false)).filter((one) => one.status === 'fulfilled');
    expect(recordings).toHaveLength(30);
    for (const { value } of recordings) value();
  });

  test('who is in the middle of an exam may begin again much oftener: no answer is lost to a bad line', async () => {
    await open(student, 20);
    await expect(begin(student)).rejects.toMatchObject(full);
    registerAnswering((actor) => Promise.resolve(actor.id === student.id));
    await expect(begin(student)).resolves.toBeUndefined();
    await open(student, 30);
    await expect(begin(student)).rejects.toMatchObject(full);
  });
});

describe('what the whole school may have lying unused', () => {
  const picture = async (actor: Actor) => (await takeRoom(actor, { kind: 'image', bytes: MB, isOpen: false }, NOW))();
  const GB = 1024 * MB;

  test('what others have only stated takes no room; what has come of it does, also while it is checked', async () => {
    await open(student, 30, GB);
    const teacher = actorOf(await makeTeacher());
    await expect(picture(teacher)).resolves.toBeUndefined();
    await expect(begin(teacher, 50 * MB)).resolves.toBeUndefined();
    const colleagues = await Promise.all(Array.from({ length: 5 }, async () => actorOf(await makeTeacher())));
    for (const one of colleagues) await open(one, 3, GB, { arrived: GB });
    await expect(picture(teacher)).resolves.toBeUndefined();
    for (const one of colleagues) await open(one, 1, GB, { arrived: GB, ending: '.claimed' });
    await expect(picture(teacher)).rejects.toMatchObject(full);
    registerAnswering((actor, kind) => Promise.resolve(actor.id === teacher.id && kind === 'image'));
    await expect(picture(teacher)).resolves.toBeUndefined();
  });

  test('ten in an exam who send four times as much as others may do not take the room of those who are in none', async () => {
    for (let count = 0; count < 10; count += 1) {
      const one = actorOf(await makeStudent());
      await open(one, 2, GB, { arrived: GB });
      await store(one, 5);
    }
    const teacher = actorOf(await makeTeacher());
    await expect(picture(teacher)).resolves.toBeUndefined();
    for (let count = 0; count < 31; count += 1)
      await open(actorOf(await makeStudent()), 1, GB, { arrived: GB, ending: '.claimed' });
    await expect(picture(teacher)).rejects.toMatchObject(full);
  });

  test('an upload whose file waits for its check has its place among the person’s own', async () => {
    await open(student, 10, MB, { arrived: MB, ending: '.claimed' });
    await expect(begin(student, MB)).rejects.toMatchObject(full);
  });
});

describe('what a student may send in a day', () => {
  const large = async (owner: Actor, bytes: number, createdAt = NOW) => {
    const id = newUuid();
    const row = { id, owner_id: owner.id, kind: 'audio', mime: 'audio/mp4', name: 'a', size: bytes, sha256: '' };
    await db()
      .insertInto('files')
      .values({ ...row, created_at: createdAt })
      .execute();
    await db().insertInto('file_uses').values({ file_id: id, use: 'practice', ref_id: 1 }).execute();
  };

  test('what is used counts too, and is forgotten the next day; a teacher’s does not', async () => {
    await large(student, 1023 * MB);
    await expect(recording(student, MB)).resolves.toBeUndefined();
    await expect(recording(student, 2 * MB)).rejects.toMatchObject(full);
    const another = actorOf(await makeStudent());
    await large(another, 2000 * MB, NOW - 25 * 3600_000);
    await expect(recording(another)).resolves.toBeUndefined();
    const teacher = actorOf(await makeTeacher());
    await large(teacher, 2000 * MB);
    await expect(recording(teacher)).resolves.toBeUndefined();
  });

  test('in an exam it is four times as much, but half of a day on a disk that is nearly full', async () => {
    registerAnswering(() => Promise.resolve(true));
    await large(student, 600 * MB);
    await large(student, 1000 * MB);
    await expect(recording(student)).resolves.toBeUndefined();
    presetDisk(0.95);
    await expect(recording(student)).rejects.toMatchObject(full);
    await expect(recording(actorOf(await makeStudent()))).resolves.toBeUndefined();
    presetDisk(0.5);
    await large(student, 2500 * MB);
    await expect(recording(student)).rejects.toMatchObject(full);
  });
});

test('from ninety per cent of the disk on only answers of running exams are taken', async () => {
  presetDisk(0.89);
  await expect(recording(student)).resolves.toBeUndefined();
  presetDisk(0.91);
  await expect(recording(student)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(
    takeRoom(actorOf(await makeTeacher()), { kind: 'resource', bytes: MB, isOpen: false }, NOW),
  ).rejects.toMatchObject({ code: 'unavailable' });
  // What has begun goes on only as long as something new would be taken.
  await expect(assertMayGoOn(student, 'audio', NOW)).rejects.toMatchObject({ code: 'unavailable' });
  registerAnswering((_actor, kind) => Promise.resolve(kind === 'audio'));
  await expect(assertMayGoOn(student, 'audio', NOW)).resolves.toBeUndefined();
  await expect(recording(student)).resolves.toBeUndefined();
  const left = 100 * MB;
  expect([0.5, 0.8, 0.9].map((share) => diskState({ share, left }))).toEqual(['fine', 'warn', 'tight']);
  expect(diskState({ share: 0.5, left: MB })).toBe('full');
  presetDisk(1, 0);
  await expect(
    takeRoom(actorOf(await makeTeacher()), { kind: 'resource', bytes: MB, isOpen: false }, NOW),
  ).rejects.toMatchObject({ code: 'unavailable' });
});

describe('bodies that are being received', () => {
  const all = (actor: Actor, count: number, bytes: number) =>
    Promise.allSettled(Array.from({ length: count }, () => takeReceiving(actor, bytes, NOW)));
  const taken = (some: PromiseSettledResult<() => void>[]) =>
    some.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

  test('count at the length they state among their sender’s uploads until they are let go of', async () => {
    await open(student, 2, 50 * MB);
    const large = taken(await all(student, 40, 100 * MB));
    expect(large).toHaveLength(4);
    for (const letGo of large) letGo();
    const small = taken(await all(student, 40, MB));
    expect(small).toHaveLength(8);
    await expect(takeReceiving(student, MB, NOW)).rejects.toMatchObject(full);
    const others = taken(await all(actorOf(await makeStudent()), 3, 50 * MB));
    expect(others).toHaveLength(3);
    for (const letGo of [...small, ...others]) letGo();
    (await takeReceiving(student, MB, NOW))();
  });

  test('of a whole school are so many at once; answers of an exam come through, on a full disk too', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, async () => actorOf(await makeTeacher())));
    const held = (await Promise.all(people.map((one) => all(one, 30, MB)))).flatMap(taken);
    expect(held).toHaveLength(300);
    await expect(takeReceiving(student, MB, NOW)).rejects.toMatchObject({ code: 'unavailable' });
    registerAnswering((actor, kind) => Promise.resolve(actor.id === student.id && kind === 'image'));
    (await takeReceiving(student, MB, NOW))();
    for (const letGo of held) letGo();
    presetDisk(0.95);
    await expect(takeReceiving(people[0] ?? student, MB, NOW)).rejects.toMatchObject({ code: 'unavailable' });
    (await takeReceiving(student, MB, NOW))();
  });
});
