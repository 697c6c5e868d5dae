// What each setting may be. `npm start` asks it before any package is installed, so it needs none; the program's one
// schema of its settings (env.server.ts) is made of it.

/** A shorter key could be guessed, and an empty one lets anybody sign a session of the administrator's. */
export const MIN_SECRET = 32;
/** Fewer different signs than this are no random text. */
const MIN_SIGNS = 6;

const oneOf =
  (...values) =>
  (value) =>
    values.includes(value);
/** Number() takes ' 0x10 ' and '1e3' for numbers; a person who writes these means something else. */
const isWhole = (least, most) => (value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most;
const isFlag = oneOf('0', '1', 'false', 'true');

/** What only a shell understands, another system, or a pair of quotes copied along would be taken for a folder's name. */
const isPath = (value) =>
  !/^~[^/\\]|\$\(|\$\{|\$HOME\b|%\w+%|^["'`“”‘’「]|["'`“”‘’」]$|[／＼]/.test(value) &&
  (process.platform === 'win32' || !/^[a-z]:[\\/]/i.test(value));

function parseAddress(value) {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

/** The app answers at the root of a host: a path would be left out without a word. */
function isWebAddress(value) {
  const address = parseAddress(value);
  if (address === null || !/^https?:\/\//.test(value)) return false;
  const { pathname, search, hash, username } = address;
  return pathname === '/' && `${search}${hash}${username}` === '';
}

/** A bucket: by its name in the path, or in the host's. */
function isBucketAddress(value) {
  const address = parseAddress(value);
  if (address === null || !/^https?:\/\//.test(value)) return false;
  const { pathname, search, hash, username } = address;
  return /^\/([a-z0-9][a-z0-9.-]+\/?)?$/.test(pathname) && `${search}${hash}${username}` === '';
}

const isMailAddress = (value) => parseAddress(value) !== null && /^smtps?:\/\/[^/]/.test(value);

/** A password with the signs of an address in it ends the address too early; SQLite takes no name for a database in memory. */
function isDatabaseAddress(value) {
  if (value.startsWith('sqlite:')) return !['', ':memory:'].includes(value.slice('sqlite:'.length).trim());
  return /^postgres(ql)?:\/\//.test(value) && (/@\//.test(value) || isDecodable(value));
}

function isDecodable(value) {
  try {
    const { username, password } = new URL(value);
    return decodeURIComponent(username + password) !== '' || !value.includes('@');
  } catch {
    return false;
  }
}

/** What an example says instead of a secret. */
const PLACEHOLDER =
  /\$\(|\$\{|`|change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|with)|your[-_ ]|placeholder|<[^>]*>|随机|请(改|换|填)/i;

/** Whether anybody could guess it: the words of an example, the same few signs, the same piece again and again. */
function isGuessable(secret) {
  if (PLACEHOLDER.test(secret) || new Set(secret).size < MIN_SIGNS) return true;
  const half = Math.floor(secret.length / 2);
  return Array.from({ length: half }, (_, index) => index + 1).some((step) => secret.startsWith(secret.slice(step)));
}

/**
 * What each may be, and what is said to the person who set it otherwise; those without may be any text.
 * @type {Record<string, { isRight?: (value: string) => boolean, rule?: string }>}
 */
const RULES = {
  NODE_ENV: {
    isRight: oneOf('development', 'production', 'test'),
    rule: '须是 production、development 或 test；平常不用设',
  },
  PORT: { isRight: isWhole(0, 65_535), rule: '端口须是 1 到 65535 的整数，如 3000' },
  HOST: {},
  DATA_DIR: {
    isRight: isPath,
    rule: '须是这台电脑上的一个目录，如 /srv/kaoping；只能以 ~/ 开头，不能用 $HOME、%…%、~用户名、引号和全角的斜线',
  },
  DATABASE_URL: {
    isRight: isDatabaseAddress,
    rule: '须以 postgres:// 或 sqlite: 开头，sqlite: 后面是一个文件；密码里的 @ : / ? # % 要写成 %40 %3A %2F %3F %23 %25；不用 PostgreSQL 就不要设置它',
  },
  SESSION_SECRET: { isRight: (value) => value.length >= MIN_SECRET && !isGuessable(value) },
  PUBLIC_URL: {
    isRight: isWebAddress,
    rule: '须是 http 或 https 的网址，到主机（和端口）为止，后面没有路径，如 https://kaoping.school.cn',
  },
  TRUST_PROXY: { isRight: isFlag, rule: '须是 0 或 1' },
  KAOPING_DEMO: { isRight: oneOf('0', '1', 'false', 'true', 'public'), rule: '须是 0、1 或 public' },
  WEB_CONCURRENCY: { isRight: isWhole(1, 64), rule: '须是 1 到 64 的整数' },
  KAOPING_TIMED_WORK: { isRight: oneOf('0', '1'), rule: '须是 0 或 1' },
  KAOPING_SKIP_BACKUP: { isRight: isFlag, rule: '须是 0 或 1' },
  KAOPING_FFMPEG: { isRight: oneOf('contained', 'system'), rule: '须是 contained 或 system；平常不用设' },
  KAOPING_ADMIN_ACCOUNT: {},
  KAOPING_ADMIN_PASSWORD: {},
  SMTP_URL: { isRight: isMailAddress, rule: '须如 smtps://用户:密码@smtp.school.cn:465?from=kaoping@school.cn' },
  S3_URL: {
    isRight: isBucketAddress,
    rule: '须是对象存储的 http 或 https 网址，后面是桶名，如 https://s3.school.cn/kaoping；用户名和密码写在 S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY 里',
  },
  S3_REGION: {},
  S3_ACCESS_KEY_ID: {},
  S3_SECRET_ACCESS_KEY: {},
};

/** The settings that the server has. */
export const SETTING_NAMES = Object.keys(RULES);

/**
 * Whether a setting may be that; empty is as not set.
 * @param {string} name
 * @param {string} value
 */
export function isRight(name, value) {
  return value === '' || RULES[name].isRight?.(value) !== false;
}

/**
 * Several processes have to sign with the same key: with PostgreSQL it is said, not made.
 * @param {Record<string, string | undefined>} source
 */
export function lacksSecret(source) {
  return !source.SESSION_SECRET && source.DATABASE_URL?.startsWith('postgres') === true;
}

/**
 * What of a bucket is not said, where some of it is.
 * @param {Record<string, string | undefined>} source
 */
export function lackingOfS3(source) {
  const needed = ['S3_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const lacking = needed.filter((name) => !source[name]);
  return lacking.length === needed.length && !source.S3_REGION ? [] : lacking;
}

/** Passwords stand in these: they do not belong into a log. */
const SECRET_ONES = ['DATABASE_URL', 'SMTP_URL', 'S3_URL'];

/**
 * What is wrong with settings, all of it at once; null where nothing is. Empty is as not set.
 * @param {Record<string, string | undefined>} source
 * @returns {string | null}
 */
export function sayWrongSettings(source) {
  const wrong = SETTING_NAMES.flatMap((name) => {
    const value = source[name] ?? '';
    return isRight(name, value) ? [] : [sayWrong(name, value)];
  });
  if (lacksSecret(source)) {
    wrong.push(`SESSION_SECRET：使用 PostgreSQL 时必须设置（多个进程要用同一个）；${HOW_TO_MAKE}`);
  }
  for (const name of lackingOfS3(source)) {
    wrong.push(`${name}：文件存到对象存储时必须设置；不用对象存储，就把 S3_ 开头的几项都去掉`);
  }
  return wrong.length === 0 ? null : ['设置有误（环境变量或 .env）：', ...wrong].join('\n  ');
}

const HOW_TO_MAKE = '运行 openssl rand -hex 32，把它显示的 64 个字符填进来';

/** NAME=what it is：what it may be. */
function sayWrong(name, value) {
  if (name === 'SESSION_SECRET') return sayWrongSecret(value);
  const scheme = /^[a-z][a-z+.-]*:\/\//i.exec(value)?.[0] ?? '';
  const shown = SECRET_ONES.includes(name) ? `${scheme}…` : value.slice(0, 100);
  return `${name}=${shown}：${RULES[name].rule}`;
}

function sayWrongSecret({ length }) {
  if (length < MIN_SECRET) return `SESSION_SECRET：至少 ${MIN_SECRET} 个字符，现在是 ${length} 个；${HOW_TO_MAKE}`;
  return `SESSION_SECRET：现在的谁都猜得到（是示例里的字、没有替换的命令，或几个字符的重复），别人就能冒充管理员；${HOW_TO_MAKE}（换了以后大家要重新登录，邮件密码要重新填写）`;
}
