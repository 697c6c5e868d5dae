import { expect, test } from 'vitest';
import { saySystemError } from './system-errors.mjs';

const PLACE = '/mnt/u盘/考评备份.tar';
const errorOf = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: words of the system, write`), { code, ...more });

test.each([
  ['ENOSPC', '磁盘满了'],
  ['EDQUOT', '磁盘满了'],
  ['SQLITE_FULL', '磁盘满了'],
  ['EROFS', '只能读，不能写'],
  ['SQLITE_READONLY', '只能读，不能写'],
  ['EACCES', '没有权限读写'],
  ['EPERM', '没有权限读写'],
  ['ENOENT', '找不到'],
  ['ENOTDIR', '不是目录'],
  ['EEXIST', '不是目录'],
  ['EISDIR', '是一个目录'],
  ['EIO', '读写出错'],
  ['SQLITE_CANTOPEN', '打不开'],
  ['SQLITE_NOTADB', '已经损坏，或不是数据库'],
  ['SQLITE_CORRUPT', '已经损坏，或不是数据库'],
  ['ENAMETOOLONG', '路径太长'],
  ['EBUSY', '正被别的程序使用'],
])('%s is said in a sentence with the place and what to do', (code, what) => {
  const said = saySystemError(errorOf(code), PLACE);
  expect(said).toContain(what);
  expect(said).toContain(PLACE);
  expect(said).toMatch(/请[^]*。$/);
  expect(said).not.toMatch(/undefined|words of the system/);
  // Its own place goes before what the caller supposes.
  expect(saySystemError(errorOf(code, { path: '/elsewhere' }), PLACE)).not.toContain(PLACE);
  // Where nobody knows it the sentence is one all the same.
  expect(saySystemError(errorOf(code))).not.toMatch(/undefined|null|^[，。 ]/);
});

test.each(['EMFILE', 'ENFILE', 'SQLITE_IOERR_READ', 'SQLITE_BUSY'])('%s is said in a sentence', (code) => {
  expect(saySystemError(errorOf(code), PLACE)).toMatch(/^[^a-z]*请/);
});

test('what programs say without a code is understood, and what is no such error is left to others', () => {
  for (const words of ['database or disk is full', 'pg_dump: error: could not write: No space left on device'])
    expect(saySystemError(new Error(words), PLACE)).toContain('磁盘满了');
  expect(saySystemError(new Error('a bug'), PLACE)).toBeNull();
  expect(saySystemError(undefined, PLACE)).toBeNull();
});

test('a folder that cannot be made, a copy whose target is full, a temporary folder that nobody chose', () => {
  expect(saySystemError(errorOf('ENOENT', { syscall: 'mkdir', path: '/proc/x' }))).toContain('/proc/x 建不起来');
  expect(saySystemError(errorOf('ENOSPC', { path: '/from', dest: '/to' }))).toMatch(/^\/to所在/);
  expect(saySystemError(errorOf('EIO', { syscall: 'read' }), PLACE)).not.toContain(PLACE);
  const temporary = `${process.env.TMPDIR ?? '/tmp'}/kaoping-verify-x/kaoping.db`;
  expect(saySystemError(errorOf('ENOSPC', { path: temporary }))).toContain('TMPDIR=/别的目录');
});
