import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PostgresToolError } from '~/db/dialect/postgres-tools.server';
import { readPostgresDump, readSqliteCopy, type Snapshot } from '~/db/dialect/snapshot.server';
import { isDamagedDatabase, isSystemError, naming } from '~/lib/file-errors.server';
import { quoted } from '~/lib/own-command.server';
import { TarError, readTar, type TarEntry } from '~/lib/tar.server';
import { DATABASE_NAME, MANIFEST, README, SUMS, objectName } from './backup.rules';
import { openArchive } from './encryption.server';
import { readLists, rebuiltManifest, sayWhole, type Found, type Lists, type Problem } from './lists.rules';
import { FORMAT_VERSION, type Manifest } from './manifest.schema';

/** The most of a manifest or list of sums that is read into memory. */
const MAX_TEXT = 512 * 1024 * 1024;

export type Verification = {
  /** What the backup says of itself; where that is damaged, what the rest of it tells. */
  manifest: Manifest | null;
  files: number;
  bytes: number;
  problems: string[];
  /** Stored files that are not inside as they were backed up. */
  damaged: string[];
  /** Nothing is wrong but with single stored files or one of the lists: all the rest can be restored. */
  isUsable: boolean;
  /** What is wrong with the lists alone, of the problems. */
  listProblems: string[];
  /** What could not be checked here. */
  notes: string[];
};

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
    return { files: 0, bytes: 0, notes: [], ...judge([{ text: error.message }], null) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function verify(archive: AsyncIterable<Uint8Array>, work: string): Promise<Verification> {
  const found: Map<string, { size: number; sha256: string; modifiedAt: number }> = new Map();
  const texts = new Map<string, string>();
  const databases = Object.values(DATABASE_NAME) as string[];
  const problems: Problem[] = [];
  let bytes = 0;
  const scars: number[] = [];
  for await (const entry of readTar(archive, (position) => scars.push(position))) {
    const isText = (entry.name === MANIFEST || entry.name === SUMS) && entry.size <= MAX_TEXT;
    const target = databases.includes(entry.name) ? path.join(work, entry.name) : null;
    const { sha256, text } = await take(entry, target, isText);
    if (found.has(entry.name)) problems.push({ text: `${entry.name} 出现了两次。` });
    found.set(entry.name, { size: entry.size, sha256, modifiedAt: entry.modifiedAt });
    texts.set(entry.name, text);
    bytes += entry.size;
  }
  const read = { files: found.size, bytes };
  const lists = readLists(found, texts);
  const refuse = (text: string) => ({ ...read, notes: [], ...judge([...problems, { text }], null, [], scars) });
  if (lists === null) return refuse(sayNoManifest([...found.keys()]));
  if (lists.newer !== null) {
    return refuse(
      `这份备份是更新版本的考评做的（格式 ${lists.newer}，这个程序认识到 ${FORMAT_VERSION}）。请先升级程序。`,
    );
  }
  problems.push(...lists.problems);
  const { kind } = lists;
  if (kind === null || !found.has(DATABASE_NAME[kind]))
    return refuse(scars.length > 0 ? '数据库在备份损坏的地方，读不出来。' : '备份里没有数据库。');
  const inside = await checkInside(work, { ...lists, kind }, found);
  problems.push(...inside.problems);
  const { notes } = inside;
  if (problems.length + scars.length === 0 && !lists.isReadmeSound) notes.push(sayReadme());
  return { ...read, notes, ...judge(problems, inside.manifest, lists.listProblems, scars) };
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
function judge(problems: Problem[], manifest: Manifest | null, ofLists: string[] = [], scars: number[] = []) {
  const atOnce = manifest?.faulty ?? [];
  const isKnown = new Set(atOnce.map(({ id }) => id));
  const damaged = [...new Set(problems.flatMap(({ file }) => (file && !isKnown.has(file) ? [file] : [])))];
  const others = problems.filter(({ file }) => file === undefined);
  const isDataWhole = others.length + damaged.length === 0;
  const listProblems = [...sayScars(scars, isDataWhole), ...(isDataWhole ? sayWhole(ofLists) : ofLists)];
  return {
    manifest,
    listProblems,
    problems: [
      ...listProblems,
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

/** Damage between the files of an archive: what stood there is missing, and said to be. */
function sayScars(scars: number[], isDataWhole: boolean): string[] {
  if (scars.length === 0) return [];
  const where = `备份文件有 ${scars.length} 处损坏（第 ${scars.slice(0, 3).join('、')} 字节附近）。`;
  if (!isDataWhole) return [where];
  return [`${where}那里没有数据：数据库和每个文件都完好，可以恢复。存放备份的磁盘可能在坏：请再做一份备份，存到别处。`];
}

/** What to do with a backup of which more is damaged than single stored files; '' where it is no damage. */
export function sayBeyond({ isUsable, manifest, problems }: Verification): string {
  if (isUsable || (manifest === null && !problems.some((problem) => /损坏|不完整/.test(problem)))) return '';
  return '请换一份备份（较早的，或存在别处的）：--damaged 只能略过坏了的录音、照片等文件，这一份坏的不止这些，帮不上。';
}

/** Looks into the database of an archive: whether it is whole, and whether every file that it names is inside. */
async function checkInside(
  work: string,
  lists: Lists & { kind: Manifest['database']['kind'] },
  found: Found,
): Promise<{ manifest: Manifest; problems: Problem[]; notes: string[] }> {
  const { kind } = lists;
  const unread = { version: '', migrations: [], counts: {}, faulty: [] };
  try {
    const copy = await readCopy(path.join(work, DATABASE_NAME[kind]), kind, lists.manifest);
    const manifest = lists.manifest ?? rebuiltManifest(found, lists, { ...copy, faulty: faultyIn(copy, found) });
    const broken = copy.problems.map((problem) => ({ text: `数据库有损坏：${problem}` }));
    const notes = kind === 'postgres' ? [needsOf(manifest, copy.extensions)] : [];
    return { manifest, problems: [...broken, ...checkDatabase(copy, manifest, found)], notes };
  } catch (error) {
    const manifest = lists.manifest ?? rebuiltManifest(found, lists, unread);
    if (error instanceof PostgresToolError) {
      return { manifest, problems: [], notes: [`数据库里面没有核对，只核对了它的校验和：${error.message}`] };
    }
    if (isSystemError(error)) throw error;
    return { manifest, problems: [{ text: `数据库打不开：${sayDamage(error)}` }], notes: [] };
  }
}

/** Why what should be a database cannot be read as one. */
export function sayDamage(error: unknown): string {
  if (isDamagedDatabase(error)) return '它已损坏，或不是数据库。';
  if ((error as { code?: unknown }).code === 'SQLITE_ERROR') return '里面没有考评的数据。';
  return error instanceof Error ? error.message : String(error);
}

function needsOf({ database }: Manifest, extensions: string[]): string {
  const major = majorOf(database.version);
  const left =
    extensions.length > 0
      ? `备份里提到的扩展（${extensions.join('、')}）是数据库管理员装的，恢复时不会建立，考评也不用它们；`
      : '';
  return (
    `恢复需要一个空的 PostgreSQL 数据库（${major} 或更新的版本；普通用户、能建表即可）、` +
    `pg_restore ${major} 或更新的版本，以及原来的 SESSION_SECRET；${left}别的都不需要。`
  );
}

type Copy = Pick<Snapshot, 'version' | 'migrations' | 'files' | 'counts'> & {
  problems: string[];
  extensions: string[];
};

async function readCopy(file: string, kind: Manifest['database']['kind'], manifest: Manifest | null): Promise<Copy> {
  if (kind === 'sqlite') return { ...(await readSqliteCopy(file)), extensions: [] };
  // Rows are not counted in a dump.
  return { ...(await readPostgresDump(file, majorOf(manifest?.database.version ?? ''))), problems: [], counts: {} };
}

/** Of a version that nothing says any PostgreSQL will have to do. */
const majorOf = (version: string) => Number.parseInt(version, 10) || 0;

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

/** The leaflet is for people: a restore needs nothing of it. */
const sayReadme = () =>
  `${README}（给人看的说明，恢复用不着）已损坏，其余的都完好，可以恢复。` +
  '存放备份的磁盘可能在坏：请再做一份备份，存到别处。';

/** The files that a database names and that are not inside as it says. */
function faultyIn(copy: Copy, found: Found): Manifest['faulty'] {
  return copy.files.flatMap(({ id, sha256 }) => {
    const entry = found.get(objectName(id));
    if (entry?.sha256 === sha256) return [];
    return [{ id, problem: entry ? ('changed' as const) : ('missing' as const) }];
  });
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
