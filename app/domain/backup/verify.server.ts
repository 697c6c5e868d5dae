import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PostgresToolError } from '~/db/dialect/postgres-tools.server';
import { readPostgresDump, readSqliteCopy, type Snapshot } from '~/db/dialect/snapshot.server';
import { isDamagedDatabase, isSystemError, naming } from '~/lib/file-errors.server';
import { quoted } from '~/lib/own-command.server';
import { TarError, readTar, type TarEntry } from '~/lib/tar.server';
import {
  DATABASE_NAME,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  README,
  SUMS,
  fileOf,
  isKnownEntry,
  objectName,
  sumsOf,
  type Manifest,
} from './backup.rules';
import { openArchive } from './encryption.server';

/** The most of a manifest or list of sums that is read into memory. */
const MAX_TEXT = 512 * 1024 * 1024;

export type Verification = {
  manifest: Manifest | null;
  files: number;
  bytes: number;
  problems: string[];
  /** Stored files that are not inside as they were backed up. */
  damaged: string[];
  /** Nothing is wrong but with single stored files: all the rest can be restored. */
  isUsable: boolean;
  /** What could not be checked here. */
  notes: string[];
};

/** A sentence, and the stored file where it is about one alone. */
type Problem = { text: string; file?: string };

/**
 * Reads a whole archive and checks it: every byte's checksum, the database's integrity, that every file the database
 * names is inside, that nothing unknown is. `problems` are sentences; none means that everything is as it was. `notes`
 * say what could not be checked here and what a restore will need.
 * @throws PassphraseError
 */
