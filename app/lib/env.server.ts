import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { expandAddress, expandHome, sayOddPlace } from './data-place.server';
import { MIN_SECRET, keptSecret } from './session-secret.server';
import { StartRefusal } from './start-refusal';

const blank = (value: unknown) => (value === '' ? undefined : value);
const flag = z.preprocess(
  blank,
  z
    .enum(['0', '1', 'false', 'true'])
    .optional()
    .transform((value) => value === '1' || value === 'true'),
);
const optionalText = z.preprocess(blank, z.string().optional());
/** Number() takes ' 0x10 ' and '1e3' for numbers; a person who writes these means something else. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
/** What only a shell understands, another system, or a pair of quotes copied along would be taken for a folder's name. */
const isPath = (value: string) =>
  !/^~[^/\\]|\$\(|\$\{|\$HOME\b|%\w+%|^["'`“”‘’「]|["'`“”‘’」]$|[／＼]/.test(value) &&
  (process.platform === 'win32' || !/^[a-z]:[\\/]/i.test(value));
const isMailAddress = (value: string) => URL.canParse(value) && /^smtps?:\/\/[^/]/.test(value);
/** The app answers at the root of a host: a path would be left out without a word. */
function isWebAddress(value: string): boolean {
  if (!URL.canParse(value) || !/^https?:\/\//.test(value)) return false;
  const { pathname, search, hash, username } = new URL(value);
  return pathname === '/' && `${search}${hash}${username}` === '';
}
/** A password with the signs of an address in it ends the address too early. */
function isDatabaseAddress(value: string): boolean {
  if (value.startsWith('sqlite:')) return true;
  return /^postgres(ql)?:\/\//.test(value) && (/@\//.test(value) || isDecodable(value));
}
function isDecodable(value: string): boolean {
  try {
    const { username, password } = new URL(value);
    return decodeURIComponent(username + password) !== '' || !value.includes('@');
  } catch {
    return false;
  }
}

const schema = z.object({
  NODE_ENV: z.preprocess(blank, z.enum(['development', 'production', 'test']).default('production')),
  PORT: z.preprocess(blank, wholeNumber.pipe(z.number().max(65_535)).default('3000')),
  HOST: optionalText,
  DATA_DIR: z.preprocess(blank, z.string().refine(isPath).default('./data')),
  DATABASE_URL: z.preprocess(blank, z.string().refine(isDatabaseAddress).optional()),
  SESSION_SECRET: z.preprocess(blank, z.string().min(MIN_SECRET).optional()),
  PUBLIC_URL: z.preprocess(blank, z.string().refine(isWebAddress).optional()),
  TRUST_PROXY: flag,
  KAOPING_DEMO: z.preprocess(blank, z.enum(['0', '1', 'false', 'true', 'public']).optional()),
  // Read by server/serve.mjs before this process began.
  WEB_CONCURRENCY: z.preprocess(blank, wholeNumber.pipe(z.number().min(1).max(64)).default('1')),
  KAOPING_TIMED_WORK: z.preprocess(blank, z.enum(['0', '1']).default('1')),
  KAOPING_SKIP_BACKUP: flag,
  KAOPING_FFMPEG: z.preprocess(blank, z.enum(['contained', 'system']).default('contained')),
  KAOPING_ADMIN_ACCOUNT: optionalText,
  KAOPING_ADMIN_PASSWORD: optionalText,
  SMTP_URL: z.preprocess(blank, z.string().refine(isMailAddress).optional()),
});

const WRONG = '设置有误（环境变量或 .env）：';

type Name = keyof typeof schema.shape;
/** The settings there are. */
export const SETTING_NAMES = Object.keys(schema.shape) as Name[];

/** What each may be, for the person who set it otherwise; those that are not here may be any text. */
const RULES: Partial<Record<Name, string>> = {
  NODE_ENV: '须是 production、development 或 test；平常不用设',
  PORT: '端口须是 1 到 65535 的整数，如 3000',
  DATA_DIR: '须是这台电脑上的一个目录，如 /srv/kaoping；只能以 ~/ 开头，不能用 $HOME、%…%、~用户名、引号和全角的斜线',
  DATABASE_URL:
    '须以 postgres:// 或 sqlite: 开头；密码里的 @ : / ? # % 要写成 %40 %3A %2F %3F %23 %25；不用 PostgreSQL 就不要设置它',
  SESSION_SECRET: `至少 ${MIN_SECRET} 个字符`,
  PUBLIC_URL: '须是 http 或 https 的网址，到主机（和端口）为止，后面没有路径，如 https://kaoping.school.cn',
  TRUST_PROXY: '须是 0 或 1',
  KAOPING_DEMO: '须是 0、1 或 public',
  WEB_CONCURRENCY: '须是 1 到 64 的整数',
  KAOPING_TIMED_WORK: '须是 0 或 1',
  KAOPING_SKIP_BACKUP: '须是 0 或 1',
  KAOPING_FFMPEG: '须是 contained 或 system；平常不用设',
  SMTP_URL: '须如 smtps://用户:密码@smtp.school.cn:465?from=kaoping@school.cn',
};
/** Passwords stand in these: they do not belong into a log. */
const SECRET_ONES: Name[] = ['DATABASE_URL', 'SESSION_SECRET', 'SMTP_URL'];

/** NAME=what it is：what it may be. */
function sayWrong(name: Name, value = ''): string {
  if (name === 'SESSION_SECRET') return `  SESSION_SECRET：${RULES.SESSION_SECRET}，现在是 ${value.length} 个`;
  const scheme = /^[a-z][a-z+.-]*:\/\//i.exec(value)?.[0] ?? '';
  const shown = SECRET_ONES.includes(name) ? `${scheme}…` : value.slice(0, 100);
  return `  ${name}=${shown}：${RULES[name] ?? '写得不对'}`;
}

/** The settings of this process, checked once. Times and sizes that the school may change live in the database. */
export type Env = {
  nodeEnv: 'development' | 'production' | 'test';
  port: number;
  host: string | undefined;
  /** Absolute path; exists. */
  dataDir: string;
  /** `sqlite:<absolute file>` or a postgres:// address. */
  databaseUrl: string;
  sessionSecret: string;
  /** Origin without a trailing slash, or undefined. */
  publicUrl: string | undefined;
  /** True when PUBLIC_URL is https: cookies are then Secure. */
  isSecure: boolean;
  trustProxy: boolean;
  /** An empty school begins as the demo school. */
  isDemo: boolean;
  /** `public`: whoever started it wants the demo accounts within everybody's reach; `refused`: wants none (KAOPING_DEMO=0). */
  demoAccess: 'public' | 'here' | 'refused';
  /** False in all but one of several processes: the one closes papers in time, sends reminders, cleans up. */
  doesTimedWork: boolean;
  /** No copy is made before a schema upgrade: whoever started it has made one. */
  skipsUpgradeCopy: boolean;
  /** Which FFmpeg reads recordings: the package installed with the app, or the system's where it is there. */
  ffmpeg: 'contained' | 'system';
  adminAccount: string | undefined;
  adminPassword: string | undefined;
  /** The mail server; in force instead of the one in 学校设置. */
  smtpUrl: string | undefined;
};

/**
 * Checks the environment variables, and makes nothing.
 * @throws StartRefusal that lists every wrong variable with what is expected.
 */
export function checkSettings(source: Record<string, string | undefined>) {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0] as Name));
    throw new StartRefusal(`${WRONG}\n${[...wrong].map((name) => sayWrong(name, source[name])).join('\n')}`);
  }
  const value = parsed.data;
  const { dataDir, databaseUrl } = locate({ DATA_DIR: value.DATA_DIR, DATABASE_URL: value.DATABASE_URL });
  const odd = sayOddPlace(dataDir);
  if (odd !== null) throw new StartRefusal(odd);
  if (!value.SESSION_SECRET && databaseUrl.startsWith('postgres')) {
    throw new StartRefusal(`${WRONG}\n  SESSION_SECRET：使用 PostgreSQL 时必须设置（多个进程要用同一个）`);
  }
  return value;
}

