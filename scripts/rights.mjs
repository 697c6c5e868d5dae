// Whether the user who runs the program may read and write what it needs; whose it is otherwise, and what to do.
import { constants, accessSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { quoted as typed, sayCommand } from './commands.mjs';

const { R_OK, W_OK, X_OK } = constants;
const DIRECTORY = R_OK | W_OK | X_OK;
/** What the program makes in a data directory and writes into (app/lib/private-files.server.ts). */
const FOLDERS = ['files', 'tmp', 'uploads', 'backups'];

/** True where the system lets this user; false where it is a matter of rights; everything else is no matter of these. */
function isAllowed(place, mode) {
  try {
    accessSync(place, mode);
    return true;
  } catch (error) {
    return error.code !== 'EACCES' && error.code !== 'EPERM';
  }
}

function look(place) {
  try {
    return statSync(place);
  } catch {
    return undefined;
  }
}

/** What keeps this user from a place: a directory above it, or the place itself; null where nothing does. */
function blockerOf(place) {
  const { root } = path.parse(place);
  let above = root;
  for (const part of path.relative(root, path.dirname(place)).split(path.sep)) {
    above = path.join(above, part);
    // A file on the way is another trouble, whose it may be.
    if (look(above)?.isDirectory() === false) return null;
    if (!isAllowed(above, X_OK)) return above;
  }
  const found = look(place);
  if (!found) {
    // What is to be made needs the directory in which the first of it will stand.
    while (!look(above) && above !== root) above = path.dirname(above);
    return isAllowed(above, W_OK | X_OK) ? null : above;
  }
  return isAllowed(place, found.isDirectory() ? DIRECTORY : R_OK | W_OK) ? null : place;
}

/** root, or the number where the system has no name for it. */
function nameOf(uid) {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    const found = lines.map((line) => line.split(':')).find(([, , number]) => number === String(uid));
    return found?.[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}

function nameOfRunner() {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

/** A word as a shell takes it whole. */
export const quoted = (word) => (/^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
const isWithin = (place, directory) => place === directory || place.startsWith(directory + path.sep);

/** What is being run, to be typed again by somebody else: the start, unless a tool says what it is. */
let asked = { name: 'start', rest: '' };

/**
 * @param {string} name of sayCommand
 * @param {string[]} args
 */
export function setCommand(name, args) {
  asked = { name, rest: args.map(typed).join(' ') };
}

/** The same command, as the user of that number types it. */
export function sayAs(uid) {
  const name = nameOf(uid);
  const place = process.env.DATA_DIR ? `DATA_DIR=${quoted(path.resolve(process.env.DATA_DIR))} ` : '';
  return `sudo -u ${name === String(uid) ? `'#${uid}'` : name} ${place}${sayCommand(asked.name, asked.rest)}`;
}

/** Commands that only work beside a school: whose it is stays as it is. */
const BESIDE = ['backup', 'verify', 'reset-password'];

/**
 * Whose a place is that this user may not read and write, and what to do; null where it is no matter of rights. What
 * lies in `own`, the program's own directory, may be handed over where no server runs on it (`isServed`): one that does
 * could write no more. Anything else of somebody's is left alone.
 * @param {string} place
 * @param {string} [own]
 * @param {boolean} [isServed]
 * @returns {string | null}
 */
export function sayNoRights(place, own = process.env.DATA_DIR || 'data', isServed = false) {
  if (place === '') return null;
  const blocker = blockerOf(path.resolve(place));
  if (blocker === null) return null;
  const me = nameOfRunner();
  const directory = path.resolve(own);
  if (process.platform === 'win32') return `没有权限读写 ${blocker}。请在它的“属性 → 安全”里允许用户 ${me} 完全控制。`;
  const { uid } = look(blocker) ?? {};
  const isMine = uid === process.getuid();
  const owner = uid === undefined ? '别的用户' : `用户 ${nameOf(uid)}`;
  const whose = isMine ? `权限不许它的所有者 ${me} 读写` : `它属于${owner}，现在运行的是用户 ${me}`;
  const said = `没有权限读写 ${blocker}：${whose}。`;
  if (!isWithin(blocker, directory))
    return `${said}请换一个用户 ${me} 能读写的地方${isMine ? '' : `，或用它的所有者来运行`}。`;
  if (isMine) return `${said}请改回来（chmod -R u+rwX ${quoted(directory)}）。`;
  const mayTake = !isServed && !BESIDE.includes(asked.name);
  const take = `sudo chown -R ${quoted(me)} ${quoted(directory)}`;
  // Single things of another's in one's own directory: what `sudo` left there.
  const isStray = look(directory)?.uid === process.getuid();
  if (mayTake && isStray) return `${said}请把它交给用户 ${me}（${take}）。`;
  const asOwner = `请用它的所有者来运行${uid === undefined ? '' : `（${sayAs(uid)}）`}`;
  if (!mayTake) return `${said}${asOwner}。`;
  return `${said}${asOwner}；考评没有在运行、以后都由用户 ${me} 运行的，才把它交给用户 ${me}（${take}）。`;
}

/** Why nothing can be written on the disk of a place, where that is the disk's matter; a sentence, or null. */
export function sayReadOnlyDisk(place) {
  if (place === '') return null;
  let found = path.resolve(place);
  while (!look(found) && path.dirname(found) !== found) found = path.dirname(found);
  try {
    accessSync(found, W_OK);
    return null;
  } catch (error) {
    if (error.code !== 'EROFS') return null;
  }
  return `${place} 所在的磁盘只能读，不能写（磁盘坏了时，系统会这样做）。请检查磁盘；先把备份做到别的磁盘（${sayCommand('backup', '/别的磁盘/目录')}），或把整个数据目录复制过去、用 DATA_DIR 指着那里，再做一次。`;
}

/**
 * Why this user cannot work with a school's data: the directory, what stands in it, its database. A sentence, or null.
 * @param {{ dataDir: string, databaseUrl: string }} settings
 * @param {boolean} [isServed]
 * @returns {string | null}
 */
export function whyNoRights({ dataDir, databaseUrl }, isServed = false) {
  const inside = look(dataDir) ? ['session-secret', ...FOLDERS, ...listShards(dataDir)] : [];
  const database = databaseUrl.startsWith('postgres') ? [] : databaseFiles(databaseUrl.replace(/^sqlite:/, ''));
  const places = [dataDir, ...inside.map((name) => path.join(dataDir, name)), ...database];
  for (const place of places) {
    const said = sayNoRights(place, place.startsWith(dataDir) ? dataDir : place, isServed);
    if (said !== null) return said;
  }
  return null;
}

function databaseFiles(file) {
  return [file, `${file}-wal`, `${file}-shm`].filter((name, index) => index === 0 || look(name));
}

/** The folders in which recordings and pictures stand: any of them may have been made by another user. */
function listShards(dataDir) {
  try {
    return readdirSync(path.join(dataDir, 'files'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join('files', entry.name));
  } catch {
    return [];
  }
}

/** Which of the folders that the program writes into is none; a sentence, or null. */
export function whyNoFolder(dataDir) {
  const wrong = FOLDERS.map((name) => path.join(dataDir, name)).find((place) => look(place)?.isDirectory() === false);
  if (wrong === undefined) return null;
  return `${wrong} 是一个文件，应当是目录：录音、照片等文件没有地方放。请把它移走（不要删，也许有用），程序会自己建立目录。`;
}