export async function verifyBackup(file: string, passphrase?: string): Promise<Verification> {
  const work = await mkdtemp(path.join(tmpdir(), 'kaoping-verify-'));
  try {
    return await verify(await openArchive(file, passphrase), work);
  } catch (error) {
    if (!(error instanceof TarError)) throw error;
    return { manifest: null, files: 0, bytes: 0, problems: [error.message], damaged: [], isUsable: false, notes: [] };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function verify(archive: AsyncIterable<Uint8Array>, work: string): Promise<Verification> {
  const found = new Map<string, { size: number; sha256: string }>();
  const texts = new Map<string, string>();
  const databases = Object.values(DATABASE_NAME) as string[];
  const problems: Problem[] = [];
  let bytes = 0;
  for await (const entry of readTar(archive)) {
    const isText = (entry.name === MANIFEST || entry.name === SUMS) && entry.size <= MAX_TEXT;
    const target = databases.includes(entry.name) ? path.join(work, entry.name) : null;
    const { sha256, text } = await take(entry, target, isText);
    if (found.has(entry.name)) problems.push({ text: `${entry.name} 出现了两次。` });
    found.set(entry.name, { size: entry.size, sha256 });
    texts.set(entry.name, text);
    bytes += entry.size;
  }
  const newer = newerFormat(texts.get(MANIFEST));
  const manifest = readManifest(texts.get(MANIFEST));
  const notes: string[] = [];
  if (newer !== null) {
    const text = `这份备份是更新版本的考评做的（格式 ${newer}，这个程序认识到 ${FORMAT_VERSION}）。请先升级程序。`;
    problems.push({ text });
  } else if (manifest) {
    problems.push(...checkSums(texts.get(SUMS), manifest, found), ...checkEntries(manifest, found));
    const inside = await checkInside(work, manifest, found);
    problems.push(...inside.problems);
    notes.push(...inside.notes);
    if (problems.length === 0) notes.push(...checkReadme(texts.get(SUMS), manifest, found));
  } else {
    problems.push({ text: sayNoManifest([...found.keys()]) });
  }
  return { manifest, files: found.size, bytes, notes, ...judge(problems, manifest) };
}

/** What an archive without a manifest may be: somebody packed once more. */
function sayNoManifest(names: string[]): string {
  const [folder] = names.flatMap((name) => (name.endsWith(`/${MANIFEST}`) ? [path.posix.dirname(name)] : []));
  if (folder !== undefined) {
    return (
      `备份的内容在目录 ${folder} 里面，外面多套了一层。` +
      `请先解开它（tar -xf），再从那个目录里重新打包：tar -cf 备份.tar -C ${quoted(folder)} .`
    );
  }
  const inner = names.find((name) => /\.tar(\.age|\.gz)?$/.test(name));
  if (inner !== undefined) return `这里面还装着一个 ${inner}。请先解开（tar -xf），再用里面的那一个。`;
  return '备份里没有可读的 manifest.json：这不是考评的备份，或者它已损坏。';
}

/** Of one file one sentence is enough; what was wrong when the backup was made comes last. */
function judge(problems: Problem[], manifest: Manifest | null) {
  const atOnce = manifest?.faulty ?? [];
  const isKnown = new Set(atOnce.map(({ id }) => id));
  const damaged = [...new Set(problems.flatMap(({ file }) => (file && !isKnown.has(file) ? [file] : [])))];
  const others = problems.filter(({ file }) => file === undefined);
  return {
    problems: [
      ...others.map(({ text }) => text),
      ...damaged.map((id) => problems.find(({ file }) => file === id)?.text ?? ''),
      ...atOnce.map(
        ({ id, problem }) => `文件 ${id} 在备份时就${problem === 'missing' ? '已经不在磁盘上' : '与存入时不同'}。`,
      ),
    ],
    damaged,
    isUsable: manifest !== null && others.length === 0,
  };
}

/** Looks into the database of an archive: whether it is whole, and whether every file that it names is inside. */
async function checkInside(work: string, manifest: Manifest, found: Found) {
  const database = DATABASE_NAME[manifest.database.kind];
  const problems: Problem[] = [];
  const notes: string[] = [];
  if (!found.has(database)) return { problems: [{ text: '备份里没有数据库。' }], notes };
  try {
    const copy = await readCopy(path.join(work, database), manifest);
    problems.push(...copy.problems.map((problem) => ({ text: `数据库有损坏：${problem}` })));
    problems.push(...checkDatabase(copy, manifest, found));
    if (manifest.database.kind === 'postgres') notes.push(needsOf(manifest, copy.extensions));
  } catch (error) {
    if (error instanceof PostgresToolError) notes.push(`数据库里面没有核对，只核对了它的校验和：${error.message}`);
    else if (isSystemError(error)) throw error;
    else problems.push({ text: `数据库打不开：${sayDamage(error)}` });
  }
  return { problems, notes };
}

/** Why what should be a database cannot be read as one. */
export function sayDamage(error: unknown): string {
  if (isDamagedDatabase(error)) return '它已损坏，或不是数据库。';
  if ((error as { code?: unknown }).code === 'SQLITE_ERROR') return '里面没有考评的数据。';
  return error instanceof Error ? error.message : String(error);
}

function needsOf({ database }: Manifest, extensions: string[]): string {
  const major = Number.parseInt(database.version, 10);
  const left =
    extensions.length > 0
      ? `备份里提到的扩展（${extensions.join('、')}）是数据库管理员装的，恢复时不会建立，考评也不用它们；`
      : '';
  return (
    `恢复需要一个空的 PostgreSQL 数据库（${major} 或更新的版本；普通用户、能建表即可）、` +
    `pg_restore ${major} 或更新的版本，以及原来的 SESSION_SECRET；${left}别的都不需要。`
  );
}

type Copy = Pick<Snapshot, 'migrations' | 'files'> & { problems: string[]; extensions: string[] };

async function readCopy(file: string, manifest: Manifest): Promise<Copy> {
  if (manifest.database.kind === 'sqlite') return { ...(await readSqliteCopy(file)), extensions: [] };
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
      if (copy && target !== null) await naming(target, () => copy.write(chunk));
    }
    if (copy && target !== null) await naming(target, () => copy.sync());
  } finally {
    await copy?.close();
  }
  return { sha256: hash.digest('hex'), text: Buffer.concat(parts).toString('utf8') };
}

function parseManifest(text: string | undefined): { format?: unknown; formatVersion?: unknown } | null {
  try {
    return JSON.parse(text ?? '') as object;
  } catch {
    return null;
  }
}

function readManifest(text: string | undefined): Manifest | null {
  const manifest = parseManifest(text);
  return manifest?.format === FORMAT && manifest.formatVersion === FORMAT_VERSION ? (manifest as Manifest) : null;
}

