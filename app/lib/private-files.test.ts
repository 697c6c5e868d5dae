import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyPrivately, makePrivateFiles, tightenFiles } from './private-files.server';

let directory = '';
const at = (...parts: string[]) => path.join(directory, ...parts);
const modeOf = (...parts: string[]) => (statSync(at(...parts)).mode & 0o777).toString(8);
function put(...parts: string[]): void {
  mkdirSync(path.dirname(at(...parts)), { recursive: true, mode: 0o755 });
  writeFileSync(at(...parts), 'x');
  chmodSync(at(...parts), 0o644);
}

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'kaoping-private-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')('existing files and directories are closed to everybody else', async () => {
  const files = [
    ['data', 'kaoping.db'],
    ['data', 'kaoping.db-wal'],
    ['data', 'kaoping.db-shm'],
    ['data', 'session-secret'],
    ['data', 'backups', 'old.tar'],
    ['data', 'uploads', 'half.bin'],
    ['data', 'files', 'ab', 'abcdef'],
  ];
  for (const file of files) put(...file);
  put('data', 'readme-of-the-school.txt');
  put('outside.txt');
  symlinkSync(at('outside.txt'), at('data', 'uploads', 'link'));
  chmodSync(at('data'), 0o755);
  await tightenFiles(at('data'), at('data', 'kaoping.db'));
  for (const file of files) expect([file, modeOf(...file)]).toEqual([file, '600']);
  for (const folder of ['', 'backups', 'uploads', 'files', 'files/ab']) expect(modeOf('data', folder)).toBe('700');
  expect(modeOf('data', 'readme-of-the-school.txt')).toBe('644');
  expect(modeOf('outside.txt')).toBe('644');
  expect(lstatSync(at('data', 'uploads', 'link')).isSymbolicLink()).toBe(true);
});

test.skipIf(process.platform === 'win32')(
  'one open file behind a closed door is closed while the server serves',
  async () => {
    put('files', 'ab', 'abcdef');
    for (const folder of [at('files'), at('files', 'ab')]) chmodSync(folder, 0o700);
    await tightenFiles(directory, null);
    await vi.waitFor(() => expect(modeOf('files', 'ab', 'abcdef')).toBe('600'));
  },
);

test.skipIf(process.platform === 'win32')(
  'a database elsewhere is closed, its directory and its neighbours are not ours',
  async () => {
    put('elsewhere', 'school.db');
    put('elsewhere', 'school.db-wal');
    put('elsewhere', 'other.txt');
    mkdirSync(at('data'));
    chmodSync(at('elsewhere'), 0o755);
    await tightenFiles(at('data'), at('elsewhere', 'school.db'));
    expect([modeOf('elsewhere', 'school.db'), modeOf('elsewhere', 'school.db-wal')]).toEqual(['600', '600']);
    expect([modeOf('elsewhere'), modeOf('elsewhere', 'other.txt')]).toEqual(['755', '644']);
  },
);

test.skipIf(process.platform === 'win32')('a copy is private though what it was made from is not', async () => {
  put('open.pdf');
  await copyPrivately(at('open.pdf'), at('copy.pdf'));
  expect(modeOf('copy.pdf')).toBe('600');
});

test.skipIf(process.platform === 'win32')('a directory where everybody may write is not closed', async () => {
  chmodSync(directory, 0o1777);
  await tightenFiles(directory, null);
  expect(modeOf()).toBe('777');
});

test.skipIf(process.platform === 'win32').each([0o000, 0o022, 0o777])(
  'new files are private under umask %o',
  (mask) => {
    const before = process.umask(mask);
    try {
      makePrivateFiles();
      mkdirSync(at('made'));
      writeFileSync(at('made', 'file'), 'x');
      expect([modeOf('made'), modeOf('made', 'file')]).toEqual(['700', '600']);
    } finally {
      process.umask(before);
    }
  },
);

test.skipIf(process.platform === 'win32')(
  'a user without an entry in the system has no home, and starts all the same',
  async () => {
    put('data', 'kaoping.db');
    const home = vi.spyOn(os, 'homedir').mockImplementation(() => {
      throw new Error('uv_os_homedir returned ENOENT');
    });
    syncBuiltinESMExports();
    try {
      await tightenFiles(at('data'), null);
      expect(home).toHaveBeenCalled();
    } finally {
      home.mockRestore();
      syncBuiltinESMExports();
    }
    expect(modeOf('data', 'kaoping.db')).toBe('600');
  },
);
