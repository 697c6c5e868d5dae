import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { env } from '~/lib/env.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import { useDatabase } from '~tests/support/db';
import { removeUnusedFiles } from './file.commands.server';
import { foreignFilesRefusal } from './foreign-files.server';

useDatabase();

const HOUR_MS = 3_600_000;

async function putObjects(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID());
  for (const key of keys) {
    const path = temporaryPath();
    await writeFile(path, 'a recording');
    await storage().put(key, path);
  }
  return keys;
}

const areThere = async (keys: string[]) =>
  (await Promise.all(keys.map((key) => storage().exists(key)))).filter(Boolean);

it('what a crash left without a row goes; what a whole other database knows stays, and the log says so', async () => {
  const few = await putObjects(3);
  await removeUnusedFiles(Date.now());
  expect(await areThere(few)).toHaveLength(3);
  await removeUnusedFiles(Date.now() + HOUR_MS);
  expect(await areThere(few)).toEqual([]);

  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const many = await putObjects(201);
  await removeUnusedFiles(Date.now() + HOUR_MS);
  expect(await areThere(many)).toHaveLength(201);
  expect(logged.mock.calls.flat().join()).toContain('"event":"files_unknown","count":201');
  logged.mockRestore();
  expect(await foreignFilesRefusal(env(), 'file:./kaoping.db')).toContain('201 个存着的文件');
  for (const key of many) await storage().delete(key);
});
