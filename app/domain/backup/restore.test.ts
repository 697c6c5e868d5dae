import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Encrypter } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDatabase, databaseKind } from '~/db/db.server';
import { findRestoreIn, markDatabase, noteChecked } from '~/db/dialect/restore-mark.server';
import { isEmptyPostgres, sqliteFile } from '~/db/dialect/snapshot.server';
import { openSqliteFile } from '~/db/dialect/sqlite-file.server';
import { migrations } from '~/db/migrations.server';
import { writeSetting } from '~/db/settings.server';
import { STORE_OWNER } from '~/domain/file/foreign-files.server';
import { env, resetEnv } from '~/lib/env.server';
import { readTar, tarEnd, tarHeader, tarPadding } from '~/lib/tar.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import { makeClassroom, makeFile, makeStudent, makeTeacher } from '~tests/factories';
import { useBackupDatabase, type Place } from '~tests/support/backup-database';
import { useDatabase } from '~tests/support/db';
import { restore } from '~/tools.server';
import { schoolMark, writeBackup } from './backup.server';
import { MANIFEST, SUMS, sumsOf } from './backup.rules';
import type { Manifest } from './manifest.schema';
import { restoreBackup, restoreUpgradeCopy } from './restore.server';
import { RESTORE_MARK, unfinishedInDatabase, unfinishedRestore } from './unfinished-restore.server';
import { copyBeforeUpgrade } from './upgrade-copy.server';
import { verifyBackup } from './verify.server';

useDatabase({ keepRows: true });
const emptyTarget = useBackupDatabase();

const NOW = Date.parse('2026-11-21T00:05:00Z');
const PASSPHRASE = '一句很长的、没有人猜得到的话';
const directory = mkdtempSync(path.join(tmpdir(), 'kaoping-restore-'));
const stored = randomBytes(70_000);
let archive = '';
let fileId = '';
let made = 0;

const target = () => emptyTarget(path.join(directory, `place-${(made += 1)}`));
const backUp = (passphrase?: string) =>
  writeBackup({ target: directory, keep: null, passphrase, now: NOW, clock: () => NOW + 1000 });

async function temporaryWith(bytes: Buffer): Promise<string> {
  const temporary = temporaryPath();
  await writeFile(temporary, bytes);
  return temporary;
}

