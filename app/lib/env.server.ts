import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { expandAddress, expandHome, sayOddPlace } from './data-place.mjs';
import { keptSecret } from './session-secret.server';
import { isRight, lackingOfS3, lacksSecret, sayWrongSettings } from './settings.mjs';
import { StartRefusal } from './start-refusal';

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
  /** Where stored files are kept instead of the data directory. */
  s3: { url: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined;
};

/** All that is read from the environment alone. */
export type Settings = Omit<Env, 'sessionSecret'>;

/** One setting, which may be left out or empty; what else it may be says settings.mjs. */
const setting = (name: string) =>
  z
    .preprocess((value) => (value === '' ? undefined : value), z.string().optional())
    .refine((value) => isRight(name, value ?? ''));
const flag = (name: string) => setting(name).transform((value) => value === '1' || value === 'true');

const schema = z.object({
  NODE_ENV: setting('NODE_ENV').transform((value) => (value ?? 'production') as Env['nodeEnv']),
  PORT: setting('PORT').transform((value) => Number(value ?? '3000')),
  HOST: setting('HOST'),
  DATA_DIR: setting('DATA_DIR'),
  DATABASE_URL: setting('DATABASE_URL'),
  SESSION_SECRET: setting('SESSION_SECRET'),
  PUBLIC_URL: setting('PUBLIC_URL').transform((value) => (value === undefined ? value : new URL(value).origin)),
  TRUST_PROXY: flag('TRUST_PROXY'),
  KAOPING_DEMO: setting('KAOPING_DEMO'),
  // Read by server/serve.mjs before this process began.
  WEB_CONCURRENCY: setting('WEB_CONCURRENCY'),
  KAOPING_TIMED_WORK: setting('KAOPING_TIMED_WORK').transform((value) => value !== '0'),
  KAOPING_SKIP_BACKUP: flag('KAOPING_SKIP_BACKUP'),
  KAOPING_FFMPEG: setting('KAOPING_FFMPEG').transform((value) => (value ?? 'contained') as Env['ffmpeg']),
  KAOPING_ADMIN_ACCOUNT: setting('KAOPING_ADMIN_ACCOUNT'),
  KAOPING_ADMIN_PASSWORD: setting('KAOPING_ADMIN_PASSWORD'),
  SMTP_URL: setting('SMTP_URL'),
  S3_URL: setting('S3_URL'),
  S3_REGION: setting('S3_REGION'),
  S3_ACCESS_KEY_ID: setting('S3_ACCESS_KEY_ID'),
  S3_SECRET_ACCESS_KEY: setting('S3_SECRET_ACCESS_KEY'),
});

/**
 * The settings in these environment variables. Makes nothing.
 * @throws StartRefusal that lists every wrong variable with what is expected.
 */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const parsed = schema.refine(() => !lacksSecret(source) && lackingOfS3(source).length === 0).safeParse(source);
  const { dataDir, databaseUrl } = locate(source);
  const wrong = parsed.success ? sayOddPlace(dataDir) : (sayWrongSettings(source) ?? parsed.error.message);
  if (wrong !== null || !parsed.success) throw new StartRefusal(wrong ?? '');
  const { data } = parsed;
  return {
    nodeEnv: data.NODE_ENV,
    port: data.PORT,
    host: data.HOST,
    dataDir,
    databaseUrl,
    publicUrl: data.PUBLIC_URL,
    isSecure: data.PUBLIC_URL?.startsWith('https:') ?? false,
    trustProxy: data.TRUST_PROXY,
    isDemo: ['1', 'true', 'public'].includes(data.KAOPING_DEMO ?? ''),
    demoAccess: demoAccess(data.KAOPING_DEMO),
    doesTimedWork: data.KAOPING_TIMED_WORK,
    skipsUpgradeCopy: data.KAOPING_SKIP_BACKUP,
    ffmpeg: data.KAOPING_FFMPEG,
    adminAccount: data.KAOPING_ADMIN_ACCOUNT,
    adminPassword: data.KAOPING_ADMIN_PASSWORD,
    smtpUrl: data.SMTP_URL,
    s3: bucketOf(data),
  };
}

function bucketOf({ S3_URL, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: z.output<typeof schema>): Env['s3'] {
  if (!S3_URL || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  const url = S3_URL.replace(/\/$/, '');
  // What stores outside Amazon's take for theirs.
  const region = S3_REGION ?? 'us-east-1';
  return { url, region, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
}

/**
 * The same with the secret; it and the data directory are made where they are not there.
 * @throws StartRefusal that says what is wrong
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const settings = readSettings(source);
  makeDirectory(settings.dataDir);
  return { ...settings, sessionSecret: source.SESSION_SECRET || keptSecret(secretFile(settings.dataDir)) };
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
