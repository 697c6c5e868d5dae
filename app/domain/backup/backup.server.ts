import { createHash, randomUUID, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { copyDatabase } from '~/db/dialect/snapshot.server';
import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { env, secretFile } from '~/lib/env.server';
import { naming } from '~/lib/file-errors.server';
import { tarEnd, tarHeader, tarPadding } from '~/lib/tar.server';
import { storage } from '~/storage/storage.server';
import {
  DATABASE_NAME,
  MANIFEST,
  README,
  SECRET,
  SUMS,
  backupName,
  byAge,
  markOfSchool,
  nextNumber,
  objectName,
  olderBackups,
  readBackupName,
  readme,
  sumsOf,
} from './backup.rules';
import { sinkInto, type Sink } from './encryption.server';
import { FORMAT, FORMAT_VERSION, type Manifest } from './manifest.schema';

const CHUNK = 256 * 1024;
/** What an interrupted backup left behind is older than any that still runs. */
const ABANDONED_MS = 24 * 3_600_000;
/** What is not whole yet: of each backup its own, for several may be made in one directory at once. */
const PARTIAL = /\.tar(\.age)?(\.[0-9a-f]{8})?\.partial(-db)?$/;

export type Backup = { file: string; size: number; manifest: Manifest; kept: Kept | null };

/** What became of the earlier backups where only so many were to stay. */
export type Kept = {
  removed: string[];
  /** Those that an older version of the program made: nothing in their names says whose they are. Told once. */
  unmarked: number;
};

/**
 * Writes database and files into one archive while the server goes on working. First the database as it is at one
 * moment, then the bytes of the files it names: they are stored before their row and never change. The archive
 * appears under its name when it is whole and on the disk.
 * `target`: a file, or a directory in which it gets its usual name; `keep`: so many of this school's stay there;
 * `passphrase`: without it nobody can open the archive.
 */
export async function writeBackup({
  target,
  keep,
  passphrase,
  now,
  clock,
}: {
  target: string;
  keep: number | null;
  passphrase?: string | undefined;
  now: number;
  clock: () => number;
}): Promise<Backup> {
  // Also sets the zone that the name's time is in.
  const { name: school } = await getSchool();
  const mark = await schoolMark();
  const { directory, nameFor, isNamed } = await placeOf(path.resolve(target), now, mark, passphrase !== undefined);
  const partial = path.join(directory, `${await nameFor(true)}.${randomUUID().slice(0, 8)}.partial`);
  const copy = `${partial}-db`;
  try {
    // PostgreSQL's pg_dump makes the file itself; made here, nobody else can read it.
    await (await open(copy, 'wx', 0o600)).close();
    const snapshot = await naming(copy, () => copyDatabase(env().databaseUrl, copy));
    const handle = await open(partial, 'wx', 0o600);
    let manifest: Manifest;
    const sink = await sinkInto(handle, partial, passphrase);
    try {
      const archive = archiveInto(sink, now);
      await archive.add(README, [Buffer.from(readme(snapshot.kind), 'utf8')]);
      await archive.addFile(DATABASE_NAME[snapshot.kind], copy);
      await rm(copy);
      const secret = await readFile(secretFile(env().dataDir)).catch(() => null);
      const isIncluded = secret !== null && secret.toString('utf8').trim() === env().sessionSecret;
      if (isIncluded) await archive.add(SECRET, [secret]);
      const { missing, changed } = await addObjects(archive, snapshot.files);
      const stillNamed = await namedNow(missing);
      manifest = {
        format: FORMAT,
        formatVersion: FORMAT_VERSION,
        startedAt: new Date(now).toISOString(),
        finishedAt: new Date(clock()).toISOString(),
        school,
        database: { kind: snapshot.kind, version: snapshot.version, migrations: snapshot.migrations },
        counts: snapshot.counts,
        sessionSecret: isIncluded ? 'included' : 'environment',
        deletedMeanwhile: missing.filter((id) => !stillNamed.has(id)),
        faulty: [
          ...[...stillNamed].map((id) => ({ id, problem: 'missing' as const })),
          ...changed.map((id) => ({ id, problem: 'changed' as const })),
        ],
        entries: archive.entries.map((entry) => ({ ...entry })),
      };
      await archive.add(MANIFEST, [Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`, 'utf8')]);
      const sums = sumsOf(archive.entries);
      await archive.add(SUMS, [Buffer.from(sums, 'utf8')]);
      await sink.write(tarEnd());
      await sink.end();
      await naming(partial, () => handle.sync());
    } finally {
      await sink.abandon();
      await handle.close();
    }
    const isWhole = manifest.faulty.length === 0;
    // One that is made beside this one may keep only itself.
    const { size } = await stat(partial);
    const file = await giveName(partial, async () => path.join(directory, await nameFor(isWhole)), isNamed);
    await syncDirectory(directory);
    const kept = keep === null ? null : await keepNewest(directory, mark, keep, isWhole);
    await removeAbandoned(directory, clock());
    return { file, size, manifest, kept };
  } catch (error) {
    await Promise.all([rm(copy, { force: true }), rm(partial, { force: true })]);
    throw error;
  }
}

/** The letters of this school. The first step that its database took is its birth: no restore and no upgrade changes it. */
export async function schoolMark(): Promise<string> {
  const open = db().withTables<{ kysely_migration: { name: string; timestamp: string } }>();
  const first = open.selectFrom('kysely_migration').select('timestamp').orderBy('name').limit(1);
  return markOfSchool((await first.executeTakeFirstOrThrow()).timestamp);
}

/** Where the archive goes, and its name there once it is known whether every file is inside. */
async function placeOf(target: string, now: number, mark: string, isEncrypted: boolean) {
  if (/\.tar(\.age)?$/.test(target)) {
    await mkdir(path.dirname(target), { recursive: true });
    return { directory: path.dirname(target), nameFor: () => Promise.resolve(path.basename(target)), isNamed: true };
  }
  await mkdir(target, { recursive: true, mode: 0o700 });
  const nameFor = async (isWhole: boolean) =>
    backupName(now, { number: nextNumber(await readdir(target), now, mark), mark, isWhole, isEncrypted });
  return { directory: target, nameFor, isNamed: false };
}

/**
 * Gives a whole archive its name. One that a person chose takes the place of what had it; any other is taken only where
 * nobody has it: another backup of this minute may be done at the same moment, and then the next number is this one's.
 */
async function giveName(partial: string, nextName: () => Promise<string>, isNamed: boolean): Promise<string> {
  for (;;) {
    const file = await nextName();
    try {
      if (isNamed) await rename(partial, file);
      else await renameToNew(partial, file);
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** A second name first, which is never one that something has already; disks that know none have the name held empty. */
async function renameToNew(from: string, to: string): Promise<void> {
  const isLinked = await link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      return false;
    },
  );
  if (isLinked) return rm(from);
  await (await open(to, 'wx', 0o600)).close();
  try {
    await rename(from, to);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

/** Removes all but the newest of this school's backups; nothing where the one just made lacks something. */
async function keepNewest(directory: string, mark: string, keep: number, isWhole: boolean): Promise<Kept> {
  const names = await readdir(directory);
  const found = names.map(readBackupName).filter((name) => name !== null);
  const isFirst = found.filter((name) => name.mark === mark).length <= 1;
  const removed = isWhole ? olderBackups(names, mark, keep) : [];
  for (const name of removed) await rm(path.join(directory, name), { force: true });
  return { removed, unmarked: isFirst ? found.filter((name) => name.mark === null).length : 0 };
}

function archiveInto(sink: Sink, now: number) {
  const entries: Manifest['entries'] = [];

  async function write(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    await sink.write(tarHeader(name, size, now));
    const hash: Hash = createHash('sha256');
    let written = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      written += chunk.length;
      await sink.write(chunk);
    }
    if (written !== size) throw new Error(`${name} changed while it was read`);
    await sink.write(tarPadding(size));
    const sha256 = hash.digest('hex');
    entries.push({ name, size, sha256 });
    return sha256;
  }

  return {
    entries,
    write,
    add: (name: string, parts: Buffer[]) =>
      write(
        name,
        parts.reduce((total, part) => total + part.length, 0),
        parts,
      ),
    async addFile(name: string, file: string) {
      const source = await open(file, constants.O_RDONLY);
      try {
        const { size } = await source.stat();
        await write(name, size, source.createReadStream({ autoClose: false, highWaterMark: CHUNK }));
      } finally {
        await source.close();
      }
    },
  };
}

/** Adds the bytes of stored files; answers whose are missing and whose are not what was stored. */
async function addObjects(
  archive: ReturnType<typeof archiveInto>,
  files: { id: string; sha256: string }[],
): Promise<{ missing: string[]; changed: string[] }> {
  const missing: string[] = [];
  const changed: string[] = [];
  for (const { id, sha256 } of files) {
    const size = await storage().size(id);
    const content = size === null ? null : await opened(id);
    if (size === null || content === null) missing.push(id);
    else if ((await archive.write(objectName(id), size, content)) !== sha256) changed.push(id);
  }
  return { missing, changed };
}

/**
 * How many files the database names where the data directory has not a single one: it is another school's, or none.
 * Null where one is there, or none is named.
 */
export async function filesOfElsewhere(): Promise<number | null> {
  const rows = await db().selectFrom('files').select('id').where('removed_at', 'is', null).execute();
  for (const { id } of rows) if ((await storage().size(id)) !== null) return null;
  return rows.length === 0 ? null : rows.length;
}

/** The object once its first bytes are here, so that it can no longer be deleted away; null when it is gone. */
async function opened(id: string): Promise<AsyncIterable<Uint8Array> | null> {
  const rest = storage().open(id)[Symbol.asyncIterator]();
  try {
    const first = await rest.next();
    return (async function* () {
      if (!first.done) yield first.value;
      yield* { [Symbol.asyncIterator]: () => rest };
    })();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Which of these files the school has not deleted meanwhile. */
async function namedNow(ids: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const slice of slicesOf(ids)) {
    const query = db().selectFrom('files').select('id').where('id', 'in', slice).where('removed_at', 'is', null);
    for (const { id } of await query.execute()) found.add(id);
  }
  return found;
}

/** Removes all but the newest files of such names, and never one that is `spared`; answers what went. */
export async function removeOlder(directory: string, names: RegExp, keep: number, spared = ''): Promise<string[]> {
  const found = (await readdir(directory)).filter((name) => names.test(name) && name !== spared).sort(byAge);
  const old = found.slice(0, Math.max(0, found.length - keep));
  for (const name of old) await rm(path.join(directory, name), { force: true });
  return old;
}

async function removeAbandoned(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!PARTIAL.test(name)) continue;
    const file = path.join(directory, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < now - ABANDONED_MS) await rm(file, { force: true });
  }
}

/** Makes a new name in a directory survive a loss of power. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows opens no directories; its file systems keep names in order themselves.
  if (process.platform === 'win32') return;
  const handle = await open(directory, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
