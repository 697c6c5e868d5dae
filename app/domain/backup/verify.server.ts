import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PostgresToolError } from '~/db/dialect/postgres-tools.server';
import { readPostgresDump, readSqliteCopy, type Snapshot } from '~/db/dialect/snapshot.server';
import { TarError, readTar, type TarEntry } from '~/lib/tar.server';
import { DATABASE_NAME, FORMAT, MANIFEST, SUMS, objectName, type Manifest } from './backup.rules';

/** The most of a manifest or list of sums that is read into memory. */
const MAX_TEXT = 512 * 1024 * 1024;

export type Verification = {
  manifest: Manifest | null;
  files: number;
  bytes: number;
  problems: string[];
  /** What could not be checked here. */
  notes: string[];
};

/**
 * Reads a whole archive and checks it: every byte's checksum, the database's integrity, that every file the database
 * names is inside. `problems` are sentences; none means that everything is as it was.
 */
export async function verifyBackup(file: string): Promise<Verification> {
  const work = await mkdtemp(path.join(tmpdir(), 'kaoping-verify-'));
  const handle = await open(file, 'r');
  try {
    return await verify(handle, work);
  } catch (error) {
    if (!(error instanceof TarError)) throw error;
    return { manifest: null, files: 0, bytes: 0, problems: [error.message], notes: [] };
  } finally {
    await handle.close();
    await rm(work, { recursive: true, force: true });
  }
}

async function verify(handle: FileHandle, work: string): Promise<Verification> {
  const found = new Map<string, { size: number; sha256: string }>();
  const texts = new Map<string, string>();
  const databases = Object.values(DATABASE_NAME) as string[];
  const problems: string[] = [];
  let bytes = 0;
  for await (const entry of readTar(handle)) {
    const isText = (entry.name === MANIFEST || entry.name === SUMS) && entry.size <= MAX_TEXT;
    const target = databases.includes(entry.name) ? path.join(work, entry.name) : null;
    const { sha256, text } = await take(entry, target, isText);
    if (found.has(entry.name)) problems.push(`${entry.name} 出现了两次。`);
    found.set(entry.name, { size: entry.size, sha256 });
    texts.set(entry.name, text);
    bytes += entry.size;
  }
  const manifest = readManifest(texts.get(MANIFEST));
  const notes: string[] = [];
  const result = { manifest, files: found.size, bytes, problems, notes };
  if (!manifest) {
    problems.push('备份里没有可读的 manifest.json：这不是考评的备份，或者它已损坏。');
    return result;
  }
  problems.push(...checkSums(texts.get(SUMS), found), ...checkEntries(manifest, found));
  for (const { id, problem } of manifest.faulty) {
    problems.push(`文件 ${id} 在备份时就${problem === 'missing' ? '已经不在磁盘上' : '与存入时不同'}。`);
  }
  const database = DATABASE_NAME[manifest.database.kind];
  if (!found.has(database)) {
    problems.push('备份里没有数据库。');
    return result;
  }
  try {
    const copy = await readCopy(path.join(work, database), manifest);
    problems.push(...copy.problems.map((problem) => `数据库有损坏：${problem}`));
    problems.push(...checkDatabase(copy, manifest, found));
  } catch (error) {
    if (error instanceof PostgresToolError) notes.push(`数据库里面没有核对，只核对了它的校验和：${error.message}`);
    else problems.push(`数据库打不开：${error instanceof Error ? error.message : String(error)}`);
  }
  return result;
}

type Copy = Pick<Snapshot, 'migrations' | 'files'> & { problems: string[] };

async function readCopy(file: string, manifest: Manifest): Promise<Copy> {
  if (manifest.database.kind === 'sqlite') return readSqliteCopy(file);
  return { ...(await readPostgresDump(file, Number.parseInt(manifest.database.version, 10))), problems: [] };
}

/** Reads one file of the archive: its checksum, its text where wanted, a copy of it where wanted. */
export async function take(
  entry: TarEntry,
  target: string | null,
  isText = false,
): Promise<{ sha256: string; text: string }> {
  const hash = createHash('sha256');
  const parts: Buffer[] = [];
  const copy = target === null ? null : await open(target, 'wx', 0o600);
  try {
    for await (const chunk of entry.content) {
      hash.update(chunk);
      if (isText) parts.push(chunk);
      if (copy) await copy.write(chunk);
    }
    await copy?.sync();
  } finally {
    await copy?.close();
  }
  return { sha256: hash.digest('hex'), text: Buffer.concat(parts).toString('utf8') };
}

function readManifest(text: string | undefined): Manifest | null {
  try {
    const manifest = JSON.parse(text ?? '') as Manifest;
    return manifest.format === FORMAT && manifest.formatVersion === 1 ? manifest : null;
  } catch {
    return null;
  }
}

type Found = Map<string, { size: number; sha256: string }>;

function checkSums(text: string | undefined, found: Found): string[] {
  const lines = (text ?? '').split('\n').filter((line) => line !== '');
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const differs = [...found].filter(([name, { sha256 }]) => name !== SUMS && sums.get(name) !== sha256);
  const missing = [...sums.keys()].filter((name) => !found.has(name));
  return [
    ...differs.map(([name]) => `${name} 的内容与校验和不符：它已损坏。`),
    ...missing.map((name) => `${name} 不在备份里。`),
  ];
}

function checkEntries(manifest: Manifest, found: Found): string[] {
  const problems: string[] = [];
  for (const { name, size, sha256 } of manifest.entries) {
    const entry = found.get(name);
    if (!entry) problems.push(`${name} 应当在备份里，但是没有。`);
    else if (entry.size !== size || entry.sha256 !== sha256) problems.push(`${name} 与备份时记下的不同。`);
  }
  const known = new Set([...manifest.entries.map(({ name }) => name), MANIFEST, SUMS]);
  for (const name of found.keys()) if (!known.has(name)) problems.push(`${name} 是备份之后加进去的。`);
  return problems;
}

function checkDatabase(copy: Copy, manifest: Manifest, found: Found): string[] {
  const problems: string[] = [];
  if (copy.migrations.join() !== manifest.database.migrations.join()) problems.push('数据库的版本与备份时记下的不同。');
  const excused = new Set([...manifest.deletedMeanwhile, ...manifest.faulty.map(({ id }) => id)]);
  for (const { id, sha256 } of copy.files) {
    if (excused.has(id)) continue;
    const entry = found.get(objectName(id));
    if (!entry) problems.push(`数据库里的文件 ${id} 不在备份里。`);
    else if (entry.sha256 !== sha256) problems.push(`文件 ${id} 与数据库记下的校验和不同。`);
  }
  return problems;
}
