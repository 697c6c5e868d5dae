import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { dialectName } from '~/db/dialect/dialect.server';
import {
  endRestore,
  findRestoreIn,
  markDatabase,
  noteChecked,
  restoreName,
  unmarkDatabase,
} from '~/db/dialect/restore-mark.server';
import {
  emptyPostgres,
  forgetSetting,
  isEmptyPostgres,
  markRemoved,
  readPostgres,
  readPostgresDump,
  readSqliteCopy,
  restorePostgres,
  sqliteFile,
} from '~/db/dialect/snapshot.server';
import { unknownMigrations } from '~/db/migrations.server';
import { STORE_OWNER } from '~/domain/file/foreign-files.server';
import { secretFile } from '~/lib/env.server';
import { digestFile } from '~/lib/file-digest.server';
import { isSystemError, naming } from '~/lib/file-errors.server';
import { quoted, sayCommand } from '~/lib/own-command.server';
import { readTar } from '~/lib/tar.server';
import { copyPrivately } from '~/lib/private-files.server';
import { DATABASE_NAME, MANIFEST, README, SECRET, SUMS, UPGRADE_COPY_NAME, fileOf } from './backup.rules';
import { syncDirectory } from './backup.server';
import { openArchive } from './encryption.server';
import type { Manifest } from './manifest.schema';
import { RESTORE_MARK, restoreToken, whyNotEmpty } from './unfinished-restore.server';
import { sayBeyond, sayDamage, take, verifyBackup, type Verification } from './verify.server';

/** What may stand in the directory already: the backups, what file systems put there, what only is to be locked. */
const ALLOWED = new Set(['backups', 'lost+found', 'kaoping.running', `kaoping.running-${hostname()}`]);

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

/** What somebody adds who wants what is left of a damaged backup. */
export const DAMAGED = '--damaged';

type Place = { dataDir: string; databaseUrl: string };

/**
 * Brings a backup into an empty data directory (and an empty PostgreSQL database), or into one where a restore was
 * broken off. The archive is checked whole before anything is written. A mark stands in the directory until the last
 * check is done; a restore that fails takes away what it wrote.
 * Stored files that are damaged in it are reason to refuse, unless `withoutDamaged`: then they are left out, and missing.
 * @throws RestoreRefusal; PassphraseError
 */
export async function restoreBackup(
  file: string,
  place: Place,
  { passphrase, withoutDamaged = false }: { passphrase?: string | undefined; withoutDamaged?: boolean } = {},
): Promise<Restored> {
  await refuseUnlessEmpty(place);
  const verification = await verifyBackup(file, passphrase);
  const { manifest } = verification;
  if (manifest === null || !verification.isUsable || (verification.damaged.length > 0 && !withoutDamaged)) {
    throw new RestoreRefusal(sayRefused(file, place, verification), verification.problems);
  }
  const { database } = manifest;
  refuseOther(database.kind, database.migrations, place.databaseUrl);
  await whileMarked(file, place, withoutDamaged, async (token) => {
    const partial = partialOf(place);
    const leftOut = new Set(verification.damaged);
    await unpack(await openArchive(file, passphrase), manifest, { dataDir: place.dataDir, partial, leftOut });
    await bringIn(partial, place, token);
    const gone = [...manifest.deletedMeanwhile];
    if (gone.length > 0) await markRemoved(place.databaseUrl, gone, Date.parse(manifest.finishedAt));
    const excused = new Set([...manifest.faulty.map(({ id }) => id), ...leftOut]);
    const found = await checkRestored(place, excused, manifest.counts);
    if (found.length > 0) throw new RestoreRefusal('恢复之后的检查没有通过，没有留下任何内容。', found);
    // The school that it is a copy of may still use its bucket.
    await forgetSetting(place.databaseUrl, STORE_OWNER);
  });
  return { manifest, verification, hasSecret: manifest.sessionSecret === 'included' };
}

