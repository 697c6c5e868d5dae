// What an error of the system means to the person who works with the program: one sentence that says where, and what to
// do. Start, doctor and every tool speak of disks and rights from here (the server's pages have words for students).
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sayNoRights, sayReadOnlyDisk } from './rights.mjs';

const AGAIN = '再做一次。';

/** By the code, or by what programs say that give none; `place` is '' where nobody knows it. */
const MEANINGS = [
  {
    codes: /^(ENOSPC|EDQUOT|SQLITE_FULL|53100)$/,
    words: /No space left on device|Disk quota exceeded|database or disk is full/i,
    say: (place) => `${place || '写入的地方'} 所在的磁盘满了，或者用完了分给这个用户的空间。请先腾出空间，${AGAIN}`,
  },
  {
    codes: /^EROFS$/,
    words: /Read-only file system/i,
    say: (place) => `${place || '写入的地方'} 所在的磁盘只能读，不能写。请换一个能写的地方，${AGAIN}`,
  },
  {
    codes: /^(EACCES|EPERM|SQLITE_PERM|SQLITE_AUTH)$/,
    words: /Permission denied/i,
    say: (place) => sayNoRights(place) ?? `没有权限读写 ${place || '那里'}。请换一个现在的用户能读写的地方，${AGAIN}`,
  },
  {
    codes: /^ENOENT$/,
    say: (place, { syscall }) =>
      syscall === 'mkdir'
        ? `${place} 建不起来：那里不能建目录。请换一个能写的地方，${AGAIN}`
        : `找不到 ${place || '要用的文件'}。请看看路径有没有写错，${AGAIN}`,
  },
  {
    codes: /^(ENOTDIR|EEXIST)$/,
    say: (place) => `${place || '要用的目录'} 不能用：那里有一个同名的文件，不是目录。请换一个地方，${AGAIN}`,
  },
  { codes: /^EISDIR$/, say: (place) => `${place || '要用的文件'} 是一个目录，不是文件。请换一个名字，${AGAIN}` },
  {
    codes: /^(EMFILE|ENFILE)$/,
    say: () =>
      `同时打开的文件太多，系统不让再打开。请稍后${AGAIN}还是不行，就提高限制（Linux、macOS：ulimit -n 65536）。`,
  },
  {
    codes: /^(EIO|SQLITE_IOERR.*)$/,
    words: /Input\/output error/i,
    say: (place) => `${place || '磁盘'} 读写出错，磁盘或它的连接可能坏了。请检查磁盘，换一个好的，${AGAIN}`,
  },
  { codes: /^ENAMETOOLONG$/, say: (place) => `路径太长：${place}。请换一个短些的，${AGAIN}` },
  { codes: /^(EBUSY|ETXTBSY)$/, say: (place) => `${place || '要用的文件'} 正被别的程序使用。请关掉那个程序，${AGAIN}` },
  {
    codes: /^(SQLITE_BUSY|SQLITE_LOCKED).*$/,
    say: () => `数据库正被别的程序占用。请稍后${AGAIN}`,
  },
  {
    codes: /^SQLITE_READONLY.*$/,
    say: (place) =>
      sayNoRights(place) ??
      sayReadOnlyDisk(place) ??
      `${place || '数据库'} 只能读，不能写。请检查它的权限和所在的磁盘，${AGAIN}`,
  },
  {
    codes: /^SQLITE_CANTOPEN.*$/,
    say: (place) =>
      sayNoRights(place) ??
      sayReadOnlyDisk(place) ??
      `数据库${place && ` ${place}`} 打不开。请看看它是不是数据库文件、所在的目录在不在，${AGAIN}`,
  },
  {
    codes: /^(SQLITE_NOTADB|SQLITE_CORRUPT.*)$/,
    say: (place) =>
      `数据库${place && ` ${place}`} 已经损坏，或不是数据库。请不要再启动，先把整个数据目录复制一份，再从备份恢复（docs/operations.md）。`,
  },
];

/**
 * The sentence for an error of the file system or of SQLite; null for every other error.
 * @param {unknown} error
 * @param {string} [place] where it happened, for errors that do not say it themselves
 * @returns {string | null}
 */
export function saySystemError(error, place = '') {
  if (!(error instanceof Error)) return null;
  const { code = '', message } = error;
  const found = MEANINGS.find(({ codes, words }) => codes.test(String(code)) || words?.test(message) === true);
  if (!found) return null;
  // What could not be read lies elsewhere than what was to be written.
  const isReading = error.syscall === 'read' || String(code).startsWith('SQLITE_IOERR');
  const where = (placeOf(error) || (isReading ? '' : place)).replace(/\.partial(-db)?$/, '');
  return found.say(where, error) + aboutTemporary(where);
}

/** Of a copy the end that is in the way: the one that is written, unless the one that is read may not be. */
function placeOf({ code, path: source = '', dest = '' }) {
  if (dest === '') return source;
  const isOfRights = code === 'EACCES' || code === 'EPERM';
  return isOfRights && sayNoRights(dest) === null ? source : dest;
}

/** Nobody chose that one, so it is said how to choose another. */
function aboutTemporary(place) {
  if (place === '' || !path.resolve(place).startsWith(path.resolve(tmpdir(), 'kaoping-verify-'))) return '';
  return '（这是临时目录，可以换：TMPDIR=/别的目录。）';
}
