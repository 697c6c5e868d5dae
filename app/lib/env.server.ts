import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expandAddress, expandHome, sayOddPlace } from './data-place.server';
import { keptSecret } from './session-secret.server';
import { sayWrongSettings } from './settings.mjs';
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
};

/** All that is read from the environment alone. */
export type Settings = Omit<Env, 'sessionSecret'>;

const isOn = (value: string | undefined) => value === '1' || value === 'true';

/**
 * The settings in these environment variables. Makes nothing.
 * @throws StartRefusal that lists every wrong variable with what is expected.
 */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const { dataDir, databaseUrl } = locate(source);
  const wrong = sayWrongSettings(source) ?? sayOddPlace(dataDir);
  if (wrong !== null) throw new StartRefusal(wrong);
  const publicUrl = source.PUBLIC_URL ? new URL(source.PUBLIC_URL).origin : undefined;
  return {
    nodeEnv: (source.NODE_ENV || 'production') as Env['nodeEnv'],
    port: Number(source.PORT || 3000),
    host: source.HOST || undefined,
    dataDir,
    databaseUrl,
    publicUrl,
    isSecure: publicUrl?.startsWith('https:') ?? false,
    trustProxy: isOn(source.TRUST_PROXY),
    isDemo: isOn(source.KAOPING_DEMO) || source.KAOPING_DEMO === 'public',
    demoAccess: demoAccess(source.KAOPING_DEMO),
    doesTimedWork: source.KAOPING_TIMED_WORK !== '0',
    skipsUpgradeCopy: isOn(source.KAOPING_SKIP_BACKUP),
    ffmpeg: source.KAOPING_FFMPEG === 'system' ? 'system' : 'contained',
    adminAccount: source.KAOPING_ADMIN_ACCOUNT || undefined,
    adminPassword: source.KAOPING_ADMIN_PASSWORD || undefined,
    smtpUrl: source.SMTP_URL || undefined,
  };
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
