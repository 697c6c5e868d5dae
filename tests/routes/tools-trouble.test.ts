import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILD, startServer } from '~tests/support/server';

/**
 * What backup, verify and restore say of rights that stand in the way: a sentence, and what to do. Of a full disk:
 * tests/crash/trouble.mjs.
 */

const place = mkdtempSync(path.join(tmpdir(), 'kaoping-tools-trouble-'));
const at = (...parts: string[]) => path.join(place, ...parts);
const dataDir = at('data');
/** Not root's, to whom nothing is closed; who is not root is closed out of what is their own. */
const RUNNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

beforeAll(async () => {
  chmodSync(place, 0o777);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '', KAOPING_ADMIN_PASSWORD: 'a-password-for-tests' };
  await (await startServer(settings)).stop('SIGTERM');
  if (RUNNER.uid !== undefined) give(dataDir, RUNNER);
  mkdirSync(at('closed'), { mode: 0o000 });
  writeFileSync(at('closed.tar'), 'x', { mode: 0o000 });
});
afterAll(() => {
  for (const name of ['closed', 'closed.tar', 'data']) chmodSync(at(name), 0o700);
  rmSync(place, { recursive: true, force: true });
});

function give(directory: string, { uid, gid }: { uid: number; gid: number }): void {
  spawnSync('chown', ['-R', `${uid}:${gid}`, directory]);
}

function run(settings: Record<string, string>, ...args: string[]) {
  const env: NodeJS.ProcessEnv = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, KAOPING_BUILD_DIR: BUILD },
    ...{ KAOPING_BACKUP_PASSPHRASE: 'a sentence for tests', ...settings },
  };
  const done = spawnSync(process.execPath, ['scripts/tool.mjs', ...args], { encoding: 'utf8', env, ...RUNNER });
  return { status: done.status, said: done.stdout + done.stderr };
}

function expectSentence({ status, said }: { status: number | null; said: string }, what: string): void {
  expect([status, said]).toEqual([1, expect.stringContaining(what)]);
  expect(said).toMatch(/请[^]*。/);
  expect(said).not.toMatch(/undefined|\n\s+at |E[A-Z]{3,}:|SQLITE_|denied|full\b/);
}

test('a place where this user may not write, an archive that they may not read', () => {
  expectSentence(run({}, 'backup', at('closed')), `没有权限读写 ${at('closed')}`);
  expectSentence(run({}, 'verify', at('closed.tar')), `没有权限读写 ${at('closed.tar')}`);
  expectSentence(run({}, 'restore', at('closed.tar')), '没有权限读写');
  const inside = { DATA_DIR: at('closed', 'new') };
  writeFileSync(at('any.tar'), 'x', { mode: 0o644 });
  expectSentence(run(inside, 'restore', at('any.tar')), `没有权限读写 ${at('closed')}`);
});

test('a data directory of another user’s: whose it is, not that there is no database', () => {
  if (RUNNER.uid !== undefined) chownSync(dataDir, 0, 0);
  chmodSync(dataDir, RUNNER.uid === undefined ? 0o000 : 0o700);
  const { said, ...done } = run({}, 'backup');
  expectSentence({ said, ...done }, `没有权限读写 ${dataDir}：`);
  expect(said).not.toContain('找不到数据库');
});
