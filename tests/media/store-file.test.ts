import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { storeFile } from '~/domain/file/file.commands.server';
import type { FileKind } from '~/domain/file/file.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { newUuid } from '~/lib/ids.server';
import { discardTemporary, temporaryDirectory, temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import { actorOf, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import * as media from '~tests/support/media';
import { makeScans, repeatFrame, withPackedTexts } from '~tests/support/odd-pictures';

useDatabase();

const NOW = 1_790_000_000_000;
let made = '';
let speech = '';
let teacher: Actor;
let student: Actor;

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'kaoping-media-'));
  speech = await media.makeSpokenWav(path.join(made, 'speech.wav'));
});
afterAll(() => rm(made, { recursive: true, force: true }));
beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  student = actorOf(await makeStudent());
});

/** Stores a copy of the bytes, as an upload would. */
async function store(kind: FileKind, content: Uint8Array | string, name: string, actor = teacher) {
  const arrived = temporaryPath();
  await writeFile(arrived, typeof content === 'string' && content.startsWith(made) ? await readFile(content) : content);
  try {
    return await storeFile(actor, { kind, path: arrived, name }, NOW);
  } finally {
    await discardTemporary(arrived);
  }
}

const refused = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as unknown });

test('the same upload stored twice at once leaves one file with its bytes', async () => {
  const id = newUuid();
  const once = async () => {
    const arrived = temporaryPath();
    await writeFile(arrived, await readFile(speech));
    return storeFile(student, { kind: 'audio', path: arrived, name: '录音.wav', id }, NOW);
  };
  const answers = await Promise.allSettled([once(), once(), once()]);
  const files = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(files.length).toBeGreaterThan(0);
  expect(await db().selectFrom('files').select(['id', 'size']).execute()).toEqual([{ id, size: files[0]?.size }]);
  expect(await storage().size(id)).toBe(files[0]?.size);
});

test('an empty file and one above the limit are refused', async () => {
  await expect(store('image', '', 'a.jpg')).rejects.toEqual(refused('invalid', /空/));
  await expect(store('image', Buffer.alloc(10 * 1024 * 1024 + 1), 'a.jpg')).rejects.toEqual(
    refused('too_large', /10 MB/),
  );
});

test('a small file that would keep the decoder busy or fill its memory is refused as one that cannot be read', async () => {
  const grey = sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } });
  expect(await store('image', makeScans(90), '照片.jpg', student)).toMatchObject({ width: 64, height: 64 });
  const png = await grey.png().toBuffer();
  const odd = [makeScans(800), withPackedTexts(png, 100), repeatFrame(await grey.webp().toBuffer(), 2000)];
  for (const bytes of odd) {
    await expect(store('image', bytes, '照片.jpg', student)).rejects.toEqual(refused('unsupported_type', /打不开/));
  }
});

test('what is held whole while it is read has fewer pixels than what is not', async () => {
  const create = { width: 9000, height: 7000, channels: 3 as const, background: '#fff' };
  const image = sharp({ create, limitInputPixels: false });
  const noisy = Buffer.alloc(200_000);
  for (const isInPasses of [true, false]) {
    const photo = await image.jpeg({ progressive: isInPasses }).toBuffer();
    // Bytes behind the picture: as many as a photo of that size has at least.
    const stored = store('image', Buffer.concat([photo, noisy]), '照片.jpg', student);
    if (isInPasses) await expect(stored).rejects.toEqual(refused('too_large', /渐进式/));
    else expect(await stored).toMatchObject({ width: 2560 });
  }
});

test('a picture of a hundred million pixels of nothing is refused by its header, however many come', async () => {
  const create = { width: 12_000, height: 9900, channels: 3 as const, background: '#fff' };
  const png = await sharp({ create, limitInputPixels: false }).png({ palette: true, colours: 2 }).toBuffer();
  expect(png.length).toBeLessThan(118_000);
  // Cut off behind the header: nothing of the rest is looked at.
  for (const bytes of [png, png.subarray(0, 500)]) {
    await expect(store('image', bytes, '空白.png', student)).rejects.toEqual(refused('too_large', /不像照片或扫描件/));
  }
});

test('students give pictures and recordings only, under a name that says nothing of them', async () => {
  await expect(store('xlsx', 'x', 'a.xlsx', student)).rejects.toEqual(refused('forbidden', /学生/));
  const file = await store('image', await media.makePhoto(), '张三 2026001.jpg', student);
  expect(file.name).toBe(`图片-${file.id.slice(0, 8)}.jpg`);
});

test('the row, the object and the audit entry stand; no temporary file is left', async () => {
  const file = await store('audio', speech, '示范.wav');
  const row = await db().selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ owner_id: teacher.id, kind: 'audio', size: (await stat(speech)).size, created_at: NOW });
  expect(row.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(await storage().exists(file.id)).toBe(true);
  expect(file.url).toBe(`/api/file/${file.id}`);
  expect(await readdir(temporaryDirectory())).toEqual([]);
  const audit = await db().selectFrom('audit_entries').select('action').where('entity_id', '=', file.id).execute();
  expect(audit).toEqual([{ action: 'file.store' }]);
});

test('when the row cannot be written, the object is taken back', async () => {
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of storage().list()) found.push(key);
    return found.sort();
  };
  const before = await keys();
  const nobody = { ...teacher, id: 2_000_000_000 };
  await expect(store('audio', speech, 'a.wav', nobody)).rejects.toBeDefined();
  expect(await keys()).toEqual(before);
});
