// A look at the data directory before the program starts: whether it can be read and written, what stands in it.
import { existsSync, readFileSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MIN_SECRET } from '../app/lib/settings.mjs';
import { sayCommand } from './commands.mjs';
import { sayOddPlace } from '../app/lib/data-place.mjs';
import { fail, ok, warn } from './findings.mjs';
import { whyNoFolder, whyNoRights } from './rights.mjs';
import { saySystemError } from './system-errors.mjs';

const MB = 1024 * 1024;
const WARN_SPACE = 2048 * MB;
const MIN_SPACE = 200 * MB;
/** What a restore leaves behind that was broken off (app/domain/backup). */
const UNFINISHED = ['restore-unfinished.json', 'kaoping.db.partial', 'kaoping.dump.partial'];

/** Whether the data directory is one, or can be made, and takes files; `isServed`: a server runs on it. */
export function lookAtDataDirectory({ dataDir, databaseUrl }, isServed = false) {
  const change = '请把 DATA_DIR 设成一个能写的目录。';
  const odd = sayOddPlace(dataDir);
  if (odd !== null) return fail(odd);
  const place = nearest(dataDir);
  if (!statSync(place).isDirectory()) return fail(`数据目录 ${dataDir} 不能用：${place} 是一个文件。${change}`);
  const folder = whyNoFolder(dataDir);
  if (folder !== null) return fail(folder);
  const rights = whyNoRights({ dataDir, databaseUrl }, isServed);
  if (rights !== null) return fail(`数据目录 ${dataDir} 不能用。${rights}`);
  const probe = path.join(place, `.kaoping-probe-${process.pid}`);
  try {
    writeFileSync(probe, 'x', { mode: 0o600, flag: 'wx' });
    rmSync(probe);
  } catch (error) {
    // Where nothing can be made although it is there, as in /proc, the path is not to blame.
    const said = error.code === 'ENOENT' ? null : saySystemError(Object.assign(error, { path: place }));
    return fail(`数据目录 ${dataDir} 不能写${said === null ? `（${error.code}）。${change}` : `。${said}`}`);
  }
  const unfinished = sayUnfinishedRestore(dataDir);
  return unfinished === null ? ok(`数据目录 ${dataDir} 可以写。`) : fail(unfinished);
}

/** Why a data directory is no school: a restore into it was broken off. A sentence that says what to do, or null. */
export function sayUnfinishedRestore(dataDir) {
  const partial = UNFINISHED.find((name) => existsSync(path.join(dataDir, name)));
  if (!partial) return null;
  return `数据目录 ${dataDir} 里有一次没有完成的恢复（${partial}），不是一所完整的学校。请把恢复再做一次：${sayCommand('restore', '备份文件', `DATA_DIR=${dataDir}`)}；不要了就删掉这个目录。`;
}

/** The directory itself, or what exists above it. */
function nearest(directory) {
  let place = directory;
  while (!existsSync(place) && path.dirname(place) !== place) place = path.dirname(place);
  return place;
}

/** Warns where an exam's recordings may fill the disk, refuses where the database itself may not fit. */
export function lookAtSpace(dataDir, stat = statfsSync) {
  const { bavail, bsize } = stat(nearest(dataDir));
  const free = bavail * bsize;
  const shown = free >= 1024 * MB ? `${(free / 1024 / MB).toFixed(1)} GB` : `${Math.floor(free / MB)} MB`;
  if (free < MIN_SPACE) return fail(`数据目录所在的磁盘只剩 ${shown}，不够保存答案（至少要 200 MB）。请先腾出空间。`);
  if (free < WARN_SPACE) return warn(`数据目录所在的磁盘只剩 ${shown}，一场有录音的考试就可能用完。请腾出 2 GB 以上。`);
  return ok(`数据目录所在的磁盘还有 ${shown}。`);
}

/** The kept secret, without making one: what SESSION_SECRET may be is looked at with the other settings. */
export function lookAtSecret({ dataDir, secret }) {
  if (secret) return ok('会话密钥：SESSION_SECRET。');
  const file = path.join(dataDir, 'session-secret');
  if (!existsSync(file)) return ok('会话密钥：第一次启动时生成。');
  try {
    const kept = readFileSync(file, 'utf8').trim();
    if (kept.length >= MIN_SECRET) return ok(`会话密钥：${file}。`);
    return fail(
      `会话密钥 ${file} 只有 ${kept.length} 个字符（至少 ${MIN_SECRET} 个）。请从备份里取回；没有备份就删除它再启动（大家要重新登录）。`,
    );
  } catch (error) {
    return fail(`会话密钥 ${file} 读不出来（${error.code}）。请让运行考评的用户能读它。`);
  }
}
