import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Migrator, sql, type Migration } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, databaseKind, db } from '~/db/db.server';
import { readPostgresDump } from '~/db/dialect/snapshot.server';
import { UpgradeRefusal, migrateToLatest } from '~/db/migrate.server';
import { migrations } from '~/db/migrations.server';
import { resetEnv } from '~/lib/env.server';
import { useBackupDatabase } from '~tests/support/backup-database';
import { useDatabase } from '~tests/support/db';
import { copyBeforeUpgrade, removePartialCopies } from './upgrade-copy.server';

useDatabase({ keepRows: true });
const emptyPlace = useBackupDatabase();

const NOW = Date.parse('2026-11-21T00:05:00Z');
const [FIRST = ''] = Object.keys(migrations);
const root = mkdtempSync(path.join(tmpdir(), 'kaoping-upgrade-'));
let before: Record<string, string | undefined> = {};
let dataDir = '';

/** Points this process at a database that has taken the first step only. */
beforeEach(async () => {
  const { DATA_DIR, DATABASE_URL } = process.env;
  before = { DATA_DIR, DATABASE_URL };
  const place = await emptyPlace(mkdtempSync(path.join(root, 'place-')));
  dataDir = place.dataDir;
  await moveTo({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl });
  const migrator = new Migrator({ db: db(), provider: { getMigrations: () => Promise.resolve(migrations) } });
  await migrator.migrateTo(FIRST);
});
afterEach(() => moveTo(before));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function moveTo(settings: Record<string, string | undefined>): Promise<void> {
  await closeDatabase();
  Object.assign(process.env, settings);
  resetEnv();
}

const steps = () => db().withTables<{ kysely_migration: { name: string; timestamp: string } }>();
const taken = async () =>
  (await steps().selectFrom('kysely_migration').select('name').orderBy('name').execute()).length;
const upgrade = (now = NOW) => migrateToLatest((last) => copyBeforeUpgrade(last, now));

test('the database is copied as it was before it is upgraded', async () => {
  await upgrade();
  expect(await taken()).toBe(Object.keys(migrations).length);
  const extension = databaseKind() === 'sqlite' ? 'db' : 'dump';
  expect(readdirSync(path.join(dataDir, 'backups'))).toEqual([`升级前-20261121-0805-${FIRST}.${extension}`]);
  const copy = path.join(dataDir, 'backups', `升级前-20261121-0805-${FIRST}.${extension}`);
  expect(await stepsInCopy(copy)).toEqual([FIRST]);
  // Up to date, nothing is copied again.
  await upgrade(NOW + 120_000);
  expect(readdirSync(path.join(dataDir, 'backups'))).toHaveLength(1);
});

async function stepsInCopy(file: string): Promise<string[]> {
  if (databaseKind() === 'postgres') return (await readPostgresDump(file, 0)).migrations;
  const copy = new SqliteDatabase(file, { readonly: true });
  const rows = copy.prepare('select name from kysely_migration').all() as { name: string }[];
  copy.close();
  return rows.map(({ name }) => name);
}

test('a database of a newer program is refused untouched', async () => {
  await steps()
    .insertInto('kysely_migration')
    .values({ name: '9999-from-the-future', timestamp: '2027-01-01' })
    .execute();
  await expect(upgrade()).rejects.toThrow('数据库比程序新：它已经升级到 9999-from-the-future');
  expect(await taken()).toBe(2);
  expect(readdirSync(dataDir)).not.toContain('backups');
});

test('without a copy nothing is upgraded', async () => {
  const problem = new Error('no room');
  await expect(migrateToLatest(() => Promise.reject(problem))).rejects.toBe(problem);
  expect(await taken()).toBe(1);
});

const MINUTE = 60_000;
const backups = () => readdirSync(path.join(dataDir, 'backups')).sort();

/** Runs `work` while the newest step changes much and then fails. */
async function whileBroken(work: () => Promise<void>): Promise<void> {
  const newest = Object.keys(migrations).at(-1) ?? '';
  const { up } = migrations[newest] as Migration;
  const broken = vi.spyOn(migrations[newest] as Migration, 'up').mockImplementation(async (open) => {
    await up(open);
    throw new Error('broken on purpose');
  });
  try {
    await work();
  } finally {
    broken.mockRestore();
  }
}

test('an upgrade that fails has changed nothing, and says where the copy is, however often it is tried', async () => {
  const tables = async () => (await db().introspection.getTables()).map(({ name }) => name).sort();
  const before = await tables();
  const first = `升级前-20261121-0805-${FIRST}.${databaseKind() === 'sqlite' ? 'db' : 'dump'}`;
  await whileBroken(async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      // Something else is in it each time.
      await sql`insert into settings (key, value) values (${`turn ${turn}`}, '1')`.execute(db());
      const failure = await upgrade(NOW + turn * 2 * MINUTE).catch((error: Error) => error);
      expect(failure).toBeInstanceOf(UpgradeRefusal);
      expect((failure as Error).message).toContain('broken on purpose');
      expect((failure as Error).message).toContain(path.join(dataDir, 'backups', first));
      expect(await tables()).toEqual(before);
      expect(await taken()).toBe(1);
    }
  });
  expect(backups()).toHaveLength(4);
  expect(backups()).toContain(first);
  await upgrade(NOW + 20 * MINUTE);
  expect(await taken()).toBe(Object.keys(migrations).length);
});

test('tried again on the same data, no second copy is kept where copies can be compared', async () => {
  await whileBroken(async () => {
    for (let turn = 0; turn < 3; turn += 1) await expect(upgrade(NOW + turn * 2 * MINUTE)).rejects.toThrow('broken');
  });
  // A dump of PostgreSQL's carries its second: two that are equal were made within one.
  const most = databaseKind() === 'sqlite' ? 1 : 3;
  expect(backups().length).toBeGreaterThan(0);
  expect(backups().length).toBeLessThanOrEqual(most);
});

test('what a copy that was broken off has left is gone at the next start, and nothing else', async () => {
  const directory = path.join(dataDir, 'backups');
  mkdirSync(directory, { recursive: true });
  const others = ['升级前-20261101-0805-0001-main-job.db', '考评备份-20261101-0805.tar.partial', 'partial.txt'];
  const broken = [
    '升级前-20261119-0805-0001-main-job.db.partial',
    '升级前-20261119-0805-0001-main-job.db.partial-journal',
  ];
  for (const name of [...others, ...broken]) writeFileSync(path.join(directory, name), 'x');
  await removePartialCopies();
  expect(readdirSync(directory).sort()).toEqual(others.sort());
});

test('a copy that would take the last room is not begun: where, how much, and that the database is the old one', async () => {
  if (databaseKind() === 'postgres') return;
  const MB = 1024 * 1024;
  const { size } = statSync(path.join(dataDir, 'kaoping.db'));
  const withFree = (bytes: number) =>
    migrateToLatest((last) => copyBeforeUpgrade(last, NOW, () => Promise.resolve(bytes)));
  const refusal = await withFree(200 * MB + size - 1).catch((error: Error) => error);
  expect(refusal).toBeInstanceOf(UpgradeRefusal);
  const { message } = refusal as Error;
  for (const part of [
    path.join(dataDir, 'backups'),
    `${Math.ceil(size / MB)} MB`,
    '还是原来的',
    'KAOPING_SKIP_BACKUP=1',
  ])
    expect(message).toContain(part);
  expect([await taken(), backups()]).toEqual([1, []]);
  await withFree(300 * MB + size);
  expect([await taken(), backups().length]).toEqual([Object.keys(migrations).length, 1]);
});
