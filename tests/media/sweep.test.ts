import { utimes, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { removeUnusedFiles, storeFile, useFile } from '~/domain/file/file.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { newUuid } from '~/lib/ids.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import { actorOf, makeComment, makeResource, makeStudent, makeTeacher, makeWork } from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase();

const HOUR = 3_600_000;
let teacher: Actor;

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
});

async function temporary(content: string): Promise<string> {
  const file = temporaryPath();
  await writeFile(file, content);
  return file;
}
const store = async (now: number) =>
  storeFile(teacher, { kind: 'resource', path: await temporary('教案'), name: '教案.txt' }, now);
const hasRow = async (id: string) =>
  (await db().selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

test('a file without any use goes after a day, with its object; a used one stays', async () => {
  const now = Date.now();
  const [old, recent, used] = [
    await store(now - 25 * HOUR),
    await store(now - 23 * HOUR),
    await store(now - 99 * HOUR),
  ];
  await useFile(used.id, 'question', 1);
  expect(await removeUnusedFiles(now)).toMatchObject({ files: 1 });
  expect([await hasRow(old.id), await storage().exists(old.id)]).toEqual([false, false]);
  expect([await hasRow(recent.id), await storage().exists(recent.id)]).toEqual([true, true]);
  expect([await hasRow(used.id), await storage().exists(used.id)]).toEqual([true, true]);
});

test('the bytes of a deleted resource or comment go a day later, their rows stay; what else uses the file keeps it', async () => {
  const now = Date.now();
  const [author, owner] = [await makeStudent(), await makeTeacher()];
  const old = now - 99 * HOUR;
  const [spoken, gone, fresh, twice, asked] = [
    await store(old),
    await store(old),
    await store(old),
    await store(old),
    await store(old),
  ];
  const work = await makeWork({ student: author, teacher: owner });
  const comment = await makeComment({ work, author, file_id: spoken.id });
  await db()
    .updateTable('comments')
    .set({ deleted_at: now - 25 * HOUR })
    .where('id', '=', comment.id)
    .execute();
  const deleted = async (file: { id: string }, at: number | null) => {
    const { id } = await makeResource({ owner, deleted_at: at });
    await db().updateTable('resources').set({ file_id: file.id }).where('id', '=', id).execute();
  };
  await deleted(gone, now - 25 * HOUR);
  await deleted(fresh, now - 23 * HOUR);
  await deleted(twice, now - 25 * HOUR);
  await deleted(twice, null);
  await deleted(asked, now - 25 * HOUR);
  await db().deleteFrom('file_uses').execute();
  await useFile(asked.id, 'post', 1);
  const unused = await store(now - 25 * HOUR);

  expect(await removeUnusedFiles(now)).toMatchObject({ files: 3 });
  expect(await hasRow(unused.id)).toBe(false);
  const bytes = (files: { id: string }[]) => Promise.all(files.map(({ id }) => storage().exists(id)));
  expect(await bytes([spoken, gone])).toEqual([false, false]);
  expect(await Promise.all([spoken, gone].map(({ id }) => hasRow(id)))).toEqual([true, true]);
  expect(await bytes([fresh, twice, asked])).toEqual([true, true, true]);
  // Twice is harmless; what was deleted yesterday goes today.
  expect(await removeUnusedFiles(now + 2 * HOUR)).toMatchObject({ files: 1 });
  expect(await bytes([fresh, twice, asked])).toEqual([false, true, true]);
});

test('an object without a row and a temporary file go after an hour, not before', async () => {
  const now = Date.now();
  const orphan = newUuid();
  await storage().put(orphan, await temporary('x'));
  const left = await temporary('x');
  await removeUnusedFiles(now);
  expect(await storage().exists(orphan)).toBe(true);

  // The object's own age cannot be set from outside; an hour later it is old.
  await utimes(left, new Date(now - 2 * HOUR), new Date(now - 2 * HOUR));
  expect(await removeUnusedFiles(now)).toMatchObject({ temporary: 1 });
  expect(await removeUnusedFiles(now + 2 * HOUR)).toMatchObject({ objects: expect.any(Number) as number });
  expect(await storage().exists(orphan)).toBe(false);
});

test('bytes come back in ranges; only ids become paths', async () => {
  const { id } = await store(Date.now());
  const read = async (range?: { start: number; end: number }) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of storage().open(id, range)) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  };
  expect(await read()).toBe('教案');
  expect(await read({ start: 3, end: 5 })).toBe('案');
  await expect(storage().exists('../kaoping.db')).rejects.toThrow('Not a key');
  await expect(storage().delete('../../x')).rejects.toThrow('Not a key');
  await storage().delete(newUuid());
});