/**
 * The settings in these environment variables; the data directory and its secret are made where they are not there.
 * @throws StartRefusal that says what is wrong
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const value = checkSettings(source);
  const { dataDir, databaseUrl } = locate({ DATA_DIR: value.DATA_DIR, DATABASE_URL: value.DATABASE_URL });
  makeDirectory(dataDir);
  const publicUrl = value.PUBLIC_URL ? new URL(value.PUBLIC_URL).origin : undefined;
  return {
    nodeEnv: value.NODE_ENV,
    port: value.PORT,
    host: value.HOST,
    dataDir,
    databaseUrl,
    sessionSecret: value.SESSION_SECRET ?? keptSecret(secretFile(dataDir)),
    publicUrl,
    isSecure: publicUrl?.startsWith('https:') ?? false,
    trustProxy: value.TRUST_PROXY,
    isDemo: ['1', 'true', 'public'].includes(value.KAOPING_DEMO ?? ''),
    demoAccess: demoAccess(value.KAOPING_DEMO),
    doesTimedWork: value.KAOPING_TIMED_WORK === '1',
    skipsUpgradeCopy: value.KAOPING_SKIP_BACKUP,
    ffmpeg: value.KAOPING_FFMPEG,
    adminAccount: value.KAOPING_ADMIN_ACCOUNT,
    adminPassword: value.KAOPING_ADMIN_PASSWORD,
    smtpUrl: value.SMTP_URL,
  };
}

function demoAccess(value: string | undefined): Env['demoAccess'] {
  if (value === 'public') return 'public';
  return value === '0' || value === 'false' ? 'refused' : 'here';
}

function makeDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EEXIST' || code === 'ENOTDIR' ? '那里有一个同名的文件' : code === 'EACCES' ? '没有权限' : code;
    throw new StartRefusal(`数据目录 ${dataDir} 建不起来（${reason}）。请把 DATA_DIR 设成一个能写的目录。`);
  }
}

/** Where the data of these settings is; makes nothing. */
export function locate(source: Record<string, string | undefined>) {
  const dataDir = path.resolve(expandHome(source.DATA_DIR || './data'));
  const databaseUrl = source.DATABASE_URL ? expandAddress(source.DATABASE_URL) : undefined;
  return { dataDir, databaseUrl: databaseUrl ?? `sqlite:${path.join(dataDir, 'kaoping.db')}` };
}

/** Where the secret stands unless SESSION_SECRET says it. */
export function secretFile(dataDir: string): string {
  return path.join(dataDir, 'session-secret');
}

let cached: Env | undefined;

/** The checked settings of this process. */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/** Forgets the checked settings so that the next `env()` reads the environment again; for tests. */
export function resetEnv(): void {
  cached = undefined;
}