/** Where single files alone are damaged it says how to get all the others. */
function sayRefused(file: string, { dataDir }: Place, verification: Verification): string {
  const refused = '这份备份没有通过检查，没有恢复任何内容。';
  const { damaged } = verification;
  if (!verification.isUsable) return refused + sayBeyond(verification);
  const command = sayCommand('restore', `${quoted(path.resolve(file))} ${DAMAGED}`, `DATA_DIR=${dataDir}`);
  return (
    `${refused}坏的只有 ${damaged.length} 个文件（录音、照片等），数据库和其余的文件都完好。` +
    `先看看别的备份；没有更好的，就恢复其余的全部：${command}`
  );
}

/** Whether a file is a copy that was made before an upgrade: a database without files. */
export function isUpgradeCopy(file: string): boolean {
  return UPGRADE_COPY_NAME.test(path.basename(file)) || /\.(db|dump)$/.test(file);
}

export type RestoredCopy = { migrations: string[]; files: number; missing: number; hasSecret: boolean; from: string };

/**
 * Brings the copy that was made before an upgrade into an empty data directory. An upgrade changes no files: they and
 * the secret come from the data directory in whose `backups` the copy lies.
 * @throws RestoreRefusal
 */
export async function restoreUpgradeCopy(file: string, place: Place): Promise<RestoredCopy> {
  await refuseUnlessEmpty(place);
  const kind = kindOf(file);
  const copy = await readUpgradeCopy(file, kind);
  if (copy.problems.length > 0) {
    throw new RestoreRefusal('这份升级前的备份没有通过检查，没有恢复任何内容。', copy.problems);
  }
  refuseOther(kind, copy.migrations, place.databaseUrl);
  const from = path.dirname(path.dirname(path.resolve(file)));
  return whileMarked(file, place, false, async (token) => {
    const partial = partialOf(place);
    await copyPrivately(path.resolve(file), partial);
    await syncFile(partial);
    let missing = 0;
    for (const { id, sha256 } of copy.files) {
      if (!(await copyObject(from, place.dataDir, id, sha256))) missing += 1;
    }
    const hasSecret = await copyIfThere(secretFile(from), secretFile(place.dataDir));
    await bringIn(partial, place, token);
    return { migrations: copy.migrations, files: copy.files.length, missing, hasSecret, from };
  });
}

export type CheckedCopy = { migrations: string[]; problems: string[]; files: number; missing: number; from: string };

/**
 * Looks over the copy that was made before an upgrade: the database inside, and whether the files that it names stand in
 * the data directory from which they would be restored.
 * @throws RestoreRefusal where it is no database
 */
export async function verifyUpgradeCopy(file: string): Promise<CheckedCopy> {
  const { migrations, problems, files } = await readUpgradeCopy(file, kindOf(file));
  const from = path.dirname(path.dirname(path.resolve(file)));
  let missing = 0;
  for (const { id, sha256 } of files) {
    const isThere = await isObject(path.join(from, 'files', id.slice(0, 2), id), sha256);
    if (!isThere) missing += 1;
  }
  return { migrations, problems, files: files.length, missing, from };
}

const kindOf = (file: string) => (file.endsWith('.dump') ? 'postgres' : 'sqlite');

async function readUpgradeCopy(file: string, kind: 'sqlite' | 'postgres') {
  try {
    return kind === 'sqlite'
      ? await naming(file, () => readSqliteCopy(file))
      : { ...(await readPostgresDump(file, 0)), problems: [] };
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new RestoreRefusal(`${file} 打不开：${sayDamage(error)}`);
  }
}

