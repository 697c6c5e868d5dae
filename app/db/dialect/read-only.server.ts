import { accessSync, constants, existsSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { openSqliteFile } from './sqlite-file.server';

/** SQLite on a disk that takes no writing: as a system leaves one on which it found errors. */

/** Whether the disk on which a file or directory stands, or would stand, only lets itself be read. */
export function isOnReadOnlyDisk(place: string): boolean {
  let found = path.resolve(place);
  while (!existsSync(found) && path.dirname(found) !== found) found = path.dirname(found);
  try {
    accessSync(found, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/**
 * Copies a database beside which nothing can be written. Where somebody else can, through another mount, SQLite's own
 * files say so and SQLite copies. Where there are none it opens nothing (a database with a log wants them), and
 * nobody writes: the file is copied as it is, with what a log still holds.
 * @throws what reading it threw
 */
export async function copyFromReadOnlyDisk(file: string, target: string): Promise<void> {
  try {
    const database = openSqliteFile(file, { readonly: true, fileMustExist: true, timeout: 30_000 });
    try {
      await database.backup(target, { progress: () => 0x7fffffff });
      return;
    } finally {
      database.close();
    }
  } catch (error) {
    if (!/^SQLITE_(CANTOPEN|READONLY)/.test(String((error as { code?: unknown }).code))) throw error;
  }
  const before = await stat(file);
  await copyFile(file, target);
  if (existsSync(`${file}-wal`)) await copyFile(`${file}-wal`, `${target}-wal`);
  const after = await stat(file);
  if (before.mtimeMs !== after.mtimeMs || before.size !== after.size)
    throw new Error(`${file} changed while it was read`);
}
