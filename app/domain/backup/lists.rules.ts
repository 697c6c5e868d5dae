import { DATABASE_NAME, MANIFEST, README, SECRET, SUMS, fileOf, isKnownEntry } from './backup.rules';
import { FORMAT, FORMAT_VERSION, manifestSchema, type Manifest } from './manifest.schema';

/**
 * A backup lists what is inside twice, in manifest.json and in SHA256SUMS. Either may be damaged while every file is
 * whole: what agrees with one of the two is as it was backed up, and what agrees with neither is damaged.
 */

/** What was read of an archive, by name. */
export type Found = ReadonlyMap<string, { size: number; sha256: string; modifiedAt: number }>;

/** A sentence, and the stored file where it is about one alone. */
export type Problem = { text: string; file?: string };

export type Lists = {
  /** Null where manifest.json is damaged, or there is none. */
  manifest: Manifest | null;
  /** The number of a format that only a newer program knows. */
  newer: number | null;
  /** Which database is inside; null for none, and where nothing says what it is. */
  kind: Manifest['database']['kind'] | null;
  /** The names of all that one of the two lists vouches for. */
  vouched: ReadonlySet<string>;
  problems: Problem[];
  /** What is damaged of the lists themselves. */
  listProblems: string[];
  isReadmeSound: boolean;
};

const SUM_LINE = /^([0-9a-f]{64}) {2}(.+)$/;
const SAID = { [MANIFEST]: `${MANIFEST}（备份的说明和清单）`, [SUMS]: `${SUMS}（校验和的清单）` };

/** Compares both lists with what is inside. Null where there is no list at all. */
export function readLists(found: Found, texts: ReadonlyMap<string, string>): Lists | null {
  const { sums, isWellFormed } = readSums(texts.get(SUMS) ?? '');
  const parsed = parseJson(texts.get(MANIFEST));
  const isOther = isOtherThan(found.get(MANIFEST)?.sha256, sums.get(MANIFEST));
  const version = parsed?.format === FORMAT && !isOther ? Number(parsed.formatVersion) : 0;
  const newer = version > FORMAT_VERSION ? version : null;
  const claims = manifestSchema.safeParse(parsed).data ?? null;
  if (newer === null && claims === null && sums.size === 0) return null;

  const claimed = new Map(claims?.entries.map(({ name, sha256 }) => [name, sha256]));
  const inside = [...found].filter(([name]) => name !== MANIFEST && name !== SUMS);
  const agreesWith = (list: Map<string, string>) =>
    new Set(inside.flatMap(([name, { sha256 }]) => (list.get(name) === sha256 ? [name] : [])));
  const [bySums, byManifest] = [agreesWith(sums), agreesWith(claimed)];
  const vouched = new Set([...bySums, ...byManifest]);

  const isManifestSound = claims !== null && !isOther && isPartOf(bySums, byManifest);
  const isNamed = (name: string) => found.has(name) || claimed.has(name) || claims === null;
  const areSumsSound =
    isWellFormed &&
    isPartOf(byManifest, bySums) &&
    [...sums.keys()].every(isNamed) &&
    (!isManifestSound || sums.get(MANIFEST) === found.get(MANIFEST)?.sha256);
  const manifest = isManifestSound ? claims : null;
  const kind = manifest?.database.kind ?? kindInside(found);
  const isListed = (name: string) => claimed.has(name) || sums.has(name);
  const isMissing = (name: string) =>
    !found.has(name) && (claims === null || claimed.has(name)) && (sums.size === 0 || sums.has(name));
  const missing = [...new Set([...claimed.keys(), ...sums.keys()])].filter((name) => isData(name) && isMissing(name));
  return {
    manifest,
    newer,
    kind,
    vouched,
    problems: [
      ...inside.flatMap(([name]) => {
        if (!isData(name)) return [];
        if (!isListed(name)) return [{ text: `${name} 是备份之后加进去的。` }];
        if (!vouched.has(name)) return [about(name, `${name} 的内容与校验和不符：它已损坏。`)];
        return kind === null || isKnownEntry(name, kind) ? [] : [{ text: `备份里有不认识的内容：${name}` }];
      }),
      ...missing.map((name) => about(name, `${name} 不在备份里。`)),
    ],
    listProblems: [
      ...(isManifestSound ? [] : [sayList(MANIFEST, found)]),
      ...(areSumsSound ? [] : [sayList(SUMS, found)]),
    ],
    isReadmeSound: vouched.has(README),
  };
}

