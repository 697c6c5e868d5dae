import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { closeDatabase } from '~/db/db.server';
import { dialectName } from '~/db/dialect/dialect.server';
import { copyFromReadOnlyDisk, isOnReadOnlyDisk } from '~/db/dialect/read-only.server';
import { sqliteFile } from '~/db/dialect/snapshot.server';
import { resetEnv } from '~/lib/env.server';
import { sayCommand } from '~/lib/own-command.server';

/** Backing up a school whose disk takes no writing any more: just then a backup is wanted. */

/** Why no backup can be put there although the school can be read; a sentence, or null. */
export function whyNoPlaceOnReadOnlyDisk(target: string): string | null {
  if (!isOnReadOnlyDisk(target)) return null;
  return (
    `${target} 所在的磁盘只能读，不能写（磁盘坏了时，系统会这样做），备份放不下。` +
    `请把备份放到别的磁盘上：${sayCommand('backup', '/别的磁盘/目录')}`
  );
}

/**
 * Runs `work` on the school's database; where its disk only lets itself be read, on a copy in the directory of the
 * backup, which goes again. Answers whether it was one.
 */
export async function withReadableDatabase<T>(
  databaseUrl: string,
  directory: string,
  work: (isCopied: boolean) => Promise<T>,
): Promise<T> {
  if (dialectName(databaseUrl) !== 'sqlite' || !isOnReadOnlyDisk(path.dirname(sqliteFile(databaseUrl))))
    return work(false);
  const isNew = !existsSync(directory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(directory, '.kaoping-copy-'));
  const before = process.env.DATABASE_URL;
  try {
    const copy = path.join(folder, 'kaoping.db');
    await copyFromReadOnlyDisk(sqliteFile(databaseUrl), copy);
    process.env.DATABASE_URL = `sqlite:${copy}`;
    resetEnv();
    return await work(true);
  } finally {
    await closeDatabase();
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
    resetEnv();
    await rm(folder, { recursive: true, force: true });
    // Left as it was where nothing was put into it.
    if (isNew) await rmdir(directory).catch(() => undefined);
  }
}
