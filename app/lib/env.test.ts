import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SETTING_NAMES, parseEnv } from './env.server';
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

const FREE = ['HOST', 'DATA_DIR', 'KAOPING_ADMIN_ACCOUNT', 'KAOPING_ADMIN_PASSWORD'];

test.each(SETTING_NAMES)('nonsense in %s is a Chinese sentence that names it', (name) => {
  for (const nonsense of ['abc', '-1', '1.5', '70000', 'ftp://nowhere', '1e3', '０']) {
    const value = name === 'DATA_DIR' ? path.join(place, nonsense) : nonsense;
    const said = refusalOf({ [name]: value });
    if (FREE.includes(name)) continue;
    expect(said).toMatch(new RegExp(`^设置有误（环境变量或 .env）：\\n  ${name}\\S*：?\\S*[\\u4e00-\\u9fff]`));
    expect(said).not.toMatch(/[A-Za-z]+ [a-z]+ [a-z]+|Invalid|Expected|undefined|NaN/);
    if (!['SESSION_SECRET', 'DATABASE_URL', 'SMTP_URL'].includes(name)) expect(said).toContain(`${name}=${value}：`);
  }
});

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
    '  DATABASE_URL=mysql://…：须以 postgres:// 或 sqlite: 开头；密码里的 @ : / ? # % 要写成 %40 %3A %2F %3F %23 %25；不用 PostgreSQL 就不要设置它',
    '  SESSION_SECRET：至少 32 个字符，现在是 6 个',
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
  ['PUBLIC_URL', 'https://school.cn/kaoping'],
  ['PUBLIC_URL', 'https://school.cn/?a=1'],
  ['DATABASE_URL', 'postgres://kaoping:a#b@localhost/kaoping'],
  ['DATABASE_URL', 'postgres://kaoping:a/b@localhost/kaoping'],
  ['DATABASE_URL', 'postgres://kaoping:50%@localhost/kaoping'],
])('%s=%s would mean something else than it says', (name, value) => {
  const said = refusalOf({ SESSION_SECRET: 'x'.repeat(40), [name]: value });
  expect(said).toContain(`  ${name}=`);
  if (name === 'DATABASE_URL') expect(said).toMatch(/postgres:\/\/…：.*%23/);
});

test.each([
  'postgres://kaoping:a%23b@localhost/kaoping',
  'postgres://localhost/kaoping',
  'postgresql:///kaoping?host=/var/run/postgresql',
  'postgres://kaoping:geheim@/kaoping?host=/var/run/postgresql',
  'postgres://kaoping@localhost:5432/kaoping',
])('%s is an address of a database', (DATABASE_URL) => {
  expect(refusalOf({ SESSION_SECRET: 'x'.repeat(40), DATABASE_URL })).toBe(null);
});
