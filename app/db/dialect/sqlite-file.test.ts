import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteFile, refuseOldNode, sqliteRefusal } from './sqlite-file.server';

test('a Node.js whose Node-API is too old is refused with a sentence before a database is opened', () => {
  expect(() => refuseOldNode({ node: '20.20.2', napi: '9' })).toThrow(/Node\.js 20\.20\.2 太旧.*npm start/);
  expect(() => refuseOldNode({ node: '18.0.0' })).toThrow(/太旧/);
  expect(() => refuseOldNode({ node: '22.14.0', napi: '10' })).not.toThrow();
});

test('this Node.js opens a database', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-sqlite-file-'));
  try {
    const database = openSqliteFile(path.join(directory, '学校 数据.db'));
    expect(database.prepare('select 1 + 1 as two').get()).toEqual({ two: 2 });
    database.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('a binary that cannot be loaded is a sentence, another error stays what it is', () => {
  const notFound = "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by linux-x64.node)";
  const old = Object.assign(new Error(notFound), { code: 'ERR_DLOPEN_FAILED' });
  expect(sqliteRefusal(old)?.message).toMatch(/glibc 2\.34.*Debian 12/);
  const foreign = Object.assign(new Error('invalid ELF header'), { code: 'ERR_DLOPEN_FAILED' });
  expect(sqliteRefusal(foreign)?.message).toMatch(/运行 npm ci/);
  expect(sqliteRefusal(Object.assign(new Error('unable to open'), { code: 'SQLITE_CANTOPEN' }))).toBeNull();
});
