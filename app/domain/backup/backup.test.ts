import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseKind, db } from '~/db/db.server';
import { storage } from '~/storage/storage.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { makeClassroom, makeFile, makeStudent, makeTeacher } from '~tests/factories';
import { useBackupDatabase } from '~tests/support/backup-database';
import { useDatabase } from '~tests/support/db';
import { backup } from '~/tools.server';
import { olderBackups } from './backup.rules';
import { filesOfElsewhere, schoolMark, writeBackup } from './backup.server';
import { restoreBackup } from './restore.server';
import { verifyBackup } from './verify.server';

useDatabase({ keepRows: true });
const emptyTarget = useBackupDatabase();

const NOW = Date.parse('2026-11-21T00:05:00Z');
let directory = '';
let archive = '';
let mark = '';
let fileIds: string[] = [];

const backUp = (target: string, keep: number | null = null) =>
  writeBackup({ target, keep, now: NOW, clock: () => NOW + 1000 });

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'kaoping-backup-'));
  const owner = await makeTeacher();
  await makeStudent({ classroom_id: (await makeClassroom({ teacher: owner })).id });
  for (let index = 0; index < 3; index += 1) {
    const bytes = randomBytes(700 + index);
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { id } = await makeFile({ owner, sha256, size: bytes.length });
    const temporary = temporaryPath();
    await writeFile(temporary, bytes);
    await storage().put(id, temporary);
    fileIds = [...fileIds, id];
  }
  mark = await schoolMark();
  archive = (await backUp(directory)).file;
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The archive with something done to it. */
function spoiled(change: (bytes: Buffer) => Buffer): string {
  const file = path.join(directory, 'spoiled.tar');
  writeFileSync(file, change(readFileSync(archive)));
  return file;
}

const problemsOf = async (file: string) => (await verifyBackup(file)).problems;

test('a backup has the name of its minute, holds every file and passes its check', async () => {
  expect(path.basename(archive)).toBe(`考评备份-20261121-0805-${mark}.tar`);
  const { manifest, problems, notes } = await verifyBackup(archive);
  expect(problems).toEqual([]);
  // Of PostgreSQL it says what a restore will need.
  expect(notes).toHaveLength(databaseKind() === 'postgres' ? 1 : 0);
  expect(manifest?.counts.users).toBe(2);
  const names = manifest?.entries.map(({ name }) => name);
  for (const id of fileIds) expect(names).toContain(`files/${id.slice(0, 2)}/${id}`);
});

