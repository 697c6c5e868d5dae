import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDatabase } from '~/db/db.server';
import { whileSeeding } from '~/db/seeding.server';
import { migrations } from '~/db/migrations.server';
import { storage } from '~/storage/storage.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { backup, verify } from '~/tools.server';
import { makeFile, makeTeacher } from '~tests/factories';
import { useBackupDatabase, type Place } from '~tests/support/backup-database';
import { useDatabase } from '~tests/support/db';
import { writeBackup } from './backup.server';
import { restoreUpgradeCopy } from './restore.server';
import { RESTORE_MARK } from './unfinished-restore.server';
import { copyBeforeUpgrade } from './upgrade-copy.server';
import { verifyBackup } from './verify.server';

useDatabase({ keepRows: true });
const emptyTarget = useBackupDatabase();

const NOW = Date.parse('2026-11-21T00:05:00Z');
const PASSPHRASE = '一句很长的、没有人猜得到的话';
const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-trouble-'));
let archive = '';
let made = 0;

const target = () => emptyTarget(path.join(directory, `place-${(made += 1)}`));
const backUp = (passphrase?: string) =>
  writeBackup({ target: directory, keep: null, passphrase, now: NOW, clock: () => NOW + 1000 });

/** Runs a command; answers its exit code and what it said. */
async function saidBy(command: (args: string[]) => Promise<number>, ...args: string[]) {
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  try {
    const code = await command(args);
    return { code, said: said.mock.calls.join('\n') };
  } finally {
    said.mockRestore();
  }
}

beforeAll(async () => {
  const owner = await makeTeacher();
  const sha256 = createHash('sha256').update('a recording').digest('hex');
  const { id } = await makeFile({ owner, sha256, size: 11 });
  const temporary = temporaryPath();
  writeFileSync(temporary, 'a recording');
  await storage().put(id, temporary);
  archive = (await backUp()).file;
});
afterAll(async () => {
  await closeDatabase();
  rmSync(directory, { recursive: true, force: true });
});

test('the copy made before an upgrade is looked over, too', async () => {
  const [copy = ''] = await copyBeforeUpgrade(Object.keys(migrations).at(-1) ?? '', NOW);
  const whole = await saidBy(verify, copy);
  expect(whole.code).toBe(0);
  expect(whole.said).toMatch(/^升级前的数据库，到 \S+ 为止[^]*它提到的 1 个文件都在[^]*检查通过：数据库完整。$/);

  const elsewhere = mkdtempSync(path.join(directory, 'moved-'));
  const moved = path.join(elsewhere, path.basename(copy));
  writeFileSync(moved, readFileSync(copy));
  expect(await saidBy(verify, moved)).toMatchObject({ code: 0, said: expect.stringContaining('1 个文件里有 1 个在') });
  writeFileSync(moved, 'no database at all, whatever its name says');
  const broken = await saidBy(verify, moved);
  expect(broken.code).toBe(1);
  expect(broken.said).toContain(`${moved} 打不开：`);
});

/** What every write and sync of a file says on a full disk: nothing of where. */
async function whileDiskIsFull<T>(work: () => Promise<T>): Promise<T> {
  const handle = await open(path.join(directory, 'any'), 'w');
  const kind = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const full = () =>
    Promise.reject(
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }),
    );
  const spies = [vi.spyOn(kind, 'write'), vi.spyOn(kind, 'writeFile')].map((spy) => spy.mockImplementation(full));
  try {
    return await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test('a restore into a full disk leaves nothing, not even its mark', async () => {
  const place = { ...(await target()) };
  await expect(whileDiskIsFull(() => restoreUpgradeCopyOf(place))).rejects.toMatchObject({
    code: 'ENOSPC',
    path: path.join(place.dataDir, RESTORE_MARK),
  });
  expect(existsSync(place.dataDir)).toBe(false);
  mkdirSync(place.dataDir);
  await expect(whileDiskIsFull(() => restoreUpgradeCopyOf(place))).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(readdirSync(place.dataDir)).toEqual([]);
});

async function restoreUpgradeCopyOf(place: Place) {
  const [copy = ''] = await copyBeforeUpgrade(Object.keys(migrations).at(-1) ?? '', NOW);
  return restoreUpgradeCopy(copy, place);
}

test.each([undefined, PASSPHRASE])(
  'a backup into a full disk says so and where (passphrase: %s)',
  async (passphrase) => {
    await expect(whileDiskIsFull(() => backUp(passphrase))).rejects.toMatchObject({
      code: 'ENOSPC',
      path: expect.stringMatching(/\.partial$/) as string,
    });
    expect(readdirSync(directory).filter((name) => name.includes('.partial'))).toEqual([]);
  },
);

test('what is restored from, and a database inside that cannot be unpacked for want of space, names the place', async () => {
  await expect(whileDiskIsFull(() => verifyBackup(archive))).rejects.toMatchObject({
    code: 'ENOSPC',
    path: expect.stringContaining('kaoping-verify-') as string,
  });
});

test('a demo school that is still being made is not backed up as a whole one', async () => {
  const place = path.join(directory, 'seeding');
  await whileSeeding(NOW, async () => {
    const { code, said } = await saidBy(backup, place);
    expect([code, said]).toEqual([1, expect.stringContaining('没有备份：演示学校还没有建完（正在启动，')]);
    expect(existsSync(place)).toBe(false);
  });
  expect((await saidBy(backup, place)).code).toBe(0);
});

test('what was packed otherwise is read, or refused with what to do', async () => {
  const folder = mkdtempSync(path.join(directory, 'packed-'));
  const inside = path.join(folder, 'school');
  mkdirSync(inside);
  execFileSync('tar', ['-xf', archive, '-C', inside]);
  const file = path.join(folder, 'again.tar');
  const problemsOf = async () => (await verifyBackup(file)).problems;
  execFileSync('tar', ['--format=v7', '-cf', file, '-C', inside, '.']);
  expect(await problemsOf()).toEqual([]);
  execFileSync('tar', ['-cf', file, '-C', folder, 'school/']);
  expect(await problemsOf()).toEqual([expect.stringContaining('在目录 school 里面，外面多套了一层。请先解开')]);
  writeFileSync(file, gzipSync(gzipSync(readFileSync(archive))));
  expect(await problemsOf()).toEqual(['这是用 gzip 打包的文件。请先把它解开，再用里面的备份文件。']);
  writeFileSync(file, Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(600, 7)]));
  expect(await problemsOf()).toEqual([expect.stringContaining('用 zip 打包')]);
  rmSync(path.join(inside, 'SHA256SUMS'));
  execFileSync('tar', ['-cf', file, '-C', inside, '.']);
  expect(await problemsOf()).toEqual([expect.stringContaining('备份里没有 SHA256SUMS')]);
});
