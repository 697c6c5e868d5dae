import { createHash } from 'node:crypto';
import { formatSecond } from '~/lib/time';

/** What a backup is called and what it says about itself. */

export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';
export const README = 'README.txt';
export const SECRET = 'session-secret';

/** The database's name inside: a SQLite file, or a dump in pg_dump's own form. */
export const DATABASE_NAME = { sqlite: 'kaoping.db', postgres: 'kaoping.dump' } as const;

/** `files/1a/1a2b…`, as in the data directory. */
export function objectName(id: string): string {
  return `files/${id.slice(0, 2)}/${id}`;
}

const OBJECT = /^files\/([0-9a-f]{2})\/(\1[0-9a-f]{6}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The stored file whose bytes an entry of this name holds; null for what is none. */
export function fileOf(name: string): string | null {
  return OBJECT.exec(name)?.[2] ?? null;
}

/** Whether a backup of that database may hold an entry of this name. */
export function isKnownEntry(name: string, kind: 'sqlite' | 'postgres'): boolean {
  return [MANIFEST, SUMS, README, SECRET, DATABASE_NAME[kind]].includes(name) || OBJECT.test(name);
}

/** What SHA256SUMS says of the entries before it. */
export function sumsOf(entries: readonly { name: string; sha256: string }[]): string {
  return entries.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}

/** What the name of a backup says of it. */
export type BackupName = {
  /** `20261121-0805`, in the school's zone. */
  stamp: string;
  /** Of that minute. */
  number: number;
  /** Whose it is; null of one that an older version of the program made. */
  mark: string | null;
  /** Whether every file was inside as it was stored. */
  isWhole: boolean;
};

const NAME = /^考评备份-(\d{8}-\d{4})(?:-(\d+))?(?:-([a-z]{6}))?(-不全)?\.tar(?:\.age)?$/;

/**
 * `考评备份-20261121-0805-qmxkzt.tar`: with a number when the minute has one already, with the letters of its school,
 * `-不全` when files were missing or damaged, `.age` under a passphrase.
 */
export function backupName(
  now: number,
  { number = 1, mark, isWhole = true, isEncrypted = false }: Partial<BackupName> & { isEncrypted?: boolean } = {},
): string {
  const parts = [stampOf(now), ...(number > 1 ? [number] : []), ...(mark ? [mark] : []), ...(isWhole ? [] : ['不全'])];
  return `考评备份-${parts.join('-')}.tar${isEncrypted ? '.age' : ''}`;
}

/** What a name that this program gave says; null for any other. */
export function readBackupName(name: string): BackupName | null {
  const [, stamp, number = '1', mark = null, faulty] = NAME.exec(name) ?? [];
  return stamp === undefined ? null : { stamp, number: Number(number), mark, isWhole: faulty === undefined };
}

/** Six letters by which backups of one school are known from another's, wherever it is restored. */
export function markOfSchool(bornAt: string): string {
  return [...createHash('sha256').update(`kaoping ${bornAt}`).digest().subarray(0, 6)]
    .map((byte) => String.fromCharCode(97 + (byte % 26)))
    .join('');
}

/** The number of the next backup of this minute: after the newest, also where older ones are gone already. */
export function nextNumber(names: readonly string[], now: number, mark: string): number {
  const own = names.map(readBackupName).filter((name) => name?.mark === mark && name.stamp === stampOf(now));
  return Math.max(0, ...own.map((name) => name?.number ?? 0)) + 1;
}

/**
 * Which of a school's backups may go when `keep` are to stay: only whole ones count, so that none of these is pushed out
 * by nights on which files were missing.
 */
export function olderBackups(names: readonly string[], mark: string, keep: number): string[] {
  const own = names.filter((name) => readBackupName(name)?.mark === mark).sort(byAge);
  const whole = own.filter((name) => readBackupName(name)?.isWhole);
  const oldestKept = whole[whole.length - keep];
  return oldestKept === undefined ? [] : own.slice(0, own.indexOf(oldestKept));
}

/** `升级前-20261121-0805-0004-school-life.db`: the database before a newer version of the program changes it. */
export function upgradeCopyName(now: number, lastMigration: string, kind: 'sqlite' | 'postgres'): string {
  return `升级前-${stampOf(now)}-${lastMigration}.${kind === 'sqlite' ? 'db' : 'dump'}`;
}

export const UPGRADE_COPY_NAME = /^升级前-\d{8}-\d{4}-.+\.(db|dump)$/;

/** Whether a copy was made of a database whose newest step was this one. */
export function isCopyOf(name: string, lastMigration: string): boolean {
  return UPGRADE_COPY_NAME.test(name) && name.replace(/^升级前-\d{8}-\d{4}-|\.(db|dump)$/g, '') === lastMigration;
}

function stampOf(now: number): string {
  return formatSecond(now).slice(0, 16).replace(/[-:]/g, '').replace(' ', '-');
}

/** Orders names by age; of one minute's backups by their number. */
export function byAge(left: string, right: string): number {
  const [before, after] = [left, right].map((name) => {
    const [, stamp = ''] = /(\d{8}-\d{4})/.exec(name) ?? [];
    return readBackupName(name) ?? { stamp, number: 1 };
  }) as [{ stamp: string; number: number }, { stamp: string; number: number }];
  return before.stamp === after.stamp ? before.number - after.number : before.stamp < after.stamp ? -1 : 1;
}

/** What somebody finds who opens the archive without this program. */
export function readme(kind: 'sqlite' | 'postgres'): string {
  return [
    '这是“考评”考试系统的一份完整备份。',
    '',
    '恢复（推荐）：在装有考评的电脑上运行',
    '    DATA_DIR=/新的空目录 npm run restore -- 这个文件.tar',
    '（用压缩包的：npm run restore -- 换成 ./start.sh restore；Windows 上先 set DATA_DIR=新的空目录，再 启动考评.bat restore）',
    '详见程序所附 docs/operations.md 的“恢复”。',
    '',
    '不用考评也能打开：',
    kind === 'sqlite'
      ? '    kaoping.db      SQLite 数据库，任何 SQLite 工具都能读'
      : '    kaoping.dump    PostgreSQL 的 pg_dump 备份，用 pg_restore 读',
    '    files/          录音、照片等文件，名字与数据库 files 表的 id 相同',
    '    manifest.json   备份的时间、版本和每个文件的 SHA-256',
    '    SHA256SUMS      校验用：sha256sum -c SHA256SUMS',
    '    session-secret  服务器的密钥（若有）',
    '',
    '里面有未成年人的个人信息，请加密存放，不要转发。',
    '',
  ].join('\n');
}