test('whatever byte is flipped, the check finds it', async () => {
  const size = readFileSync(archive).length;
  await fc.assert(
    fc.asyncProperty(fc.nat(size - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const file = spoiled((bytes) => {
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        return bytes;
      });
      const { problems, notes } = await verifyBackup(file);
      expect([...problems, ...notes.filter((note) => note.includes('已损坏'))]).not.toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test('wherever it is cut off, the check finds it and nothing is restored', async () => {
  const size = readFileSync(archive).length;
  for (const length of [0, 700, Math.floor(size / 2), size - 1024, size - 512, size - 1]) {
    const file = spoiled((bytes) => bytes);
    truncateSync(file, length);
    expect(await problemsOf(file)).toEqual(['备份文件不完整：它在中途断了（没有写完，或没有复制完）。']);
    const target = path.join(directory, 'never');
    await expect(restoreBackup(file, await emptyTarget(target))).rejects.toThrow('没有通过检查');
    expect(readdirSync(directory)).not.toContain('never');
  }
});

test('a backup is restored into an empty place and nowhere else', async () => {
  const target = await emptyTarget(path.join(directory, 'restored'));
  await restoreBackup(archive, target);
  for (const id of fileIds) {
    const restored = readFileSync(path.join(target.dataDir, 'files', id.slice(0, 2), id));
    const parts = [];
    for await (const part of storage().open(id)) parts.push(part);
    expect(restored.equals(Buffer.concat(parts))).toBe(true);
  }
  await expect(restoreBackup(archive, target)).rejects.toThrow('恢复不会覆盖任何数据');
});

test('only the newest stay, whatever else lies there', async () => {
  const many = path.join(directory, 'many');
  for (let round = 0; round < 3; round += 1) await backUp(many, 2);
  writeFileSync(path.join(many, '别人的.tar'), '');
  const { kept } = await backUp(many, 2);
  expect(kept).toEqual({ removed: [`考评备份-20261121-0805-2-${mark}.tar`], unmarked: 0 });
  expect(readdirSync(many).sort()).toEqual(
    ['别人的.tar', `考评备份-20261121-0805-3-${mark}.tar`, `考评备份-20261121-0805-4-${mark}.tar`].sort(),
  );
});

test('backups that are made at once into one directory are all whole, under names of their own', async () => {
  const place = path.join(directory, 'at-once');
  const made = await Promise.all([1, 2, 3].map(() => backUp(place)));
  expect(made.map(({ file }) => path.basename(file)).sort()).toEqual(
    ['', '-2', '-3'].map((number) => `考评备份-20261121-0805${number}-${mark}.tar`).sort(),
  );
  for (const { file } of made) expect(await problemsOf(file)).toEqual([]);
  expect(readdirSync(place)).toHaveLength(3);
  // Each keeps only itself: what is left is one of them, and none has failed over another's.
  expect(await Promise.all([1, 2].map(() => backUp(place, 1)))).toHaveLength(2);
  expect(await Promise.all([1, 2].map(() => backUp(path.join(place, 'named.tar'))))).toHaveLength(2);
  expect(await problemsOf(path.join(place, 'named.tar'))).toEqual([]);
});

test('what a backup that was killed has left goes after a day, and nothing younger or of anybody else', async () => {
  const place = path.join(directory, 'killed');
  mkdirSync(place);
  const old = ['a.tar.partial', 'a.tar.age.partial-db', 'a.tar.0123abcd.partial', 'a.tar.age.0123abcd.partial-db'];
  const others = ['b.tar.0123abcd.partial', 'thesis.partial'];
  for (const name of [...old, ...others]) writeFileSync(path.join(place, name), '');
  const dayBefore = new Date(NOW - 25 * 3_600_000);
  for (const name of [...old, 'thesis.partial']) utimesSync(path.join(place, name), dayBefore, dayBefore);
  utimesSync(path.join(place, 'b.tar.0123abcd.partial'), new Date(NOW), new Date(NOW));
  const { file } = await backUp(place);
  expect(readdirSync(place).sort()).toEqual([...others, path.basename(file)].sort());
});

test('another school’s backups, and those of which nothing says whose they are, are not counted and stay', async () => {
  const shared = path.join(directory, 'shared');
  const others = [
    '考评备份-20261001-0300-zzzzzz.tar',
    '考评备份-20261121-0805-9-zzzzzz.tar.age',
    '考评备份-20261002-0300.tar',
    '考评备份-20261121-0805.tar.age',
  ];
  mkdirSync(shared);
  for (const name of others) writeFileSync(path.join(shared, name), '');
  const first = await backUp(shared, 1);
  expect(first.kept).toEqual({ removed: [], unmarked: 2 });
  // Told once.
  expect((await backUp(shared, 1)).kept).toEqual({ removed: [path.basename(first.file)], unmarked: 0 });
  expect(readdirSync(shared)).toEqual(expect.arrayContaining(others));
});

test('a file that is missing or changed on the disk is named, one deleted meanwhile is not missed', async () => {
  const [missing = '', changed = '', deleted = ''] = fileIds;
  await storage().delete(missing);
  await storage().delete(changed);
  const temporary = temporaryPath();
  await writeFile(temporary, 'something else');
  await storage().put(changed, temporary);
  await storage().delete(deleted);
  await db().updateTable('files').set({ removed_at: NOW }).where('id', '=', deleted).execute();
  const { file, manifest } = await backUp(path.join(directory, 'faulty'));
  expect(manifest.faulty).toEqual([
    { id: missing, problem: 'missing' },
    { id: changed, problem: 'changed' },
  ]);
  expect(await problemsOf(file)).toEqual([
    `文件 ${missing} 在备份时就已经不在磁盘上。`,
    `文件 ${changed} 在备份时就与存入时不同。`,
  ]);
});

test('a backup that lacks something pushes none out, and later counts for none', async () => {
  const place = path.join(directory, 'nights');
  mkdirSync(place);
  const whole = ['20261118-0300', '20261119-0300'].map((stamp) => `考评备份-${stamp}-${mark}.tar`);
  for (const name of whole) writeFileSync(path.join(place, name), '');
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  // Files are missing since the test before this one.
  expect(await backup([place, '--keep=1'])).toBe(1);
  expect(said.mock.calls.join('\n')).toContain('较早的备份一份也没有删除');
  said.mockRestore();
  const [faulty] = readdirSync(place).filter((name) => !whole.includes(name));
  expect(faulty).toMatch(/^考评备份-\d{8}-\d{4}-[a-z]{6}-不全\.tar$/);
  expect(readdirSync(place)).toHaveLength(3);
  // Nights with and without everything: two whole ones stay, and whatever was made since the older of them.
  const names = [...whole, `考评备份-20261120-0300-${mark}-不全.tar`];
  names.push(`考评备份-20261121-0300-${mark}.tar.age`);
  expect(olderBackups(names, mark, 2)).toEqual([whole[0]]);
  expect(olderBackups(names, mark, 1)).toEqual(names.slice(0, 3));
  expect(olderBackups(names, mark, 3)).toEqual([]);
});

test('a data directory that has not one of the files is said to be the wrong one', async () => {
  expect(await filesOfElsewhere()).toBe(null);
  const rows = await db().selectFrom('files').select('id').where('removed_at', 'is', null).execute();
  for (const { id } of rows) await storage().delete(id);
  expect(await filesOfElsewhere()).toBe(rows.length);
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const place = path.join(directory, 'never made');
  expect(await backup([place])).toBe(1);
  const lines = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  if (databaseKind() === 'sqlite') {
    // Its database is what is left, and is kept.
    expect(lines).toContainEqual(
      expect.stringMatching(/数据库里的文件（录音、照片等）没有一个在数据目录 \S+ 里，备份里只有数据库/),
    );
    expect(readdirSync(place)).toEqual([expect.stringMatching(/-不全\.tar$/)]);
    return;
  }
  expect(lines).toEqual([expect.stringMatching(/^没有备份：数据库里的 \d+ 个文件.*设置多半写错了。/)]);
  expect(existsSync(place)).toBe(false);
});

test('of many files that are missing it is said how many are not listed', async () => {
  const owner = await makeTeacher();
  for (let index = 0; index < 22; index += 1) await makeFile({ owner });
  const temporary = temporaryPath();
  await writeFile(temporary, 'a recording');
  await storage().put((await makeFile({ owner })).id, temporary);
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  expect(await backup([path.join(directory, 'many-missing')])).toBe(1);
  const lines = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  expect(lines.filter((line) => line.startsWith('  注意：'))).toHaveLength(20);
  expect(lines.at(-1)).toMatch(/共 2\d 个文件有问题，上面只列出了 20 个（.*manifest\.json.*）；其余内容都已备份。$/);
});
