import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { db } from '~/db/db.server';
import { makeTeacher } from '~tests/factories';
import { firstPasswordRefusal } from '~/domain/user/password.server';
import { useBackupDatabase } from '~tests/support/backup-database';
import { useDatabase } from '~tests/support/db';
import { backup, restore, sayKeptByNpm, settings, verify } from './tools.server';

useDatabase({ keepRows: true });
useBackupDatabase();

const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-tools-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

/** Runs a command; answers its exit code and what it said. */
async function run(command: (args: string[]) => Promise<number>, ...args: string[]) {
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  try {
    const code = await command(args);
    return { code, said: said.mock.calls.join('\n') };
  } finally {
    said.mockRestore();
  }
}

test('options that npm kept for itself are refused with the line to type', async () => {
  const place = path.join(directory, 'a b');
  for (const [name, value] of Object.entries({ lifecycle_event: 'backup', config_encrypt: 'true', config_keep: '14' }))
    vi.stubEnv(`npm_${name}`, value);
  const { code, said } = await run(backup, place);
  expect(code).toBe(2);
  expect(said).toBe(
    `--encrypt --keep=14 被 npm 拿走了，没有交给考评，所以什么也没有做。请在前面加上 --：npm run backup -- '${place}' --encrypt --keep=14`,
  );
  expect(readdirSync(directory)).toEqual([]);
  vi.stubEnv('npm_lifecycle_event', 'verify');
  expect((await run(verify, 'x.tar')).code).toBe(2);
  vi.stubEnv('npm_lifecycle_event', 'restore');
  vi.stubEnv('npm_config_encrypt', undefined);
  vi.stubEnv('npm_config_keep', undefined);
  vi.stubEnv('npm_config_damaged', 'true');
  expect((await run(restore, 'x.tar')).said).toContain('npm run restore -- x.tar --damaged');
  // Run by npm with the options where they belong, and by something else that npm runs.
  expect(sayKeptByNpm('backup', ['--keep=1'], { npm_lifecycle_event: 'backup' })).toBeNull();
  expect(sayKeptByNpm('backup', [], { npm_lifecycle_event: 'test', npm_config_keep: '1' })).toBeNull();
});

test('a first password that anybody guesses is refused, before there is a school', async () => {
  expect(firstPasswordRefusal('admin', '1')).toBe(
    'KAOPING_ADMIN_PASSWORD 不能用：密码至少 8 个字符。请改好再启动；去掉它，就随机生成一个一次性密码。',
  );
  expect(firstPasswordRefusal('admin', 'admin')).not.toBeNull();
  expect(firstPasswordRefusal('admin', undefined)).toBeNull();
  expect(firstPasswordRefusal('admin', 'a-password-for-tests')).toBeNull();
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('DATA_DIR', path.join(directory, 'new'));
  vi.stubEnv('KAOPING_DEMO', '0');
  vi.stubEnv('KAOPING_ADMIN_PASSWORD', '1');
  const { code, said } = await run(settings);
  expect([code, said]).toEqual([1, expect.stringContaining('KAOPING_ADMIN_PASSWORD 不能用')]);
});

test('the doctor judges a new directory as a start does: a demo school that others could reach is refused', async () => {
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('DATA_DIR', path.join(directory, 'not-there'));
  vi.stubEnv('KAOPING_DEMO', undefined);
  vi.stubEnv('HOST', '');
  vi.stubEnv('PUBLIC_URL', '');
  vi.stubEnv('TRUST_PROXY', '');
  expect(await run(settings)).toEqual({ code: 0, said: '' });
  for (const [name, value] of [
    ['HOST', '0.0.0.0'],
    ['PUBLIC_URL', 'https://kaoping.school.test'],
  ] as const) {
    vi.stubEnv(name, value);
    const { code, said } = await run(settings);
    expect([code, said]).toEqual([1, expect.stringContaining(`${name}=${value} 会让别的电脑打开它`)]);
    vi.stubEnv(name, '');
  }
  vi.stubEnv('HOST', '0.0.0.0');
  vi.stubEnv('KAOPING_DEMO', 'public');
  expect((await run(settings)).code).toBe(0);
  expect(readdirSync(directory)).not.toContain('not-there');
});

test('a database that is newer than the program is spoken of by the doctor and by a backup', async () => {
  await makeTeacher();
  expect((await run(settings)).code).toBe(0);
  const open = db().withTables<{ kysely_migration: { name: string; timestamp: string } }>();
  await open.insertInto('kysely_migration').values({ name: '9999-later', timestamp: '2030-01-01' }).execute();
  const doctor = await run(settings);
  expect(doctor.code).toBe(1);
  expect(doctor.said).toMatch(/^数据库比程序新：它已经升级到 9999-later/);
  const made = await run(backup, path.join(directory, 'newer'));
  expect(made.code).toBe(0);
  expect(made.said).toContain('数据库比程序新（已经升级到 9999-later）');
});

test('a place that is empty, as of a script’s variable, is no place for a backup', async () => {
  const { code, said } = await run(backup, '');
  expect([code, said]).toEqual([2, expect.stringContaining('要放到的目录是空的')]);
});

test('an archive that is not there is said with what to look at', async () => {
  const { code, said } = await run(verify, 'nothere.tar');
  expect([code, said]).toEqual([1, expect.stringMatching(/^找不到 nothere\.tar。请看看/)]);
});

test('the first account of the settings is one as all the others are', () => {
  expect(firstPasswordRefusal('a b', undefined)).toBe(
    'KAOPING_ADMIN_ACCOUNT=a b 不能用：账号只能用字母、数字和 - _ . @，并以字母或数字开头。请改好再启动。',
  );
});
