import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MIN_SECRET } from './settings.mjs';
import { StartRefusal } from './start-refusal';

/**
 * Reads the secret kept in this file; the first start makes it, readable by its owner only.
 * @throws StartRefusal when it is too short to be the one that was made.
 */
export function keptSecret(file: string): string {
  const secret = read(file) ?? make(file);
  if (secret.length >= MIN_SECRET) return secret;
  throw new StartRefusal(
    `会话密钥 ${file} ${secret === '' ? '是空的' : `只有 ${secret.length} 个字符`}（至少要 ${MIN_SECRET} 个），用它签名，别人就能冒充管理员，所以没有启动。` +
      '请从备份里取回这个文件；没有备份就删除它再启动：会生成新的，大家要重新登录，邮件密码要重新填写。',
  );
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new StartRefusal(`会话密钥 ${file} 读不出来（${code}）。请让运行考评的用户能读这个文件再启动。`);
  }
}

/** The file appears under its name whole and on the disk; of two processes that make it at once one wins. */
function make(file: string): string {
  const directory = path.dirname(file);
  const temporary = path.join(directory, `session-secret.${randomUUID()}`);
  try {
    const handle = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(handle, randomBytes(32).toString('hex'));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    nameUnlessThere(temporary, file);
    syncDirectory(directory);
  } finally {
    rmSync(temporary, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

function nameUnlessThere(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    // A file system without hard links, as on a memory stick.
    renameSync(temporary, file);
  }
}

function syncDirectory(directory: string): void {
  // Windows opens no directories; its file systems keep names in order themselves.
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
