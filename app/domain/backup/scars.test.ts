import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseKind } from '~/db/db.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import { makeFile, makeTeacher } from '~tests/factories';
import { useBackupDatabase } from '~tests/support/backup-database';
import { useDatabase } from '~tests/support/db';
import { writeBackup } from './backup.server';
import { DATABASE_NAME, README, objectName } from './backup.rules';
import { restoreBackup } from './restore.server';
import { verifyBackup } from './verify.server';

/** Backups that a disk has damaged between the files: what stands there is lost, and nothing else. */

useDatabase({ keepRows: true });
const emptyTarget = useBackupDatabase();

const NOW = Date.parse('2026-11-21T00:05:00Z');
const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-scars-'));
const stored = randomBytes(70_000);
let archive = '';
let fileId = '';
let made = 0;

const target = () => emptyTarget(path.join(directory, `place-${(made += 1)}`));

beforeAll(async () => {
  const owner = await makeTeacher();
  // One before and one after it, of which nothing is lost.
  for (let index = 0; index < 3; index += 1) {
    const sha256 = createHash('sha256').update(stored).digest('hex');
    const { id } = await makeFile({ owner, sha256, size: stored.length });
    const temporary = temporaryPath();
    writeFileSync(temporary, stored);
    await storage().put(id, temporary);
    fileId = index === 1 ? id : fileId;
  }
  archive = (await writeBackup({ target: directory, keep: null, now: NOW, clock: () => NOW + 1000 })).file;
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function flip(bytes: Buffer, at: number): void {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
}

/** The archive with a change where that name's header is. */
function withHeaderOf(name: string, change: (bytes: Buffer, at: number) => void): string {
  const bytes = readFileSync(archive);
  let at = 0;
  while (bytes.toString('latin1', at, at + name.length + 1) !== `${name}\0`) at += 512;
  change(bytes, at);
  const file = path.join(directory, `headless-${(made += 1)}.tar`);
  writeFileSync(file, bytes);
  return file;
}

test.each([
  ['one flipped bit', (bytes: Buffer, at: number) => flip(bytes, at + 130)],
  ['a sector of zeros', (bytes: Buffer, at: number) => void bytes.fill(0, at, at + 4096)],
])('a recording whose header is damaged is the only one that is lost (%s)', async (_what, change) => {
  const name = objectName(fileId);
  const file = withHeaderOf(name, (bytes, at) => change(bytes, at));
  const { problems, damaged } = await verifyBackup(file);
  expect(damaged).toEqual([fileId]);
  expect(problems).toEqual([
    expect.stringMatching(/^备份文件有 1 处损坏（第 \d+ 字节附近）。$/),
    `${name} 不在备份里。`,
  ]);
  const place = await target();
  await expect(restoreBackup(file, place)).rejects.toThrow('坏的只有 1 个文件');
  const { verification } = await restoreBackup(file, place, { withoutDamaged: true });
  expect(verification.damaged).toEqual([fileId]);
});

test('damage where nothing of the school stands is said, and everything is restored', async () => {
  for (const [name, offset] of [
    [README, 130],
    [objectName(fileId), 512 + stored.length],
  ] as const) {
    const file = withHeaderOf(name, (bytes, at) => flip(bytes, at + offset));
    expect((await verifyBackup(file)).problems).toEqual([
      expect.stringMatching(/1 处损坏.*那里没有数据：.*可以恢复。/),
    ]);
    const place = await target();
    expect((await restoreBackup(file, place)).verification.damaged).toEqual([]);
  }
});

test('of a backup whose database is damaged, or its header, it is said what is to be done', async () => {
  const database = DATABASE_NAME[databaseKind()];
  for (const offset of [130, 512 + 30]) {
    const file = withHeaderOf(database, (bytes, at) => flip(bytes, at + offset));
    const place = await target();
    await expect(restoreBackup(file, place, { withoutDamaged: true })).rejects.toThrow(
      '没有恢复任何内容。请换一份备份（较早的，或存在别处的）：--damaged 只能略过',
    );
    expect(existsSync(place.dataDir)).toBe(false);
  }
});