function refuseOther(kind: 'sqlite' | 'postgres', migrations: string[], databaseUrl: string): void {
  if (kind !== dialectName(databaseUrl)) {
    const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
    throw new RestoreRefusal(
      `这是 ${names[kind]} 的备份，现在的设置是 ${names[dialectName(databaseUrl)]}（DATABASE_URL）。请改成同一种再恢复。`,
    );
  }
  const unknown = unknownMigrations(migrations);
  if (unknown.length > 0) {
    throw new RestoreRefusal(`这份备份来自更新的考评（数据库里有 ${unknown.join('、')}）。请先升级程序再恢复。`);
  }
}

function partialOf({ dataDir, databaseUrl }: Place): string {
  const isSqlite = dialectName(databaseUrl) === 'sqlite';
  return `${isSqlite ? sqliteFile(databaseUrl) : path.join(dataDir, DATABASE_NAME.postgres)}.partial`;
}

/** Gives the database that was unpacked its name, or its rows to PostgreSQL. */
async function bringIn(partial: string, { databaseUrl }: Place, token: string): Promise<void> {
  if (dialectName(databaseUrl) === 'postgres') {
    await restorePostgres(databaseUrl, partial, restoreName(token));
    await rm(partial);
  } else {
    await rename(partial, sqliteFile(databaseUrl));
    await syncDirectory(path.dirname(partial));
  }
}

/** Runs `work` under the mark of a restore; what it throws takes away everything it wrote. */
async function whileMarked<T>(
  archive: string,
  place: Place,
  withoutDamaged: boolean,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = place;
  const isPostgres = dialectName(databaseUrl) === 'postgres';
  const token = randomBytes(12).toString('hex');
  const wasThere = (await stat(dataDir).catch(() => null)) !== null;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await mkdir(path.dirname(partialOf(place)), { recursive: true, mode: 0o700 });
  const mark = path.join(dataDir, RESTORE_MARK);
  try {
    const option = withoutDamaged ? DAMAGED : '';
    await writeMark(mark, JSON.stringify({ archive: path.resolve(archive), option, token }));
    if (isPostgres) await markDatabase(databaseUrl, token);
    const result = await work(token);
    if (isPostgres) await noteChecked(databaseUrl);
    await rm(mark);
    await syncDirectory(dataDir);
    if (isPostgres) await unmarkDatabase(databaseUrl);
    return result;
  } catch (error) {
    await clear(place);
    if (!wasThere && (await readdir(dataDir)).length === 0) await rm(dataDir, { recursive: true });
    if (isPostgres) await emptyPostgres(databaseUrl).catch(() => undefined);
    throw error;
  }
}

async function writeMark(mark: string, text: string): Promise<void> {
  await naming(mark, async () => {
    const handle = await open(mark, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
  await syncDirectory(path.dirname(mark));
}

/** Takes away what a restore wrote: the directory was empty before. The mark goes last. */
async function clear({ dataDir, databaseUrl }: Place): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!ALLOWED.has(name) && name !== RESTORE_MARK) await rm(path.join(dataDir, name), { recursive: true });
  }
  if (dialectName(databaseUrl) === 'sqlite') {
    for (const end of ['', '.partial']) await rm(`${sqliteFile(databaseUrl)}${end}`, { force: true });
  }
  await rm(path.join(dataDir, RESTORE_MARK), { force: true });
}

async function refuseUnlessEmpty(place: Place): Promise<void> {
  const { dataDir, databaseUrl } = place;
  const present: string[] = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const isBrokenOff = present.includes(RESTORE_MARK);
  const inTheWay = present.filter((name) => !ALLOWED.has(name));
  if (inTheWay.length > 0 && !isBrokenOff) {
    throw new RestoreRefusal(
      `数据目录 ${dataDir} 不是空的（有 ${inTheWay.slice(0, 3).join('、')}${inTheWay.length > 3 ? ' 等' : ''}）。` +
        '恢复不会覆盖任何数据：请停下程序，把 DATA_DIR 指向一个新的空目录再恢复。',
    );
  }
  if (dialectName(databaseUrl) === 'postgres') {
    if (isBrokenOff) await clearOwnRest(place);
    if (!(await isEmptyPostgres(databaseUrl))) {
      throw new RestoreRefusal(await whyNotEmpty(place));
    }
  } else if (
    !(isBrokenOff && isInside(sqliteFile(databaseUrl), dataDir)) &&
    (await stat(sqliteFile(databaseUrl)).catch(() => null))
  ) {
    throw new RestoreRefusal(`数据库 ${sqliteFile(databaseUrl)} 已经存在。恢复不会覆盖任何数据。`);
  }
  if (isBrokenOff) await clear(place);
}