/** The number of a format that only a newer program knows. */
function newerFormat(text: string | undefined): number | null {
  const manifest = parseManifest(text);
  const version = manifest?.format === FORMAT ? Number(manifest.formatVersion) : 0;
  return version > FORMAT_VERSION ? version : null;
}

type Found = Map<string, { size: number; sha256: string }>;

/** A problem with an entry: of one that is a stored file's it concerns that file alone. */
function about(name: string, text: string): Problem {
  const file = fileOf(name);
  return file === null ? { text } : { text, file };
}

function checkSums(text: string | undefined, manifest: Manifest, found: Found): Problem[] {
  if (!found.has(SUMS)) {
    return [{ text: `备份里没有 ${SUMS}（校验和的清单）：它被删掉了，或没有复制完整。请换一份完整的备份。` }];
  }
  const lines = (text ?? '').split('\n').filter((line) => line !== '');
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const isSummed = (name: string) => name !== SUMS && name !== README;
  const differs = [...found].filter(([name, { sha256 }]) => isSummed(name) && sums.get(name) !== sha256);
  const missing = [...sums.keys()].filter((name) => isSummed(name) && !found.has(name));
  const problems = [
    ...differs.map(([name]) => about(name, `${name} 的内容与校验和不符：它已损坏。`)),
    ...missing.map((name) => about(name, `${name} 不在备份里。`)),
  ];
  const own = { name: MANIFEST, sha256: found.get(MANIFEST)?.sha256 ?? '' };
  // Nothing else sums up the sums themselves.
  const isOwn = withoutReadme(text ?? '') === withoutReadme(sumsOf([...manifest.entries, own]));
  if (!isOwn && problems.every(({ file }) => file !== undefined)) problems.push({ text: `${SUMS} 已损坏。` });
  return problems;
}

const withoutReadme = (sums: string) =>
  sums
    .split('\n')
    .filter((line) => line.slice(66) !== README)
    .join('\n');

/** The leaflet is for people: a restore needs nothing of it. Returns what to say of it, or nothing. */
function checkReadme(text: string | undefined, manifest: Manifest, found: Found): string[] {
  const sha256 = found.get(README)?.sha256;
  const written = manifest.entries.find(({ name }) => name === README)?.sha256;
  const isSound = sha256 === written && (text ?? '').split('\n').includes(`${sha256}  ${README}`);
  const what = `${README}（给人看的说明，恢复用不着）已损坏，其余的都完好，可以恢复。`;
  return isSound ? [] : [`${what}存放备份的磁盘可能在坏：请再做一份备份，存到别处。`];
}

function checkEntries(manifest: Manifest, found: Found): Problem[] {
  const problems: Problem[] = [];
  for (const { name, size, sha256 } of manifest.entries.filter((entry) => entry.name !== README)) {
    const entry = found.get(name);
    if (!entry) problems.push(about(name, `${name} 应当在备份里，但是没有。`));
    else if (entry.size !== size || entry.sha256 !== sha256) problems.push(about(name, `${name} 与备份时记下的不同。`));
  }
  const known = new Set([...manifest.entries.map(({ name }) => name), MANIFEST, SUMS, README]);
  for (const name of found.keys()) {
    if (!known.has(name)) problems.push({ text: `${name} 是备份之后加进去的。` });
    else if (!isKnownEntry(name, manifest.database.kind)) problems.push({ text: `备份里有不认识的内容：${name}` });
  }
  return problems;
}

function checkDatabase(copy: Copy, manifest: Manifest, found: Found): Problem[] {
  const problems: Problem[] = [];
  if (copy.migrations.join() !== manifest.database.migrations.join()) {
    problems.push({ text: '数据库的版本与备份时记下的不同。' });
  }
  const excused = new Set([...manifest.deletedMeanwhile, ...manifest.faulty.map(({ id }) => id)]);
  for (const { id, sha256 } of copy.files) {
    if (excused.has(id)) continue;
    const entry = found.get(objectName(id));
    if (!entry) problems.push({ text: `数据库里的文件 ${id} 不在备份里。`, file: id });
    else if (entry.sha256 !== sha256) problems.push({ text: `文件 ${id} 与数据库记下的校验和不同。`, file: id });
  }
  return problems;
}