/** What is said of damaged lists where everything that they list is whole. */
export function sayWhole(listProblems: readonly string[]): string[] {
  if (listProblems.length === 0) return [];
  return [
    `${listProblems.join('')}坏的只是清单：数据库和每个文件都与${listProblems.length > 1 ? '其中一份' : '另一份'}清单相符，没有损坏，可以恢复。` +
      '存放备份的磁盘可能在坏：请再做一份备份，存到别处。',
  ];
}

/**
 * The manifest of a backup whose own is damaged, as far as the rest tells. `files` are those that the database names;
 * what no list says to be inside was missing already when the backup was made.
 */
export function rebuiltManifest(
  found: Found,
  { kind, vouched, problems }: Pick<Lists, 'vouched' | 'problems'> & { kind: Manifest['database']['kind'] },
  copy: { version: string; migrations: string[]; counts: Record<string, number>; faulty: Manifest['faulty'] },
): Manifest {
  const startedAt = new Date(found.get(DATABASE_NAME[kind])?.modifiedAt ?? 0).toISOString();
  const known = new Set(problems.flatMap(({ file }) => (file === undefined ? [] : [file])));
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    startedAt,
    finishedAt: startedAt,
    school: '',
    database: { kind, version: copy.version, migrations: copy.migrations },
    counts: copy.counts,
    sessionSecret: found.has(SECRET) ? 'included' : 'environment',
    deletedMeanwhile: [],
    faulty: copy.faulty.filter(({ id }) => !known.has(id)),
    entries: [...found].flatMap(([name, { size, sha256 }]) => (vouched.has(name) ? [{ name, size, sha256 }] : [])),
  };
}

const isData = (name: string) => ![MANIFEST, SUMS, README].includes(name);

const isPartOf = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((name) => all.has(name));

function readSums(text: string) {
  const lines = text.split('\n');
  const end = lines.pop();
  const parsed = lines.map((line) => SUM_LINE.exec(line));
  const sums = new Map(parsed.flatMap((line) => (line ? [[line[2] ?? '', line[1] ?? ''] as const] : [])));
  return { sums, isWellFormed: end === '' && sums.size === lines.length && lines.length > 0 };
}

function parseJson(text: string | undefined): { format?: unknown; formatVersion?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/**
 * Whether something is not what was summed up. A damaged line of the sums still resembles the sum that it was; the sum
 * of changed content resembles nothing.
 */
function isOtherThan(sha256: string | undefined, written: string | undefined): boolean {
  if (sha256 === undefined || written === undefined) return false;
  return [...sha256].filter((digit, index) => digit === written[index]).length < sha256.length / 2;
}

function kindInside(found: Found): Lists['kind'] {
  const kinds = (['sqlite', 'postgres'] as const).filter((kind) => found.has(DATABASE_NAME[kind]));
  return kinds.length === 1 ? (kinds[0] ?? null) : null;
}

/** A problem with an entry: of one that is a stored file's it concerns that file alone. */
function about(name: string, text: string): Problem {
  const file = fileOf(name);
  return file === null ? { text } : { text, file };
}

function sayList(name: typeof MANIFEST | typeof SUMS, found: Found): string {
  if (found.has(name)) return `${SAID[name]}已损坏。`;
  return `备份里没有 ${SAID[name]}：它被删掉了，或没有复制完整。`;
}
