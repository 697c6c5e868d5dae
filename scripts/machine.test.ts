import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from './project.mjs';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-doctor-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** What `npm run doctor` says of the mail. */
async function mailLine(settings: Record<string, string>): Promise<string | undefined> {
  const PORT = String(await freePort());
  // Where the project is built the doctor asks the program too, which opens no demo school to other computers.
  const school = { DATA_DIR: dataDir, PORT, KAOPING_DEMO: '0' };
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH, ...school, ...settings };
  const { stdout } = spawnSync(process.execPath, ['scripts/doctor.mjs'], { encoding: 'utf8', env });
  expect(stdout).toMatch(/可以启动|正在运行/);
  return stdout.split('\n').find((line) => line.includes('邮件'));
}

function keepInDatabase(settings: Record<string, unknown>): void {
  const database = new Sqlite(path.join(dataDir, 'kaoping.db'));
  database.exec('create table settings (key text primary key, value text)');
  const add = database.prepare('insert into settings values (?, ?)');
  for (const [key, value] of Object.entries(settings)) add.run(key, JSON.stringify(value));
  database.close();
}

const SMTP_URL = 'smtp://mail.school.test:25?from=kaoping@school.test';

describe('doctor on mail', () => {
  test('says nothing where there is none', async () => {
    expect(await mailLine({})).toBeUndefined();
  });

  test('SMTP_URL without PUBLIC_URL: what is wrong and what to do', async () => {
    const line = await mailLine({ SMTP_URL });
    expect(line).toMatch(/^! 设置了 SMTP_URL，但没有设置 PUBLIC_URL/);
    expect(line).toContain('请设置 PUBLIC_URL=https://');
  });

  test('with PUBLIC_URL it says where the links lead', async () => {
    expect(await mailLine({ SMTP_URL, PUBLIC_URL: 'https://kaoping.school.test' })).toBe(
      '✓ 邮件：里面的链接以 https://kaoping.school.test 开头。',
    );
  });

  test('what the school’s page says counts as well, of the mail and of the address', async () => {
    keepInDatabase({ mail: { host: 'mail.school.test' } });
    expect(await mailLine({})).toMatch(/^! “学校设置”里设置了邮件，但没有设置 PUBLIC_URL/);
    rmSync(path.join(dataDir, 'kaoping.db'));
    keepInDatabase({ mail: { host: 'mail.school.test' }, school: { siteUrl: 'http://10.0.0.5:3000' } });
    expect(await mailLine({})).toMatch(/^✓ .*http:\/\/10\.0\.0\.5:3000/);
  });
});

describe('doctor beside a start that goes on', () => {
  test('a demo school that is being made is said, and there is nothing to be started', async () => {
    keepInDatabase({ demo_seeding: 1 });
    const hold = new Sqlite(path.join(dataDir, 'kaoping.running'));
    hold.exec('begin exclusive');
    try {
      const said = await doctor();
      expect(said).toMatch(/^! 数据目录 \S+ 正被另一个考评使用：它正在建立演示学校，还不能打开。/m);
      expect(said).toContain('考评正在启动或停止；');
      expect(said).not.toContain('可以启动');
    } finally {
      hold.close();
    }
    // Whoever held it was killed.
    const after = await doctor();
    expect(after).not.toContain('正被另一个考评使用');
    expect(after).toContain('! 上一次建立演示学校没有完成：下一次启动会把它清空重来。');
  });
});

async function doctor(): Promise<string> {
  const PORT = String(await freePort());
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH, DATA_DIR: dataDir, PORT };
  return spawnSync(process.execPath, ['scripts/doctor.mjs'], { encoding: 'utf8', env }).stdout;
}
