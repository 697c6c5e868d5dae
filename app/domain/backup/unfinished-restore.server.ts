import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dialectName } from '~/db/dialect/dialect.server';
import { findRestoreIn, unmarkDatabase } from '~/db/dialect/restore-mark.server';
import { quoted, sayCommand } from '~/lib/own-command.server';

/** Stands in a data directory from the first byte of a restore to its last check. */
export const RESTORE_MARK = 'restore-unfinished.json';

/** What a restore writes before its database has its name. */
const PARTIAL = ['kaoping.db.partial', 'kaoping.dump.partial'];

/**
 * Why a data directory is no school: a restore into it was broken off or is going on. A sentence that says what to do,
 * or null. It reads names only and makes nothing.
 */
export function unfinishedRestore(dataDir: string): string | null {
  const isMarked = existsSync(path.join(dataDir, RESTORE_MARK));
  const isPartial = PARTIAL.some((name) => existsSync(path.join(dataDir, name)));
  if (!isMarked && !isPartial) return null;
  const archive = isMarked ? archiveOf(dataDir) : '';
  return (
    `数据目录 ${dataDir} 里有一次没有完成的恢复，里面不是一所完整的学校。` +
    `请把恢复再做一次：${sayCommand('restore', archive || '备份文件.tar', `DATA_DIR=${dataDir}`)}` +
    '（它会先清掉上一次留下的内容）；不要了就删掉这个目录。'
  );
}

/**
 * Why a PostgreSQL database is no school: a restore into it was broken off. One that was looked over is a school; what
 * is left of its mark goes.
 */
export async function unfinishedInDatabase(databaseUrl: string): Promise<string | null> {
  if (dialectName(databaseUrl) !== 'postgres') return null;
  const left = await findRestoreIn(databaseUrl);
  if (left === null) return null;
  if (!left.isChecked) {
    return (
      '数据库里有一次没有完成的恢复，不是一所完整的学校。请用恢复时的 DATA_DIR 把同样的恢复命令再做一次' +
      '（它会先清掉上一次留下的内容）；那个目录不在了，就新建一个空的数据库再恢复。'
    );
  }
  await unmarkDatabase(databaseUrl);
  return null;
}

type Mark = { archive?: unknown; option?: unknown; token?: unknown };

function readMark(dataDir: string): Mark {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, RESTORE_MARK), 'utf8')) as Mark;
  } catch {
    // Broken off while it was written.
    return {};
  }
}

function archiveOf(dataDir: string): string {
  const { archive, option } = readMark(dataDir);
  if (typeof archive !== 'string') return '';
  return typeof option === 'string' && option !== '' ? `${quoted(archive)} ${option}` : quoted(archive);
}

/** By what the database knows the restore that was broken off here; '' when the mark does not say. */
export function restoreToken(dataDir: string): string {
  const { token } = readMark(dataDir);
  return typeof token === 'string' ? token : '';
}

/** Why a restore does not go into a PostgreSQL database that holds tables. */
export async function whyNotEmpty({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string }): Promise<string> {
  const left = await findRestoreIn(databaseUrl);
  if (left?.isChecked === false && left.token !== restoreToken(dataDir)) {
    return (
      '数据库里已经有表：那是用另一个 DATA_DIR 做的、没有完成的恢复。请用那时的 DATA_DIR 把同样的恢复命令再做一次' +
      '（它会先清掉上一次留下的内容）；那个目录不在了，就新建一个空的数据库，把 DATABASE_URL 指向它。'
    );
  }
  return '数据库里已经有表。恢复不会覆盖任何数据：请新建一个空的数据库，把 DATABASE_URL 指向它。';
}
