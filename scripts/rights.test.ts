import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
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

const run = async (...line: string[]) => runBeside(String(await freePort()), ...line);

/** Beside what listens on that port. Not spawnSync: it may be this process. */
async function runBeside(PORT: string, ...line: string[]) {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT,
    KAOPING_DEMO: '0',
  };
  if (process.env.KAOPING_BUILD_DIR) env.KAOPING_BUILD_DIR = process.env.KAOPING_BUILD_DIR;
  const child = spawn(process.execPath, line, { env, ...OTHER, timeout: 60_000 });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: status as number | null, said: out + err };
}

const STARTS = [['scripts/doctor.mjs'], ['server/serve.mjs', 'build/server/index.js']];
/** With what its owner is told to type. */
const TOOLS: [line: string[], typed: string][] = [
  [['scripts/reset-password.mjs', 'admin'], 'node scripts/reset-password\\.mjs admin'],
  [['scripts/tool.mjs', 'backup', '/mnt/a b', '--keep=3'], "npm run backup -- '/mnt/a b' --keep=3"],
];

/** One sentence with whose it is and what to do (`mend`); no stack, and no word of another trouble. */
function expectSentence({ status, said }: { status: number | null; said: string }, what: string, mend: RegExp): void {
  expect([status, said]).toEqual([1, expect.stringContaining(what)]);
  expect(said).toContain(whose);
  expect(said).toMatch(isOther ? mend : /chmod -R u\+rwX \S+data/);
  expect(said).not.toMatch(/\n\s+at |EACCES|找不到|从备份恢复|node:/);
}

describe.skipIf(process.platform === 'win32')('rights', () => {
  test('a data directory of another user’s: its owner runs every program, and only a start may make it one’s own', async () => {
    close('', 0o700);
    const start =
      /。请用它的所有者来运行（sudo -u root DATA_DIR=\S+data npm start）；考评没有在运行、.*才把它交给用户 nobody（sudo chown -R nobody \S+data）。/;
    for (const line of STARTS) expectSentence(await run(...line), `没有权限读写 ${dataDir}：`, start);
    for (const [line, typed] of TOOLS) {
      const done = await run(...line);
      expectSentence(done, `没有权限读写 ${dataDir}：`, new RegExp(`（sudo -u root DATA_DIR=\\S+data ${typed}）。\n`));
      expect(done.said).not.toContain('chown');
    }
  });

  test('a school that runs is not taken from its user, and its server not for another school’s', async () => {
    if (!isOther) return;
    close('', 0o700);
    const server = createServer((_request, response) => response.setHeader('X-Kaoping-Start', 'word').end('ok'));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const PORT = String((server.address() as AddressInfo).port);
    try {
      for (const line of STARTS) {
        const { status, said } = await runBeside(PORT, ...line);
        expect([status, said]).toEqual([1, expect.stringMatching(/sudo -u root DATA_DIR=\S+data npm start）。\n/)]);
        expect(said).not.toMatch(/chown|另一所|请停止/);
      }
      expect((await runBeside(PORT, 'scripts/doctor.mjs')).said).toContain(
        `× 端口 ${PORT} 上已经有一个考评在运行；它用的是不是数据目录 ${dataDir}，现在的用户没有权限看。先不要停止它`,
      );
    } finally {
      server.close();
    }
  });

  test('a database alone that cannot be read is a matter of rights, and no reason to restore a backup', async () => {
    close('kaoping.db', 0o600);
    const database = path.join(dataDir, 'kaoping.db');
    const mend = /。请把它交给用户 nobody（sudo chown -R nobody \S+data）。/;
    for (const line of STARTS) expectSentence(await run(...line), `没有权限读写 ${database}：`, mend);
    for (const [line] of TOOLS) expectSentence(await run(...line), `没有权限读写 ${database}：`, /（sudo -u root /);
  });

  test('a folder of recordings that takes none stops the start', async () => {
    mkdirSync(path.join(dataDir, 'files'));
    close('files', 0o700);
    const mend = /sudo chown -R nobody \S+data/;
    for (const line of STARTS)
      expectSentence(await run(...line), `没有权限读写 ${path.join(dataDir, 'files')}：`, mend);
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
