import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { databaseKind } from '~/db/db.server';
import { PostgresToolError } from '~/db/dialect/postgres-tools.server';
import { copyOlderDatabase, sqliteFile } from '~/db/dialect/snapshot.server';
import { UpgradeRefusal } from '~/db/migrate.server';
import { env } from '~/lib/env.server';
import { digestFile } from '~/lib/file-digest.server';
import { UPGRADE_COPY_NAME, byAge, isCopyOf, upgradeCopyName } from './backup.rules';
import { removeOlder, syncDirectory } from './backup.server';

const KEPT = 3;
const MB = 1024 * 1024;
/** What has to be left beside the copy: with less no start is let through (scripts/data-directory.mjs). */
const LEFT_BYTES = 200 * MB;
const PARTIAL_COPY = /^升级前-\d{8}-\d{4}-.+\.(db|dump)\.partial(-\w+)?$/;
const UNTOUCHED = '数据库还是原来的，没有升级，也没有改动任何数据，原来的程序还能用。';

/**
 * Copies the database into DATA_DIR/backups before a newer version of the program changes it; the newest three stay.
 * While the database stands at the same step, an upgrade from it has not finished: the first copy made of it stays
 * too, however often the start is tried again, and a copy equal to the newest one is not kept twice. Files are not
 * copied: an upgrade changes none. Answers the copies of this step, newest first.
 * @throws UpgradeRefusal where the copy has no room, or PostgreSQL no pg_dump here, unless KAOPING_SKIP_BACKUP says that
 * it was backed up
 */
export async function copyBeforeUpgrade(last: string, now: number, free = freeBytes): Promise<string[]> {
  const directory = path.join(env().dataDir, 'backups');
  const ofThisStep = async () =>
    (await readdir(directory).catch(() => []))
      .filter((name) => isCopyOf(name, last))
      .sort(byAge)
      .reverse();
  const earlier = await ofThisStep();
  if (env().skipsUpgradeCopy) {
    console.warn('KAOPING_SKIP_BACKUP=1：升级数据库之前没有自动备份。');
    return earlier.map((name) => path.join(directory, name));
  }
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (earlier.length > 0) {
    console.warn(`上一次升级没有完成，现在重新升级。升级之前的备份还在：${earlier.join('、')}`);
  }
  const file = path.join(directory, upgradeCopyName(now, last, databaseKind()));
  // Begun a moment ago and broken off after this: the database is still the one that was copied.
  if (!earlier.includes(path.basename(file))) {
    await assertRoom(directory, free);
    const isNew = await copyTo(file, earlier[0] && path.join(directory, earlier[0]));
    if (isNew) console.info(`升级数据库之前已备份到 ${file}`);
  }
  await removeOlder(directory, UPGRADE_COPY_NAME, KEPT, earlier.at(-1));
  return (await ofThisStep()).map((name) => path.join(directory, name));
}

/** Removes what a copy that was broken off has left; only a start makes one, and there is one at a time. */
export async function removePartialCopies(): Promise<void> {
  const directory = path.join(env().dataDir, 'backups');
  for (const name of await readdir(directory).catch(() => []))
    if (PARTIAL_COPY.test(name)) await rm(path.join(directory, name), { force: true });
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Before anything is written: a copy that takes the disk's last room lets no later start through. */
async function assertRoom(directory: string, free: typeof freeBytes): Promise<void> {
  if (databaseKind() !== 'sqlite') return;
  const file = sqliteFile(env().databaseUrl);
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((one) =>
      stat(one)
        .then(({ size }) => size)
        .catch(() => 0),
    ),
  );
  const needed = sizes.reduce((sum, size) => sum + size, 0);
  const left = await free(directory);
  if (left >= needed + LEFT_BYTES) return;
  const inMb = (bytes: number) => `${Math.ceil(bytes / MB)} MB`;
  throw new UpgradeRefusal(
    `升级数据库之前要先把它（${inMb(needed)}）复制到 ${directory}，那里只剩 ${inMb(left)}，` +
      `复制之后还要剩 ${inMb(LEFT_BYTES)}。${UNTOUCHED}请腾出空间再启动；` +
      '已经自己备份好时，可以设 KAOPING_SKIP_BACKUP=1 再启动一次。',
  );
}

/** Copies the database; false when the copy is the same as the newest one, which then serves. */
async function copyTo(file: string, newest: string | undefined): Promise<boolean> {
  const partial = `${file}.partial`;
  await removePartialCopies();
  try {
    await copyOlderDatabase(env().databaseUrl, partial);
    if (newest !== undefined && (await digestFile(partial)) === (await digestFile(newest))) {
      await rm(partial);
      return false;
    }
    await rename(partial, file);
    await syncDirectory(path.dirname(file));
    return true;
  } catch (error) {
    await removePartialCopies();
    const reason = reasonOf(error);
    if (reason === null) throw error;
    throw new UpgradeRefusal(
      `升级数据库之前要先备份到 ${file}，但是没有备份成：${reason}${UNTOUCHED}` +
        '已经自己备份好时，可以设 KAOPING_SKIP_BACKUP=1 再启动一次。',
      { cause: error },
    );
  }
}

/** What whoever starts it can do something about; null for anything else. */
function reasonOf(error: unknown): string | null {
  if (error instanceof PostgresToolError) return error.message;
  const { code } = error as { code?: unknown };
  return /^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(String(code)) ? '那里的磁盘满了，请腾出空间再启动。' : null;
}
