import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { databaseKind } from '~/db/db.server';
import { PostgresToolError } from '~/db/dialect/postgres-tools.server';
import { copyOlderDatabase } from '~/db/dialect/snapshot.server';
import { UpgradeRefusal } from '~/db/migrate.server';
import { env } from '~/lib/env.server';
import { UPGRADE_COPY_NAME, upgradeCopyName } from './backup.rules';
import { removeOlder, syncDirectory } from './backup.server';

const KEPT = 3;

/**
 * Copies the database into DATA_DIR/backups before a newer version of the program changes it; the newest three stay.
 * Files are not copied: an upgrade changes none.
 * @throws UpgradeRefusal where PostgreSQL has no pg_dump here, unless KAOPING_SKIP_BACKUP says that it was backed up
 */
export async function copyBeforeUpgrade(last: string, now: number): Promise<void> {
  if (env().skipsUpgradeCopy) {
    console.warn('KAOPING_SKIP_BACKUP=1：升级数据库之前没有自动备份。');
    return;
  }
  const directory = path.join(env().dataDir, 'backups');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, upgradeCopyName(now, last, databaseKind()));
  // Begun a moment ago and broken off after this: the database is still the one that was copied.
  if (await exists(file)) return;
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    await copyOlderDatabase(env().databaseUrl, partial);
    await rename(partial, file);
    await syncDirectory(directory);
  } catch (error) {
    await rm(partial, { force: true });
    if (!(error instanceof PostgresToolError)) throw error;
    throw new UpgradeRefusal(
      `升级数据库之前要先备份，但是没有备份成：${error.message} 没有改动任何数据。` +
        '已经自己备份好时，可以设 KAOPING_SKIP_BACKUP=1 再启动一次。',
    );
  }
  await removeOlder(directory, UPGRADE_COPY_NAME, KEPT);
  console.info(`升级数据库之前已备份到 ${file}`);
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
