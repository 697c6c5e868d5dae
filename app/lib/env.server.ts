import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { MIN_SECRET, keptSecret } from './session-secret.server';
import { StartRefusal } from './start-refusal';

const flag = z
  .string()
  .optional()
  .transform((value) => value === '1' || value === 'true');
const blank = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(blank, z.string().optional());

const PORT_RULE = '端口须是 1 到 65535 的整数，如 3000';

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.preprocess(
    blank,
    z.coerce
      .number({ invalid_type_error: PORT_RULE })
      .int(PORT_RULE)
      .min(0, PORT_RULE)
      .max(65535, PORT_RULE)
      .default(3000),
  ),
  HOST: optionalText,
  DATA_DIR: z.preprocess(blank, z.string().default('./data')),
  DATABASE_URL: z.preprocess(
    blank,
    z
      .string()
      .regex(/^(postgres(ql)?:\/\/|sqlite:)/, '须以 postgres:// 或 sqlite: 开头；不用 PostgreSQL 就不要设置它')
      .optional(),
  ),
  SESSION_SECRET: z.preprocess(blank, z.string().min(MIN_SECRET, `至少 ${MIN_SECRET} 个字符`).optional()),
  PUBLIC_URL: z.preprocess(blank, z.string().url('须是完整网址，如 https://kaoping.school.cn').optional()),
  TRUST_PROXY: flag,
  KAOPING_DEMO: z.preprocess(
    blank,
    z.enum(['0', '1', 'false', 'true', 'public'], { message: '须是 0、1 或 public' }).optional(),
  ),
  // Read by scripts/serve.mjs before this process began.
  WEB_CONCURRENCY: z.preprocess(
    blank,
    z.coerce.number().int('须是整数').min(1, '至少 1').max(64, '最多 64').default(1),
  ),
  KAOPING_TIMED_WORK: z.preprocess(blank, z.enum(['0', '1']).default('1')),
  KAOPING_SKIP_BACKUP: flag,
  KAOPING_FFMPEG: z.preprocess(blank, z.enum(['contained', 'system']).default('contained')),
  KAOPING_ADMIN_ACCOUNT: optionalText,
  KAOPING_ADMIN_PASSWORD: optionalText,
  SMTP_URL: z.preprocess(
    blank,
    z
      .string()
      .url('须如 smtps://用户:密码@smtp.school.cn:465?from=kaoping@school.cn')
      .regex(/^smtps?:\/\//, '以 smtp:// 或 smtps:// 开头')
      .optional(),
  ),
});

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
 * Checks the environment variables.
 * @throws StartRefusal that lists every wrong variable with what is expected.
 */
export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new StartRefusal(`环境变量有误 (invalid environment):\n${problems.join('\n')}`);
  }
  const value = parsed.data;
  const { dataDir, databaseUrl } = locate({ DATA_DIR: value.DATA_DIR, DATABASE_URL: value.DATABASE_URL });
  makeDirectory(dataDir);
  if (!value.SESSION_SECRET && databaseUrl.startsWith('postgres')) {
    throw new StartRefusal(
      '环境变量有误 (invalid environment):\n  SESSION_SECRET: 使用 PostgreSQL 时必须设置（多个进程要用同一个）',
    );
  }
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
  const dataDir = path.resolve(source.DATA_DIR || './data');
  return { dataDir, databaseUrl: source.DATABASE_URL || `sqlite:${path.join(dataDir, 'kaoping.db')}` };
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
