import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from './project.mjs';
import { whyNoRights } from './rights.mjs';

/** A school that the user who runs the program may not touch: another one's, or closed to its own. */

/** Nobody's, where the tests may take it. */
const OTHER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const isOther = OTHER.uid !== undefined;
const whose = isOther ? '它属于用户 root，现在运行的是用户 nobody' : `权限不许它的所有者 ${userInfo().username} 读写`;

let place = '';
let dataDir = '';
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'kaoping-rights-'));
  chmodSync(place, 0o755);
  dataDir = path.join(place, 'data');
  mkdirSync(dataDir);
  new Sqlite(path.join(dataDir, 'kaoping.db')).exec('create table settings (key text, value text)').close();
  writeFileSync(path.join(dataDir, 'session-secret'), 's'.repeat(64));
  giveAll();
});
afterEach(() => {
  for (const name of ['', 'files', 'kaoping.db']) {
    const file = path.join(dataDir, name);
    if (existsSync(file)) chmodSync(file, 0o700);
  }
  rmSync(place, { recursive: true, force: true });
});

/** To the user who runs the program. */
function giveAll(): void {
  for (const name of ['', 'kaoping.db', 'session-secret'])
    if (isOther) chownSync(path.join(dataDir, name), OTHER.uid, OTHER.gid);
}

/** As the program leaves it when root has started it; for who is not root, closed to themselves. */
function close(name: string, mode: number): void {
  const file = path.join(dataDir, name);
  if (isOther) chownSync(file, 0, 0);
  chmodSync(file, isOther ? mode : 0o000);
}

async function run(...line: string[]) {
  const PORT = String(await freePort());
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT,
    KAOPING_DEMO: '0',
  };
  if (process.env.KAOPING_BUILD_DIR) env.KAOPING_BUILD_DIR = process.env.KAOPING_BUILD_DIR;
  const done = spawnSync(process.execPath, line, { encoding: 'utf8', env, ...OTHER, timeout: 60_000 });
  return { status: done.status, said: done.stdout + done.stderr };
}

const STARTS = [['scripts/doctor.mjs'], ['server/serve.mjs', 'build/server/index.js']];
const TOOLS = [['scripts/reset-password.mjs', 'admin']];

/** One sentence with whose it is and what to do; no stack, and no word of another trouble. */
function expectSentence({ status, said }: { status: number | null; said: string }, what: string): void {
  expect([status, said]).toEqual([1, expect.stringContaining(what)]);
  expect(said).toContain(whose);
  expect(said).toMatch(isOther ? /sudo chown -R nobody \S+data/ : /chmod -R u\+rwX \S+data/);
  expect(said).not.toMatch(/\n\s+at |EACCES|找不到|从备份恢复|node:/);
}

describe.skipIf(process.platform === 'win32')('rights', () => {
  test('a data directory of another user’s: every program says whose it is and how to have it', async () => {
    close('', 0o700);
    for (const line of [...STARTS, ...TOOLS]) expectSentence(await run(...line), `没有权限读写 ${dataDir}：`);
  });

  test('a database alone that cannot be read is a matter of rights, and no reason to restore a backup', async () => {
    close('kaoping.db', 0o600);
    const database = path.join(dataDir, 'kaoping.db');
    for (const line of [...STARTS, ...TOOLS]) expectSentence(await run(...line), `没有权限读写 ${database}：`);
  });

  test('a folder of recordings that takes none stops the start', async () => {
    mkdirSync(path.join(dataDir, 'files'));
    close('files', 0o700);
    for (const line of STARTS) expectSentence(await run(...line), `没有权限读写 ${path.join(dataDir, 'files')}：`);
  });

  test('a file where the folder of recordings should be stops the start', async () => {
    writeFileSync(path.join(dataDir, 'files'), '');
    for (const line of STARTS) {
      const { status, said } = await run(...line);
      expect([status, said]).toEqual([
        1,
        expect.stringContaining(`${path.join(dataDir, 'files')} 是一个文件，应当是目录`),
      ]);
    }
  });

  test('a data directory that is a file is no matter of rights', () => {
    const file = path.join(place, 'file');
    writeFileSync(file, '');
    expect(whyNoRights({ dataDir: file, databaseUrl: `sqlite:${file}/kaoping.db` })).toBeNull();
  });

  test('what is its own is as it should be', async () => {
    expect((await run('scripts/doctor.mjs')).said).toContain(`✓ 数据目录 ${dataDir} 可以写。`);
  });
});