beforeAll(async () => {
  const owner = await makeTeacher();
  await makeStudent({ classroom_id: (await makeClassroom({ teacher: owner })).id });
  const sha256 = createHash('sha256').update(stored).digest('hex');
  ({ id: fileId } = await makeFile({ owner, sha256, size: stored.length }));
  await storage().put(fileId, await temporaryWith(stored));
  await writeSetting(STORE_OWNER, { mark: 'the mark of the school', since: NOW });
  archive = (await backUp()).file;
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

type AnyManifest = Omit<Manifest, 'formatVersion'> & { formatVersion: number };

/** Name → bytes of what is inside. */
async function partsOfArchive(): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  for await (const entry of readTar(createReadStream(archive))) {
    const chunks = [];
    for await (const chunk of entry.content) chunks.push(chunk);
    parts.set(entry.name, Buffer.concat(chunks));
  }
  return parts;
}

/** The archive written anew with something done to its manifest or its entries. */
async function rewritten(change: (manifest: AnyManifest) => void, added: Record<string, string> = {}): Promise<string> {
  const parts = await partsOfArchive();
  const manifest = JSON.parse(String(parts.get(MANIFEST))) as AnyManifest;
  const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  for (const [name, text] of Object.entries(added)) {
    parts.set(name, Buffer.from(text));
    manifest.entries.push({ name, size: Buffer.byteLength(text), sha256: sumOf(Buffer.from(text)) });
  }
  change(manifest);
  parts.set(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  const own = { name: MANIFEST, sha256: sumOf(parts.get(MANIFEST) ?? Buffer.alloc(0)) };
  parts.set(SUMS, Buffer.from(sumsOf([...manifest.entries, own])));
  const blocks = [...parts].flatMap(([name, bytes]) => [
    tarHeader(name, bytes.length, NOW),
    bytes,
    tarPadding(bytes.length),
  ]);
  const file = path.join(directory, `rewritten-${(made += 1)}.tar`);
  writeFileSync(file, Buffer.concat([...blocks, tarEnd()]));
  return file;
}

const hasNothing = async ({ dataDir, databaseUrl }: Place) =>
  !existsSync(dataDir) && (databaseKind() === 'sqlite' || (await isEmptyPostgres(databaseUrl)));

test.each([['--format=gnu'], ['--format=posix'], ['--format=ustar'], ['--format=gnu', '-z']])(
  'an archive that GNU tar packed again is restored (%s)',
  async (...options) => {
    const unpacked = mkdtempSync(path.join(directory, 'unpacked-'));
    expect(spawnSync('tar', ['-xf', archive, '-C', unpacked]).status).toBe(0);
    const file = path.join(directory, `repacked-${(made += 1)}.tar`);
    expect(spawnSync('tar', ['-cf', file, ...options, '-C', unpacked, '.']).status).toBe(0);
    expect((await verifyBackup(file)).problems).toEqual([]);
    const place = await target();
    await restoreBackup(file, place);
    expect(existsSync(path.join(place.dataDir, 'files', fileId.slice(0, 2), fileId))).toBe(true);
    expect(unfinishedRestore(place.dataDir)).toBeNull();
  },
);

test('what is restored knows nothing of the bucket that the school it is a copy of still uses', async () => {
  const place = await target();
  await restoreBackup(archive, place);
  const asked = 'select count(*) as count from settings where key =';
  if (databaseKind() === 'sqlite') {
    const database = openSqliteFile(sqliteFile(place.databaseUrl), { fileMustExist: true });
    expect(database.prepare(`${asked} ?`).get(STORE_OWNER)).toEqual({ count: 0 });
    database.close();
  } else {
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    expect((await client.query(`${asked} $1`, [STORE_OWNER])).rows).toEqual([{ count: 0 }]);
    await client.end();
  }
});

test('a newer format says so', async () => {
  const file = await rewritten((manifest) => {
    manifest.formatVersion = 2;
  });
  expect((await verifyBackup(file)).problems).toEqual([
    '这份备份是更新版本的考评做的（格式 2，这个程序认识到 1）。请先升级程序。',
  ]);
});

test.each(['files/../../etc/cron.d/x', 'kaoping.db-wal', 'files/aa/not-a-key'])(
  'an unknown entry (%s) is refused before anything is written',
  async (name) => {
    const file = await rewritten(() => undefined, { [name]: 'something' });
    const place = await target();
    await expect(restoreBackup(file, place)).rejects.toMatchObject({
      problems: [`备份里有不认识的内容：${name}`],
    });
    expect(await hasNothing(place)).toBe(true);
  },
);

test('a restore that fails at its last check leaves nothing, and can be done again', async () => {
  const file = await rewritten((manifest) => {
    manifest.counts.users = 99;
  });
  const place = await target();
  await expect(restoreBackup(file, place)).rejects.toThrow('没有留下任何内容');
  expect(await hasNothing(place)).toBe(true);
  await restoreBackup(archive, place);
});

test('a restore that was broken off is told, and the next one begins anew there', async () => {
  const place = await target();
  mkdirSync(path.join(place.dataDir, 'files', 'aa'), { recursive: true });
  writeFileSync(path.join(place.dataDir, 'files', 'aa', 'half'), 'half of it');
  writeFileSync(path.join(place.dataDir, RESTORE_MARK), JSON.stringify({ archive }));
  expect(unfinishedRestore(place.dataDir)).toContain(`npm run restore -- ${archive}`);
  await restoreBackup(archive, place);
  expect(unfinishedRestore(place.dataDir)).toBeNull();
  expect(existsSync(path.join(place.dataDir, 'files', 'aa', 'half'))).toBe(false);
  // One from before there was a mark.
  writeFileSync(path.join(place.dataDir, 'kaoping.db.partial'), '');
  expect(unfinishedRestore(place.dataDir)).toContain('没有完成的恢复');
});

test('one that was killed after it had filled PostgreSQL begins anew by the same command; nothing else is emptied', async () => {
  if (databaseKind() === 'sqlite') return;
  const place = await target();
  await restoreBackup(archive, place);
  expect(await findRestoreIn(place.databaseUrl)).toBeNull();
  // As it stands when the program is killed before its last check.
  const mark = path.join(place.dataDir, RESTORE_MARK);
  writeFileSync(mark, JSON.stringify({ archive, option: '', token: 'a1' }));
  await expect(restoreBackup(archive, place)).rejects.toThrow('数据库里已经有表');
  await markDatabase(place.databaseUrl, 'b2');
  await expect(restoreBackup(archive, place)).rejects.toThrow('数据库里已经有表：那是用另一个 DATA_DIR 做的');
  expect(await unfinishedInDatabase(place.databaseUrl)).toContain('把同样的恢复命令再做一次');
  writeFileSync(mark, JSON.stringify({ archive, option: '', token: 'b2' }));
  await restoreBackup(archive, place);
  expect(unfinishedRestore(place.dataDir)).toBeNull();
  expect(await unfinishedInDatabase(place.databaseUrl)).toBeNull();
});

test('PostgreSQL filled and looked over is a school, though the program was killed before it said so', async () => {
  if (databaseKind() === 'sqlite') return;
  const place = await target();
  await restoreBackup(archive, place);
  await markDatabase(place.databaseUrl, 'c3');
  await noteChecked(place.databaseUrl);
  expect(await unfinishedInDatabase(place.databaseUrl)).toBeNull();
  expect(await findRestoreIn(place.databaseUrl)).toBeNull();
});

/** The archive with one byte of this entry, or of the stored file, as it was not. */
function flipped(content: Buffer): string {
  const bytes = readFileSync(archive);
  const at = bytes.indexOf(content) + Math.floor(content.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const file = path.join(directory, `flipped-${(made += 1)} 一.tar`);
  writeFileSync(file, bytes);
  return file;
}

/** Runs the command as a person does who set this place; answers its code and what it said. */
async function runRestore(place: Place, ...args: string[]): Promise<{ code: number; said: string }> {
  const before = { DATA_DIR: process.env.DATA_DIR ?? '', DATABASE_URL: process.env.DATABASE_URL ?? '' };
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  await closeDatabase();
  Object.assign(process.env, { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl });
  resetEnv();
  try {
    const code = await restore(args);
    return { code, said: said.mock.calls.join('\n') };
  } finally {
    Object.assign(process.env, before);
    resetEnv();
    said.mockRestore();
  }
}

test('of a backup in which one recording is damaged all the rest is restored, if it is asked for', async () => {
  const file = flipped(stored);
  const { problems, damaged, isUsable } = await verifyBackup(file);
  expect({ problems: problems.length, damaged, isUsable }).toEqual({ problems: 1, damaged: [fileId], isUsable: true });
  const place = await target();
  const refused = await runRestore(place, file);
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('坏的只有 1 个文件');
  expect(refused.said).toContain(`npm run restore -- '${file}' --damaged`);
  expect(await hasNothing(place)).toBe(true);

  const { code, said } = await runRestore(place, file, '--damaged');
  expect(code).toBe(0);
  expect(said).toMatch(
    new RegExp(`有 1 个文件在备份里损坏了[^]*的.*“.*”（${fileId}）[^]*除了上面列出的文件，全部内容已恢复`),
  );
  expect(said).not.toContain('没有通过');
  expect(existsSync(path.join(place.dataDir, 'files', fileId.slice(0, 2), fileId))).toBe(false);
  expect(unfinishedRestore(place.dataDir)).toBeNull();
});

test('a damaged leaflet keeps nobody from the school: it is said, and everything is restored', async () => {
  const readme = (await partsOfArchive()).get('README.txt') ?? Buffer.alloc(0);
  const file = flipped(readme);
  const { problems, notes, isUsable } = await verifyBackup(file);
  expect({ problems, isUsable }).toEqual({ problems: [], isUsable: true });
  expect(notes.join('')).toContain('README.txt（给人看的说明，恢复用不着）已损坏');
  const { code, said } = await runRestore(await target(), file);
  expect(code).toBe(0);
  expect(said).toContain('恢复后的检查也通过了');
});

/** What is inside with these parts of it changed, written anew. */
async function withParts(change: Record<string, (text: string) => string | null>): Promise<string> {
  const parts = [...(await partsOfArchive())].flatMap(([name, bytes]) => {
    const text = name in change ? change[name]?.(bytes.toString('latin1')) : bytes;
    return text === null || text === undefined ? [] : [[name, Buffer.from(text as string, 'latin1')] as const];
  });
  const blocks = parts.flatMap(([name, bytes]) => [
    tarHeader(name, bytes.length, NOW),
    bytes,
    tarPadding(bytes.length),
  ]);
  const file = path.join(directory, `changed-${(made += 1)}.tar`);
  writeFileSync(file, Buffer.concat([...blocks, tarEnd()]));
  return file;
}

/** Flips one bit of a text where it is found. */
const flip =
  (where: RegExp, bit = 1) =>
  (text: string) => {
    const at = text.search(where);
    expect(at).toBeGreaterThanOrEqual(0);
    return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ bit) + text.slice(at + 1);
  };

/** A digit of a file's sum that is one with another last bit too. */
const digitOf = (name: string) => new RegExp(`[0-9b-e](?=[0-9a-f]{0,63} {2}${name})`);

const databaseName = () => (databaseKind() === 'sqlite' ? 'kaoping.db' : 'kaoping.dump');

test.each([
  ['a digit of the database’s sum', SUMS, flip(digitOf('kaoping'))],
  ['a digit of the manifest’s sum', SUMS, flip(digitOf('manifest'))],
  ['the name of a file', SUMS, flip(/files/)],
  ['the end of a line', SUMS, flip(/\n/)],
  ['the last end of a line', SUMS, flip(/\n$/)],
  ['a blank', SUMS, flip(/ /)],
  ['its head', MANIFEST, flip(/format"/)],
  ['its first sign', MANIFEST, flip(/\{/)],
  ['its format', MANIFEST, flip(/1,/, 2)],
  ['a size', MANIFEST, flip(/70000/)],
  ['a sum', MANIFEST, flip(/[0-9b-e](?=[0-9a-f]{32})/)],
  ['the name of a file', MANIFEST, flip(/files\//)],
  ['what it counted', MANIFEST, flip(/(?<="users": )2/)],
  ['a step of the database', MANIFEST, flip(/0001-/)],
  ['a key', MANIFEST, flip(/entries/)],
  ['all of it', MANIFEST, () => null],
  ['all of it', SUMS, () => null],
])(
  'with %s damaged in %s alone the list is what is damaged, and everything is restored',
  async (_what, name, change) => {
    const file = await withParts({ [name]: change });
    const { problems, damaged, isUsable } = await verifyBackup(file);
    expect({ damaged, isUsable }).toEqual({ damaged: [], isUsable: true });
    expect(problems).toEqual([
      expect.stringMatching(new RegExp(`${name}（[^）]*）(已损坏|：它被删掉了).*坏的只是清单：.*没有损坏，可以恢复`)),
    ]);
    const place = await target();
    const { code, said } = await runRestore(place, file);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`注意：${problems[0]}`) });
    expect(said).toContain('恢复后的检查也通过了');
    expect(readFileSync(path.join(place.dataDir, 'files', fileId.slice(0, 2), fileId)).equals(stored)).toBe(true);
  },
);

test('what agrees with neither list is named, and never restored', async () => {
  const digit = /[0-9a-f](?=[0-9a-f]{63} {2}files)/;
  // Still a digit: else the line would be no sum at all.
  const another = (text: string) => text.replace(digit, (one) => (one === '0' ? '1' : '0'));
  const ofFile = await withParts({ [SUMS]: another, [`files/${fileId.slice(0, 2)}/${fileId}`]: flip(/^/) });
  const { problems, damaged, isUsable } = await verifyBackup(ofFile);
  expect({ damaged, isUsable, count: problems.length }).toEqual({ damaged: [fileId], isUsable: true, count: 1 });
  const both = await withParts({ [MANIFEST]: flip(/\{/), [SUMS]: flip(digitOf('kaoping')) });
  const unlisted = await verifyBackup(both);
  expect(unlisted.isUsable).toBe(false);
  expect(unlisted.problems.join()).toContain(`${databaseName()} 的内容与校验和不符`);
  const place = await target();
  expect((await runRestore(place, both, '--damaged')).code).toBe(1);
  expect(await hasNothing(place)).toBe(true);
  const damagedIn = { [SUMS]: flip(digitOf('kaoping')), [MANIFEST]: flip(/(?<=school": ")./) };
  expect(await verifyBackup(await withParts(damagedIn))).toMatchObject({
    isUsable: true,
    problems: [expect.stringContaining('都与其中一份清单相符')],
  });
});

test('a damaged database is not restored, whatever is asked for', async () => {
  const parts = await partsOfArchive();
  const database = parts.get(databaseKind() === 'sqlite' ? 'kaoping.db' : 'kaoping.dump') ?? Buffer.alloc(0);
  const place = await target();
  const { code, said } = await runRestore(place, flipped(database), '--damaged');
  expect(code).toBe(1);
  expect(said).toContain('没有恢复任何内容');
  expect(said).not.toContain('坏的只有');
  expect(await hasNothing(place)).toBe(true);
});

test('a backup made when a file was missing is restored with one summary that is true', async () => {
  await storage().delete(fileId);
  const { file } = await backUp();
  await storage().put(fileId, await temporaryWith(stored));
  const { code, said } = await runRestore(await target(), file);
  expect(code).toBe(0);
  expect(said).toMatch(/有 1 个文件在备份时就已经不在磁盘上[^]*除了上面列出的文件，全部内容已恢复/);
  expect(said).not.toContain('没有通过');
});

test('under a passphrase it opens with that alone', async () => {
  // What makes guessing slow makes tests slow.
  const setPassphrase = Encrypter.prototype.setPassphrase;
  vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (this: Encrypter, passphrase) {
    setPassphrase.call(this, passphrase);
    this.setScryptWorkFactor(10);
  });
  const { file } = await backUp(PASSPHRASE);
  expect(path.basename(file)).toBe(`考评备份-20261121-0805-3-${await schoolMark()}.tar.age`);
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  expect(bytes.includes('manifest.json')).toBe(false);
  await expect(verifyBackup(file)).rejects.toThrow('KAOPING_BACKUP_PASSPHRASE');
  await expect(verifyBackup(file, 'another sentence')).rejects.toThrow('口令不对');
  expect((await verifyBackup(file, PASSPHRASE)).problems).toEqual([]);
  await restoreBackup(file, await target(), { passphrase: PASSPHRASE });

  const spoiled = path.join(directory, 'spoiled.tar.age');
  const place = await target();
  for (const spoil of [
    () => bytes.subarray(0, bytes.length - 100),
    () => Buffer.concat([bytes.subarray(0, 5000), Buffer.from([(bytes[5000] ?? 0) ^ 1]), bytes.subarray(5001)]),
  ]) {
    writeFileSync(spoiled, spoil());
    expect((await verifyBackup(spoiled, PASSPHRASE)).problems).toEqual(['备份文件已损坏，或者不完整。']);
    await expect(restoreBackup(spoiled, place, { passphrase: PASSPHRASE })).rejects.toThrow('没有通过检查');
    expect(await hasNothing(place)).toBe(true);
  }
});

test('the copy made before an upgrade is restored with the files beside it', async () => {
  const [copy = ''] = await copyBeforeUpgrade(Object.keys(migrations).at(-1) ?? '', NOW);
  const place = await target();
  const done = await restoreUpgradeCopy(copy, place);
  expect(done).toMatchObject({ files: 1, missing: 0, from: env().dataDir });
  const restored = readFileSync(path.join(place.dataDir, 'files', fileId.slice(0, 2), fileId));
  expect(restored.length).toBe(70_000);
  expect(unfinishedRestore(place.dataDir)).toBeNull();
  await expect(restoreUpgradeCopy(copy, place)).rejects.toThrow('恢复不会覆盖任何数据');

  const elsewhere = path.join(mkdtempSync(path.join(directory, 'moved-')), path.basename(copy));
  writeFileSync(elsewhere, readFileSync(copy));
  expect(await restoreUpgradeCopy(elsewhere, await target())).toMatchObject({ files: 1, missing: 1 });
});

test('what a restore will need is said, and what an administrator put into PostgreSQL stays out', async () => {
  if (databaseKind() === 'sqlite') {
    expect((await verifyBackup(archive)).notes).toEqual([]);
    return;
  }
  const run = async (databaseUrl: string, statement: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, string>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  await run(env().databaseUrl, 'create extension pg_stat_statements');
  await run(env().databaseUrl, "comment on extension pg_stat_statements is 'by the administrator'");
  const { file } = await backUp();
  const { problems, notes } = await verifyBackup(file);
  expect(problems).toEqual([]);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/恢复需要一个空的 PostgreSQL 数据库（\d+ 或更新的版本；普通用户/);

  // Whose database it is may do less than an administrator.
  const place = await target();
  const name = new URL(place.databaseUrl).pathname.slice(1);
  await run(place.databaseUrl, 'create role ordinary login');
  await run(place.databaseUrl, 'create extension pg_stat_statements');
  await run(place.databaseUrl, `alter database ${name} owner to ordinary`);
  const own = new URL(place.databaseUrl);
  own.username = 'ordinary';
  await restoreBackup(file, { ...place, databaseUrl: own.href });
  expect(await run(own.href, 'select count(*) as count from users')).toEqual([{ count: 2 }]);
  expect(readdirSync(place.dataDir).sort()).toEqual(['files']);
});