/** Empties a database that says itself that the restore of this directory's mark was filling it; no other one. */
async function clearOwnRest({ dataDir, databaseUrl }: Place): Promise<void> {
  const token = restoreToken(dataDir);
  const left = await findRestoreIn(databaseUrl);
  if (token === '' || left?.token !== token) return;
  await endRestore(databaseUrl, token);
  await emptyPostgres(databaseUrl);
}

const isInside = (file: string, directory: string) => path.resolve(file).startsWith(path.resolve(directory) + path.sep);

async function copyObject(from: string, to: string, id: string, sha256: string): Promise<boolean> {
  const source = path.join(from, 'files', id.slice(0, 2), id);
  const target = path.join(to, 'files', id.slice(0, 2), id);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  return (await copyIfThere(source, target)) && isObject(target, sha256);
}

/** Whether a stored file is there as it was stored. */
async function isObject(file: string, sha256: string): Promise<boolean> {
  try {
    return (await digestFile(file)) === sha256;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function copyIfThere(source: string, target: string): Promise<boolean> {
  try {
    await copyPrivately(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await syncFile(target);
  return true;
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unpack(
  archive: AsyncIterable<Uint8Array>,
  manifest: Manifest,
  to: { dataDir: string; partial: string; leftOut: Set<string> },
): Promise<void> {
  const sums = new Map(manifest.entries.map(({ name, sha256 }) => [name, sha256]));
  const directories = new Set([to.dataDir]);
  // What is damaged between the files was found by the check, and is left out.
  for await (const entry of readTar(archive, () => undefined)) {
    const target = targetOf(entry.name, manifest, to);
    if (target !== null) {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
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
}

/** Where a file of the archive goes, whose names have been checked; null for what describes it or is left out. */
function targetOf(
  name: string,
  manifest: Manifest,
  to: { dataDir: string; partial: string; leftOut: Set<string> },
): string | null {
  if (to.leftOut.has(fileOf(name) ?? '')) return null;
  if (name === DATABASE_NAME[manifest.database.kind]) return to.partial;
  if (name === SECRET) return secretFile(to.dataDir);
  if (name.startsWith('files/')) return path.join(to.dataDir, ...name.split('/'));
  if ([MANIFEST, SUMS, README].includes(name)) return null;
  throw new RestoreRefusal(`备份里有不认识的内容：${name}`);
}

/** What does not stand there as it was backed up. */
async function checkRestored(
  { dataDir, databaseUrl }: Place,
  excused: Set<string>,
  counts: Record<string, number>,
): Promise<string[]> {
  const now =
    dialectName(databaseUrl) === 'postgres'
      ? { ...(await readPostgres(databaseUrl)), problems: [] }
      : await readSqliteCopy(sqliteFile(databaseUrl));
  const problems = now.problems.map((problem) => `数据库有损坏：${problem}`);
  for (const [table, count] of Object.entries(counts)) {
    if (now.counts[table] !== count) problems.push(`${table} 应有 ${count} 行，现在是 ${now.counts[table] ?? 0} 行。`);
  }
  for (const { id, size } of now.files) {
    if (excused.has(id)) continue;
    const found = await stat(path.join(dataDir, 'files', id.slice(0, 2), id)).catch(() => null);
    if (found?.size !== size) problems.push(`文件 ${id} 没有恢复好。`);
  }
  return problems;
}
