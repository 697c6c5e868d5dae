import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { databaseKind } from '~/db/db.server';
import { PostgresToolError } from '~/db/dialect/postgres-tools.server';
import { copyOlderDatabase } from '~/db/dialect/snapshot.server';
import { UpgradeRefusal } from '~/db/migrate.server';
import { env } from '~/lib/env.server';
import { digestFile } from '~/lib/file-digest.server';
import { UPGRADE_COPY_NAME, byAge, isCopyOf, upgradeCopyName } from './backup.rules';
import { removeOlder, syncDirectory } from './backup.server';

const KEPT = 3;

/**
 * Copies the database into DATA_DIR/backups before a newer version of the program changes it; the newest three stay.
 * While the database stands at the same step, an upgrade from it has not finished: the first copy made of it stays
 * too, however often the start is tried again, and a copy equal to the newest one is not kept twice. Files are not
 * copied: an upgrade changes none. Answers the copies of this step, newest first.
 * @throws UpgradeRefusal where PostgreSQL has no pg_dump here, unless KAOPING_SKIP_BACKUP says that it was backed up
 */
export async function copyBeforeUpgrade(last: string, now: number): Promise<string[]> {
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
    const isNew = await copyTo(file, earlier[0] && path.join(directory, earlier[0]));
    if (isNew) console.info(`升级数据库之前已备份到 ${file}`);
  }
  await removeOlder(directory, UPGRADE_COPY_NAME, KEPT, earlier.at(-1));
  return (await ofThisStep()).map((name) => path.join(directory, name));
}

/** Copies the database; false when the copy is the same as the newest one, which then serves. */
async function copyTo(file: string, newest: string | undefined): Promise<boolean> {
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    await copyOlderDatabase(env().databaseUrl, partial);
    if (newest !== undefined && (await digestFile(partial)) === (await digestFile(newest))) {
      await rm(partial);
      return false;
    }
    await rename(partial, file);
    await syncDirectory(path.dirname(file));
    return true;
  } catch (error) {
    await rm(partial, { force: true });
    if (!(error instanceof PostgresToolError)) throw error;
    throw new UpgradeRefusal(
      `升级数据库之前要先备份，但是没有备份成：${error.message} 没有改动任何数据。` +
        '已经自己备份好时，可以设 KAOPING_SKIP_BACKUP=1 再启动一次。',
    );
  }
}
