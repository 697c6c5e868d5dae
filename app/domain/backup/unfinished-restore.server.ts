import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

function archiveOf(dataDir: string): string {
  try {
    const text = readFileSync(path.join(dataDir, RESTORE_MARK), 'utf8');
    const { archive, option } = JSON.parse(text) as { archive?: unknown; option?: unknown };
    if (typeof archive !== 'string') return '';
    return typeof option === 'string' && option !== '' ? `${quoted(archive)} ${option}` : quoted(archive);
  } catch {
    // Broken off while it was written.
    return '';
  }
}
