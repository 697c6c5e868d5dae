import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseEnv } from './env.server';
import { SETTING_NAMES } from './settings.mjs';
import { StartRefusal } from './start-refusal';

const place = mkdtempSync(path.join(tmpdir(), 'kaoping-env-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What a start with these settings is refused with; null where they will do. */
function refusalOf(settings: Record<string, string>): string | null {
  try {
    parseEnv({ DATA_DIR: path.join(place, 'data'), ...settings });
    return null;
  } catch (error) {
    if (error instanceof StartRefusal) return error.message;
    throw error;
  }
}

const SECRET = 'a secret for tests, never used elsewhere';
const FREE = ['HOST', 'DATA_DIR', 'KAOPING_ADMIN_ACCOUNT', 'KAOPING_ADMIN_PASSWORD'];
const OF_A_BUCKET = ['S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

test.each(SETTING_NAMES.filter((name) => !OF_A_BUCKET.includes(name)))(
  'nonsense in %s is a Chinese sentence that names it',
  (name) => {
    for (const nonsense of ['abc', '-1', '1.5', '70000', 'ftp://nowhere', '1e3', '０']) {
      const value = name === 'DATA_DIR' ? path.join(place, nonsense) : nonsense;
      const said = refusalOf({ [name]: value });
      if (FREE.includes(name)) continue;
      expect(said).toMatch(new RegExp(`^设置有误（环境变量或 .env）：\\n  ${name}\\S*：?\\S*[\\u4e00-\\u9fff]`));
      expect(said).not.toMatch(/[A-Za-z]+ [a-z]+ [a-z]+|Invalid|Expected|undefined|NaN/);
      if (!['SESSION_SECRET', 'DATABASE_URL', 'SMTP_URL', 'S3_URL'].includes(name))
        expect(said).toContain(`${name}=${value}：`);
    }
  },
);

test('every wrong setting is said at once; no password is', () => {
  const said = refusalOf({
    WEB_CONCURRENCY: 'abc',
    PORT: 'x',
    DATABASE_URL: 'mysql://me:geheim@host/db',
    SMTP_URL: 'imap://me:geheim@host',
    SESSION_SECRET: 'geheim',
  });
  expect(said?.split('\n')).toEqual([
    '设置有误（环境变量或 .env）：',
    '  PORT=x：端口须是 1 到 65535 的整数，如 3000',
    '  DATABASE_URL=mysql://…：须以 postgres:// 或 sqlite: 开头，sqlite: 后面是一个文件；密码里的 @ : / ? # % 要写成 %40 %3A %2F %3F %23 %25；不用 PostgreSQL 就不要设置它',
    '  SESSION_SECRET：至少 32 个字符，现在是 6 个；运行 openssl rand -hex 32，把它显示的 64 个字符填进来',
    '  WEB_CONCURRENCY=abc：须是 1 到 64 的整数',
    '  SMTP_URL=imap://…：须如 smtps://用户:密码@smtp.school.cn:465?from=kaoping@school.cn',
  ]);
});

test('what is right, and what is empty, will do', () => {
  expect(refusalOf(Object.fromEntries(SETTING_NAMES.map((name) => [name, name === 'DATA_DIR' ? place : ''])))).toBe(
    null,
  );
  const settings = {
    ...{ PORT: '3001', WEB_CONCURRENCY: '4', TRUST_PROXY: '1', KAOPING_DEMO: 'public', KAOPING_TIMED_WORK: '0' },
    ...{ PUBLIC_URL: 'https://kaoping.school.cn/', SMTP_URL: 'smtp://mail.school.cn?security=none' },
  };
  expect(refusalOf(settings)).toBe(null);
  expect(parseEnv({ DATA_DIR: place, ...settings })).toMatchObject({ port: 3001, trustProxy: true });
});

test.each([
  ['DATA_DIR', '“/srv/考评”'],
  ['DATA_DIR', "'/srv/kaoping'"],
  ['DATA_DIR', 'D：／考评'],
  ['DATABASE_URL', 'sqlite:'],
  ['DATABASE_URL', 'sqlite::memory:'],
  ['PUBLIC_URL', 'https://school.cn/kaoping'],
  ['PUBLIC_URL', 'https://school.cn/?a=1'],
  ['DATABASE_URL', 'postgres://kaoping:a#b@localhost/kaoping'],
  ['DATABASE_URL', 'postgres://kaoping:a/b@localhost/kaoping'],
  ['DATABASE_URL', 'postgres://kaoping:50%@localhost/kaoping'],
])('%s=%s would mean something else than it says', (name, value) => {
  const said = refusalOf({ SESSION_SECRET: SECRET, [name]: value });
  expect(said).toContain(`  ${name}=`);
  if (value.startsWith('postgres')) expect(said).toMatch(/postgres:\/\/…：.*%23/);
});

const BUCKET = { S3_URL: 'https://s3.school.cn/kaoping/', S3_ACCESS_KEY_ID: 'kaoping', S3_SECRET_ACCESS_KEY: 'geheim' };

test('a bucket is said whole or not at all', () => {
  for (const name of Object.keys(BUCKET)) {
    const said = refusalOf({ ...BUCKET, [name]: '' });
    expect(said).toMatch(
      new RegExp(`^设置有误（环境变量或 .env）：\\n  ${name}：文件存到对象存储时必须设置；[^\\n]*$`),
    );
    expect(said).not.toContain('geheim');
  }
  expect(refusalOf({ S3_REGION: 'cn-north-1' })).toContain('S3_URL：');
  expect(parseEnv({ DATA_DIR: place, ...BUCKET }).s3).toEqual({
    ...{ url: 'https://s3.school.cn/kaoping', region: 'us-east-1' },
    ...{ accessKeyId: 'kaoping', secretAccessKey: 'geheim' },
  });
  expect(parseEnv({ DATA_DIR: place }).s3).toBeUndefined();
});

test.each([
  's3://kaoping',
  'https://me:geheim@s3.school.cn/kaoping',
  'https://s3.school.cn/kaoping/files',
  'https://s3.school.cn/kaoping?x=1',
])('%s is no address of a bucket', (S3_URL) => {
  const said = refusalOf({ ...BUCKET, S3_URL });
  expect(said).toContain('  S3_URL=');
  expect(said).not.toContain('geheim');
});

test.each([
  'postgres://kaoping:a%23b@localhost/kaoping',
  'postgres://localhost/kaoping',
  'postgresql:///kaoping?host=/var/run/postgresql',
  'postgres://kaoping:geheim@/kaoping?host=/var/run/postgresql',
  'postgres://kaoping@localhost:5432/kaoping',
])('%s is an address of a database', (DATABASE_URL) => {
  expect(refusalOf({ SESSION_SECRET: SECRET, DATABASE_URL })).toBe(null);
});

test.each([
  '$(openssl rand -hex 32) $(openssl rand -hex 32)',
  'change-me-change-me-to-something-else',
  'CHANGE_ME_________________________________',
  'x'.repeat(64),
  '0'.repeat(32),
  'kaoping'.repeat(6),
  '12345678901234567890123456789012',
  '请改成一段很长很长的、别人猜不到的文字，至少要有三十二个字符才行',
])('%s is no secret, long as it is', (SESSION_SECRET) => {
  const said = refusalOf({ SESSION_SECRET });
  expect(said).toMatch(
    /^设置有误（环境变量或 .env）：\n {2}SESSION_SECRET：现在的谁都猜得到.*运行 openssl rand -hex 32/,
  );
  expect(said).not.toContain(SESSION_SECRET);
});

test.each([
  '6a1f0c9be27d4438a5b1c2e88f90d7731c4f0b6e9d2a5c7f8e1b3d4a6c9f0e2d',
  'kR8v+0QmTz1yLw5nXb7cJd3fHg9sPa2eVu4iWo6xYq8=',
  '一句自己想出来的话，够长，别人猜不到，里面有字有数 7 有符号！再加几个字',
])('%s will do as a secret', (SESSION_SECRET) => {
  expect(refusalOf({ SESSION_SECRET })).toBe(null);
});
