// The file .env, as editors on every system write it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import util, { TextDecoder } from 'node:util';
import { SETTING_NAMES, sayWrongSettings } from '../app/lib/settings.mjs';
import { expandAddress, expandHome } from '../app/lib/data-place.mjs';

const NEEDS_UTF8 = '.env 不是 UTF-8 编码，里面的设置读不出来。请用记事本打开，“另存为”时编码选 UTF-8，再启动。';

/** What may be set: those of the server and those of the scripts. */
export const SETTINGS = [...SETTING_NAMES, 'KAOPING_BUILD_DIR', 'KAOPING_PG_BIN', 'KAOPING_BACKUP_PASSPHRASE'];

/** Read by compose.yaml from the same file. */
const OF_COMPOSE = ['KAOPING_HOST', 'KAOPING_TLS'];
/** What the scripts tell each other. */
const INNER =
  /^KAOPING_(START_ID|COMMAND|TOOL|BOUND|ARCHIVE_INSIDE|TEST_\w+|SUMMARY_DIR|SMALL_DISK|READ_ONLY_DISK|ORACLE_\w+)$/;

/** What editors and file managers make of .env. */
const OTHER_NAMES = ['.env.txt', 'env.txt', '.env.env'];

/** NAME=value, the value in quotes over several lines or to the line's end; as util.parseEnv reads it. */
const SETTING = /[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^\n]*)[^\n]*(?:\n|$)/y;
/** What a shell would replace and this file does not; between single quotes a shell leaves it, too. */
const FOR_A_SHELL = /\$\([^)]*\)|\$\{?HOME\b\}?/;
const SINGLE_QUOTED = /^[^=]*=[ \t]*'/;
const NOTHING = /[ \t\r]*(?:#[^\n]*)?(?:\n|$)/y;
const LINE = /[^\n]*(?:\n|$)/y;
/** What is shown of a line: never what may be a password. */
const SHOWN = /^[^=＝:：\s]{0,30}/;

/**
 * The settings of a file's bytes. Notepad's mark before the first line is none of its name.
 * @returns null where it is no UTF-8: read as that, settings would be missing or mean something else
 */
export function readSettings(bytes) {
  const text = textOf(bytes);
  return text === null ? null : util.parseEnv(text);
}

function textOf(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** What would be passed over in silence: lines that are no settings, and names that are almost one. A sentence each. */
export function listMistakes(text) {
  const mistakes = [];
  for (let at = 0, line = 1; at < text.length;) {
    const [found, name] = at === text.length ? [] : (take(NOTHING, text, at) ?? take(SETTING, text, at) ?? []);
    const part = found ?? take(LINE, text, at)[0];
    if (found === undefined) {
      const shown = SHOWN.exec(part.trim())[0];
      mistakes.push(`第 ${line} 行（${shown}…）看不懂。请写成 名称=值，名称和等号用半角。`);
    }
    const unknown = name === undefined ? null : sayUnknown(name);
    if (unknown !== null) mistakes.push(`第 ${line} 行的 ${unknown}`);
    const shell =
      name !== undefined && !SINGLE_QUOTED.test(part) ? FOR_A_SHELL.exec(part.split('#')[0])?.[0] : undefined;
    if (shell !== undefined) mistakes.push(sayForShell(line, name, shell));
    line += part.split('\n').length - 1;
    at += part.length;
  }
  return mistakes;
}

/** Why a name is none of ours although it looks so; null where it is one, or another program's. */
function sayUnknown(name) {
  if (SETTINGS.includes(name) || OF_COMPOSE.includes(name)) return null;
  const meant = nearest(name);
  if (meant) return `${name} 不是考评的设置，是不是 ${meant}？`;
  return /^KAOPING/i.test(name) ? `${name} 不是考评的设置（README.md 有全部名称）。` : null;
}

/** Names in the environment that begin as ours and are none, or are ours but for case and lines. A sentence each. */
export function listUnknown(environment) {
  // Windows knows a name in any case: there it is the setting.
  const isAlmost = (name) =>
    SETTINGS.some((one) => one !== name && plain(one) === plain(name) && environment[one] === undefined);
  const names = Object.keys(environment).filter(
    (name) => (/^KAOPING_/i.test(name) && !INNER.test(name)) || isAlmost(name),
  );
  return names.flatMap((name) => sayUnknown(name) ?? []);
}

function sayForShell(line, name, found) {
  const shown = /HOME/.test(found) ? '$HOME' : '$(…)';
  const mend =
    name === 'DATA_DIR'
      ? '请写完整的路径，或以 ~/ 开头'
      : `请写上它的结果；要的正是这几个字符，就用单引号括起来：${name}='…'`;
  return `第 ${line} 行的 ${name} 里有 ${shown}：.env 不是命令行，不会替换它。${mend}。`;
}

function take(pattern, text, at) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found && found[0] !== '' ? found : null;
}

const plain = (name) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The setting that somebody who wrote this name most likely meant; undefined for a name of another program's. */
function nearest(name) {
  const written = plain(name);
  const sorted = (one) => [...one].sort().join('');
  return SETTINGS.find((one) => {
    const setting = plain(one);
    const isNear = distance(written, setting) <= (setting.length > 5 ? 2 : 1);
    return isNear || sorted(written) === sorted(setting);
  });
}

/** How many letters have to be added, taken away or changed (Levenshtein). */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

let isSaid = false;

/**
 * Sets what .env says here and the environment does not; once a certain file was named, that one alone. Ends the process
 * with a sentence where it cannot be read, or says something that nobody would heed.
 */
export function loadSettings(named) {
  if (isSaid && named === undefined) return;
  isSaid = named !== undefined;
  const file = named ?? '.env';
  // A Node.js too old for this starts the project's own, which reads it.
  if (!util.parseEnv) return;
  const bytes = read(file);
  const text = bytes === null ? '' : textOf(bytes);
  if (text === null) refuse(NEEDS_UTF8);
  const mistakes = listMistakes(text);
  if (mistakes.length > 0) refuse(['.env 里有写错的地方，改好才能启动：', ...mistakes].join('\n  '));
  const unknown = listUnknown(process.env);
  if (unknown.length > 0) refuse(['环境变量里有写错的名称，改好才能启动：', ...unknown].join('\n  '));
  for (const [name, value] of Object.entries(util.parseEnv(text))) process.env[name] ??= value;
  // Said once, as every script reads them.
  if (process.env.DATA_DIR) process.env.DATA_DIR = expandHome(process.env.DATA_DIR);
  if (process.env.DATABASE_URL) process.env.DATABASE_URL = expandAddress(process.env.DATABASE_URL);
}

function read(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error.code === 'ENOENT') {
      const other = OTHER_NAMES.find((name) => existsSync(`${path.dirname(file)}/${name}`));
      if (other === undefined || path.basename(file) !== '.env') return null;
      return refuse(
        `这里有 ${other}，没有 .env，里面的设置读不到。请把它改名为 .env（资源管理器里先勾选“文件扩展名”），再启动。`,
      );
    }
    const reason = { EACCES: '没有权限', EPERM: '没有权限', EISDIR: '它是一个目录' }[error.code] ?? error.code;
    return refuse(`.env 读不出来（${reason}）。请让运行考评的用户能读它，再启动。`);
  }
}

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Ends the process, with a sentence, where a setting is what it may not be: before anything is installed, built or made. */
export function refuseWrongSettings() {
  const wrong = sayWrongSettings(process.env);
  if (wrong !== null) refuse(wrong);
}
