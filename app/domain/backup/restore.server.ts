import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { dialectName } from '~/db/dialect/dialect.server';
import {
  isEmptyPostgres,
  markRemoved,
  readPostgres,
  readSqliteCopy,
  restorePostgres,
  sqliteFile,
} from '~/db/dialect/snapshot.server';
import { unknownMigrations } from '~/db/migrations.server';
import { secretFile } from '~/lib/env.server';
import { readTar } from '~/lib/tar.server';
import { DATABASE_NAME, MANIFEST, README, SECRET, SUMS, type Manifest } from './backup.rules';
import { syncDirectory } from './backup.server';
import { take, verifyBackup, type Verification } from './verify.server';

/** What may stand in the directory already: the backups themselves, and what file systems put there. */
const ALLOWED = new Set(['backups', 'lost+found']);
const OBJECT = /^files\/([0-9a-f]{2})\/\1[0-9a-f]{6}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Why nothing was restored; the message is a sentence for the person who asked. */
export class RestoreRefusal extends Error {
  constructor(
    message: string,
    readonly problems: string[] = [],
  ) {
    super(message);
  }
}

export type Restored = { manifest: Manifest; verification: Verification; hasSecret: boolean };

/**
 * Brings a backup into an empty data directory (and an empty PostgreSQL database). The archive is checked whole
 * before anything is written; the database gets its name last, so that what was interrupted is no school yet.
 * @throws RestoreRefusal
 */
export async function restoreBackup(
  file: string,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
): Promise<Restored> {
  await refuseUnlessEmpty(dataDir, databaseUrl);
  const verification = await verifyBackup(file);
  const { manifest, problems } = verification;
  // What was wrong with single files when the backup was made is no reason to do without all the others.
  const isFaulty = manifest === null || problems.length > manifest.faulty.length;
  if (isFaulty) throw new RestoreRefusal('这份备份没有通过检查，没有恢复任何内容。', problems);
  const kind = dialectName(databaseUrl);
  if (manifest.database.kind !== kind) {
    const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
    throw new RestoreRefusal(
      `这是 ${names[manifest.database.kind]} 的备份，现在的设置是 ${names[kind]}（DATABASE_URL）。请改成同一种再恢复。`,
    );
  }
  const unknown = unknownMigrations(manifest.database.migrations);
  if (unknown.length > 0) {
    throw new RestoreRefusal(`这份备份来自更新的考评（数据库里有 ${unknown.join('、')}）。请先升级程序再恢复。`);
  }

  const database = kind === 'sqlite' ? sqliteFile(databaseUrl) : path.join(dataDir, DATABASE_NAME.postgres);
  const partial = `${database}.partial`;
  await mkdir(dataDir, { recursive: true });
  await mkdir(path.dirname(database), { recursive: true });
  await unpack(file, manifest, { dataDir, partial });
  if (kind === 'postgres') {
    await restorePostgres(databaseUrl, partial);
    await rm(partial);
  } else {
    await rename(partial, database);
    await syncDirectory(path.dirname(database));
  }
  const gone = [...manifest.deletedMeanwhile];
  if (gone.length > 0) await markRemoved(databaseUrl, gone, Date.parse(manifest.finishedAt));
  await checkRestored(manifest, { dataDir, databaseUrl });
  return { manifest, verification, hasSecret: manifest.sessionSecret === 'included' };
}

async function refuseUnlessEmpty(dataDir: string, databaseUrl: string): Promise<void> {
  const present = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const inTheWay = present.filter((name) => !ALLOWED.has(name));
  if (inTheWay.length > 0) {
    throw new RestoreRefusal(
      `数据目录 ${dataDir} 不是空的（有 ${inTheWay.slice(0, 3).join('、')}${inTheWay.length > 3 ? ' 等' : ''}）。` +
        '恢复不会覆盖任何数据：请停下程序，把 DATA_DIR 指向一个新的空目录再恢复。',
    );
  }
  if (dialectName(databaseUrl) === 'postgres') {
    if (!(await isEmptyPostgres(databaseUrl))) {
      throw new RestoreRefusal(
        '数据库里已经有表。恢复不会覆盖任何数据：请新建一个空的数据库，把 DATABASE_URL 指向它。',
      );
    }
  } else if (await stat(sqliteFile(databaseUrl)).catch(() => null)) {
    throw new RestoreRefusal(`数据库 ${sqliteFile(databaseUrl)} 已经存在。恢复不会覆盖任何数据。`);
  }
}

async function unpack(file: string, manifest: Manifest, to: { dataDir: string; partial: string }): Promise<void> {
  const sums = new Map(manifest.entries.map(({ name, sha256 }) => [name, sha256]));
  const handle = await open(file, 'r');
  const directories = new Set([to.dataDir]);
  try {
    for await (const entry of readTar(handle)) {
      const target = targetOf(entry.name, manifest, to);
      if (target !== null) {
        await mkdir(path.dirname(target), { recursive: true });
        for (let above = path.dirname(target); above.startsWith(to.dataDir); above = path.dirname(above)) {
          directories.add(above);
        }
      }
      const { sha256 } = await take(entry, target);
      if (target !== null && sums.get(entry.name) !== sha256) {
        throw new RestoreRefusal(`${entry.name} 在恢复时与检查时不同：备份文件正在被改动，或磁盘有问题。`);
      }
    }
    for (const directory of directories) await syncDirectory(directory);
  } finally {
    await handle.close();
  }
}

/** Where a file of the archive goes; null for what describes it. */
function targetOf(name: string, manifest: Manifest, to: { dataDir: string; partial: string }): string | null {
  if (name === DATABASE_NAME[manifest.database.kind]) return to.partial;
  if (name === SECRET) return secretFile(to.dataDir);
  if (OBJECT.test(name)) return path.join(to.dataDir, ...name.split('/'));
  if ([MANIFEST, SUMS, README].includes(name)) return null;
  throw new RestoreRefusal(`备份里有不认识的内容：${name}`);
}

/** Says that it is done only when what stands there is what was backed up. */
async function checkRestored(
  manifest: Manifest,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
): Promise<void> {
  const now =
    dialectName(databaseUrl) === 'postgres'
      ? { ...(await readPostgres(databaseUrl)), problems: [] }
      : await readSqliteCopy(sqliteFile(databaseUrl));
  const problems = now.problems.map((problem) => `数据库有损坏：${problem}`);
  for (const [table, count] of Object.entries(manifest.counts)) {
    if (now.counts[table] !== count) problems.push(`${table} 应有 ${count} 行，现在是 ${now.counts[table] ?? 0} 行。`);
  }
  const missingBefore = new Set(manifest.faulty.map(({ id }) => id));
  for (const { id, size } of now.files) {
    if (missingBefore.has(id)) continue;
    const found = await stat(path.join(dataDir, 'files', id.slice(0, 2), id)).catch(() => null);
    if (found?.size !== size) problems.push(`文件 ${id} 没有恢复好。`);
  }
  if (problems.length > 0) throw new RestoreRefusal('恢复之后的检查没有通过，请不要使用这个目录。', problems);
}
