import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { closeDatabase } from '~/db/db.server';
import { dialectName } from '~/db/dialect/dialect.server';
import { isNewDatabase, sqliteFile } from '~/db/dialect/snapshot.server';
import { whyTooNew } from '~/db/migrate.server';
import { unknownMigrations } from '~/db/migrations.server';
import { whyNoSchoolYet } from '~/db/seeding.server';
import { filesOfElsewhere, writeBackup, type Backup } from '~/domain/backup/backup.server';
import { PassphraseError, isEncrypted } from '~/domain/backup/encryption.server';
import {
  DAMAGED,
  RestoreRefusal,
  isUpgradeCopy,
  restoreBackup,
  restoreUpgradeCopy,
  verifyUpgradeCopy,
} from '~/domain/backup/restore.server';
import { nameFiles } from '~/domain/backup/named-files.queries.server';
import { whyNoPlaceOnReadOnlyDisk, withReadableDatabase } from '~/domain/backup/read-only.server';
import { unfinishedInDatabase, unfinishedRestore } from '~/domain/backup/unfinished-restore.server';
import { sayBeyond, verifyBackup, type Verification } from '~/domain/backup/verify.server';
import { demoRefusal } from '~/domain/demo/demo-access.rules';
import { newSchoolRefusal } from '~/domain/demo/new-school.server';
import { noFilesWarning, sayUnreachable } from '~/domain/file/foreign-files.server';
import { claimStore, NEW_BUCKET } from '~/domain/file/store-owner.server';
import { formatBytes } from '~/domain/file/file.rules';
import { hasDemoAccounts, isEmptySchool } from '~/domain/user/user.queries.server';
import { serverNow } from '~/lib/clock.server';
import { locate, readSettings, type Settings } from '~/lib/env.server';
import { AppError } from '~/lib/errors';
import { sayPlace } from '~/storage/storage.server';
import { quoted, sayCommand } from '~/lib/own-command.server';
import { makePrivateFiles } from '~/lib/private-files.server';
import { StartRefusal } from '~/lib/start-refusal';
import { askPassphrase, newPassphrase } from '~/passphrase.server';
import { formatSecond } from '~/lib/time';

/** What the scripts backup, verify and restore do: they print for a person and answer the exit code. */

export { resetPassword as 'reset-password' } from './reset-password.server';

const USAGE = 2;
const SHOWN = 20;

const say = (text: string) => console.info(text);

/**
 * Without `--` before them npm keeps options for itself, and leaves them in the environment: the backup would not be
 * under a passphrase, with nothing said. Answers what to type instead; null where nothing was kept.
 */
export function sayKeptByNpm(
  command: 'backup' | 'verify' | 'restore',
  args: string[],
  source: Record<string, string | undefined>,
): string | null {
  if (source.npm_lifecycle_event !== command) return null;
  const options = ['encrypt', 'keep', 'damaged'].flatMap((name) => {
    const value = source[`npm_config_${name}`];
    if (value === undefined || value === '' || value === 'false') return [];
    return [value === 'true' ? `--${name}` : `--${name}=${value}`];
  });
  if (options.length === 0) return null;
  const line = sayCommand(command, [...args.map(quoted), ...options].join(' '));
  return `${options.join(' ')} 被 npm 拿走了，没有交给考评，所以什么也没有做。请在前面加上 --：${line}`;
}

/** Says it, and answers whether there was something to say. */
function isKeptByNpm(command: 'backup' | 'verify' | 'restore', args: string[]): boolean {
  const said = sayKeptByNpm(command, args, process.env);
  if (said !== null) say(said);
  return said !== null;
}

/** `npm run backup [-- place] [--keep=7] [--encrypt]` */
export async function backup(allArgs: string[]): Promise<number> {
  makePrivateFiles();
  if (isKeptByNpm('backup', allArgs)) return USAGE;
  const encrypts = allArgs.includes('--encrypt');
  const args = allArgs.filter((arg) => arg !== '--encrypt');
  const options = args.filter((arg) => arg.startsWith('--'));
  const places = args.filter((arg) => !arg.startsWith('--'));
  const keep = options.map((option) => /^--keep=([1-9]\d{0,3})$/.exec(option)?.[1]);
  if (places.length > 1 || keep.length > 1 || keep.some((value) => value === undefined)) {
    say(`用法：${sayCommand('backup', '[放到哪个目录，或 名字.tar] [--keep=留几份] [--encrypt]')}`);
    return USAGE;
  }
  if (places[0]?.trim() === '') {
    say('没有备份：要放到的目录是空的（脚本里的变量多半没有值）。请写出目录；不写这一项，就放进数据目录的 backups。');
    return USAGE;
  }
  const { databaseUrl, dataDir } = locate(process.env);
  const unfinished = unfinishedRestore(dataDir);
  if (unfinished !== null) {
    say(unfinished);
    return 1;
  }
  if (dialectName(databaseUrl) === 'sqlite' && !existsSync(sqliteFile(databaseUrl))) {
    say(`找不到数据库 ${sqliteFile(databaseUrl)}。请用和服务器相同的 DATA_DIR、DATABASE_URL。`);
    return 1;
  }
  const place = places[0];
  if (place && !/\.tar(\.age)?$/.test(place) && statSync(place, { throwIfNoEntry: false })?.isFile()) {
    say(`${place} 是一个文件。请写一个目录，或一个以 .tar 结尾的新名字。`);
    return 1;
  }
  const target = place ?? path.join(dataDir, 'backups');
  const noPlace = whyNoPlaceOnReadOnlyDisk(target);
  if (noPlace !== null) {
    say(noPlace);
    return 1;
  }
  const passphrase = encrypts ? await newPassphrase() : undefined;
  if (passphrase === null) return 1;
  const directory = path.resolve(/\.tar(\.age)?$/.test(target) ? path.dirname(target) : target);
  const number = keep[0] === undefined ? null : Number(keep[0]);
  return withReadableDatabase(databaseUrl, directory, async (isCopied) => {
    const code = await makeBackup({ target, keep: number, passphrase });
    if (isCopied) {
      say(`  注意：数据库 ${sqliteFile(databaseUrl)} 所在的磁盘只能读，不能写（磁盘坏了时，系统会这样做）。`);
      say('  请检查磁盘；换了好的磁盘，就把这份备份恢复到那里。');
    }
    return code;
  });
}

type Wanted = { target: string; keep: number | null; passphrase: string | undefined };

async function makeBackup({ target, keep, passphrase }: Wanted): Promise<number> {
  const { databaseUrl } = locate(process.env);
  try {
    const where = sayPlace(readSettings(process.env));
    const broken = await unfinishedInDatabase(databaseUrl);
    if (broken !== null) {
      say(broken);
      return 1;
    }
    const notYet = await whyNoSchoolYet();
    if (notYet !== null) {
      say(notYet);
      return 1;
    }
    // Beside PostgreSQL the directory may be any. Nothing is made in it.
    const elsewhere = dialectName(databaseUrl) === 'postgres' ? await filesOfElsewhere() : null;
    if (elsewhere !== null) {
      say(
        `没有备份：数据库里的 ${elsewhere} 个文件（录音、照片等）没有一个在${where} 里，设置多半写错了。请用和服务器相同的 DATA_DIR（文件存在对象存储里的，还有 S3_ 开头的几项）；文件真的全丢了时，用 pg_dump 备份数据库。`,
      );
      return 1;
    }
    const done = await writeBackup({
      passphrase,
      target,
      keep,
      now: serverNow(),
      clock: serverNow,
    });
    const { manifest } = done;
    const objects = manifest.entries.filter(({ name }) => name.startsWith('files/')).length;
    say(`备份完成：${done.file}（${formatBytes(done.size)}）`);
    say(
      `  ${formatSecond(Date.parse(manifest.startedAt))} 之前保存的全部内容：${countsOf(manifest.counts)}；文件 ${objects} 个`,
    );
    const newest = unknownMigrations(manifest.database.migrations).at(-1);
    if (newest !== undefined) {
      say(
        `  注意：数据库比程序新（已经升级到 ${newest}）。内容都在备份里，但这一版的程序恢复不了它，也启动不了：请用较新的版本。`,
      );
    }
    if (passphrase !== undefined) say('  已用口令加密（age 格式）。没有口令谁也打不开，请另外记好。');
    if (manifest.sessionSecret === 'environment') say('  SESSION_SECRET 是用环境变量设置的，不在备份里，请另外记好。');
    if (objects === 0 && manifest.faulty.length > 0)
      say(`  注意：数据库里的文件（录音、照片等）没有一个在${where} 里，备份里只有数据库。请核对设置。`);
    const shown = manifest.faulty.slice(0, SHOWN);
    const names = await nameFiles(shown.map(({ id }) => id));
    for (const [index, { problem }] of shown.entries()) {
      const what = problem === 'missing' ? `不在${where} 里` : '与存入时不同';
      say(`  注意：${names[index]} ${what}，备份里没有它的原样。`);
    }
    const isCut = manifest.faulty.length > shown.length;
    const rest = isCut ? `，上面只列出了 ${shown.length} 个（全部的编号在备份里的 manifest.json，faulty）` : '';
    if (manifest.faulty.length > 0) say(`  共 ${manifest.faulty.length} 个文件有问题${rest}；其余内容都已备份。`);
    sayKept(done);
    return manifest.faulty.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof AppError) || !process.env.S3_URL) throw error;
    say(`没有备份：${sayUnreachable(readSettings(process.env))}`);
    return 1;
  } finally {
    await closeDatabase();
  }
}

/** What `--keep` did, and what it left. */
function sayKept({ kept, manifest }: Backup): void {
  if (kept === null) return;
  if (kept.removed.length > 0) say(`  已删除较早的备份：${kept.removed.join('、')}`);
  if (manifest.faulty.length > 0) say('  这一份不全，所以较早的备份一份也没有删除：缺的文件也许就在那里面。');
  if (kept.unmarked > 0) {
    say(
      `  这个目录里有 ${kept.unmarked} 份旧版本做的备份，名字里看不出是哪所学校的：--keep 不计入、也不删除它们，不要了请自己删。`,
    );
  }
}

/** `npm run verify -- archive` */
export async function verify(args: string[]): Promise<number> {
  if (isKeptByNpm('verify', args)) return USAGE;
  const [file] = args;
  if (!file || args.length > 1) {
    say(`用法：${sayCommand('verify', '备份文件.tar')}`);
    return USAGE;
  }
  if (!isFile(file)) return 1;
  try {
    if (isUpgradeCopy(file)) return await verifyCopy(file);
    const verification = await verifyBackup(file, await passphraseOf(file));
    report(verification);
    return verification.problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof PassphraseError || error instanceof RestoreRefusal)) throw error;
    say(error.message);
    return 1;
  }
}

/** A database without files, as it was before an upgrade. */
async function verifyCopy(file: string): Promise<number> {
  const { migrations, problems, files, missing, from } = await verifyUpgradeCopy(file);
  say(`升级前的数据库，到 ${migrations.at(-1) ?? '空'} 为止；它只有数据库，录音、照片等文件不在里面。`);
  const newest = unknownMigrations(migrations).at(-1);
  if (newest !== undefined) say(`  说明：它来自更新的考评（${newest}），请先升级程序再恢复。`);
  if (missing === 0) say(`  它提到的 ${files} 个文件都在 ${from} 里，恢复时从那里复制。`);
  else say(`  注意：它提到的 ${files} 个文件里有 ${missing} 个在 ${from} 里没有（或已损坏），恢复时要另外复制 files。`);
  list(problems);
  say(problems.length === 0 ? '检查通过：数据库完整。' : `检查没有通过：${problems.length} 个问题。`);
  return problems.length === 0 ? 0 : 1;
}

/** Says what is wrong with the archive that a person named. */
function isFile(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) say(`找不到 ${file}。请看看名字和路径有没有写错（没有从 / 写起的，从 ${process.cwd()} 找）。`);
  else if (found.isDirectory()) say(`${file} 是一个目录，请写出里面的备份文件。`);
  return found !== undefined && !found.isDirectory();
}

async function passphraseOf(file: string): Promise<string | undefined> {
  return (await isEncrypted(file)) ? askPassphrase('这份备份的口令（不会显示）：') : undefined;
}

/** `DATA_DIR=/new/directory npm run restore -- archive [--damaged]` */
export async function restore(allArgs: string[]): Promise<number> {
  makePrivateFiles();
  if (isKeptByNpm('restore', allArgs)) return USAGE;
  const withoutDamaged = allArgs.includes(DAMAGED);
  const args = allArgs.filter((arg) => arg !== DAMAGED);
  const [file] = args;
  if (!file || args.length > 1) {
    say(`用法：${sayCommand('restore', '备份文件.tar', 'DATA_DIR=/新的空目录')}`);
    say(`备份里有文件损坏、只要其余的：后面再加 ${DAMAGED}`);
    return USAGE;
  }
  if (!isFile(file)) return 1;
  const place = locate(process.env);
  try {
    if (isUpgradeCopy(file)) return await restoreCopy(file, place);
    const options = { passphrase: await passphraseOf(file), withoutDamaged };
    const { verification, hasSecret } = await restoreBackup(file, place, options);
    await sayRestored(verification, place.dataDir);
    if (!hasSecret) {
      say('备份里没有会话密钥：请设置与原来相同的 SESSION_SECRET；换了它，大家要重新登录，邮件密码要重新填写。');
    }
    return 0;
  } catch (error) {
    if (!(error instanceof RestoreRefusal || error instanceof PassphraseError)) throw error;
    if (error instanceof RestoreRefusal) list(error.problems);
    say(error.message);
    return 1;
  } finally {
    await closeDatabase();
  }
}

/** What was restored, and by name what is not there although the database speaks of it. */
async function sayRestored(verification: Verification, dataDir: string): Promise<void> {
  describe(verification);
  const { manifest, damaged, listProblems } = verification;
  for (const problem of listProblems) say(`  注意：${problem}`);
  const faulty = manifest?.faulty ?? [];
  const changed = faulty.filter(({ problem }) => problem === 'changed').map(({ id }) => id);
  const missing = faulty.filter(({ problem }) => problem === 'missing').map(({ id }) => id);
  const groups = [
    [damaged, '在备份里损坏了，没有恢复，程序当作缺失'],
    [missing, '在备份时就已经不在磁盘上，程序当作缺失'],
    [changed, '在备份时就与存入时不同，照备份里的样子恢复了'],
  ] as const;
  for (const [ids, what] of groups) {
    if (ids.length === 0) continue;
    say(`有 ${ids.length} 个文件${what}：`);
    list(await nameFiles(ids));
  }
  const isAll = damaged.length + faulty.length === 0;
  say(
    `${isAll ? '全部内容已恢复' : '除了上面列出的文件，全部内容已恢复'}到 ${dataDir}，恢复后的检查也通过了。${process.env.S3_URL ? NEW_BUCKET : '现在可以用同样的设置启动服务器。'}`,
  );
}

async function restoreCopy(file: string, place: ReturnType<typeof locate>): Promise<number> {
  const done = await restoreUpgradeCopy(file, place);
  say(`升级前的数据库（到 ${done.migrations.at(-1) ?? '空'} 为止）已恢复到 ${place.dataDir}，检查通过。`);
  if (done.missing === 0) say(`  录音、照片等 ${done.files} 个文件已从 ${done.from} 复制过来。`);
  else {
    say(`  注意：${done.files} 个文件里有 ${done.missing} 个在 ${done.from} 里没有（或已损坏）。`);
    say(
      process.env.S3_URL
        ? '  升级前的备份只有数据库：文件在对象存储里，用原来的 S3_ 开头的设置启动就读得到。'
        : `  升级前的备份只有数据库：请把原来数据目录里的 files 整个复制到 ${place.dataDir}。`,
    );
  }
  if (!done.hasSecret) say('  没有找到会话密钥：请设置与原来相同的 SESSION_SECRET，或把 session-secret 文件复制过来。');
  say('现在可以用同样的设置启动服务器；它会重新升级数据库。要停在旧版本，请用旧版本的程序启动。');
  return 0;
}

function report(verification: Verification): void {
  const { problems } = verification;
  describe(verification);
  list(problems);
  say(
    problems.length === 0
      ? '检查通过：每个校验和都对，数据库完整，数据库里的文件都在。'
      : `检查没有通过：${problems.length} 个问题。${sayBeyond(verification)}`,
  );
}

function describe({ manifest, files, bytes, notes }: Verification): void {
  if (manifest) {
    say(`${manifest.school || '（学校的名字没有读出来）'}，${formatSecond(Date.parse(manifest.startedAt))} 开始的备份`);
    const counts = Object.keys(manifest.counts).length > 0 ? `，${countsOf(manifest.counts)}` : '';
    say(`  数据库：${manifest.database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}${counts}`);
    say(`  共 ${files} 项，${formatBytes(bytes)}`);
    if (manifest.deletedMeanwhile.length > 0)
      say(`  备份时学校删除了 ${manifest.deletedMeanwhile.length} 个文件，不算缺少。`);
  }
  for (const note of notes) say(`  说明：${note}`);
}

/**
 * Of `npm run doctor`: what `npm start` with these settings would be refused with, or that not one file is found; of a
 * school that is served (`--served`), whose settings may be others, only the latter.
 */
export async function settings(args: string[]): Promise<number> {
  const found = (args.includes('--served') ? null : await startRefusal()) ?? (await startWarning());
  if (found !== null) say(found);
  return found === null ? 0 : 1;
}

async function startWarning(): Promise<string | null> {
  const { databaseUrl } = locate(process.env);
  if (await isNewDatabase(databaseUrl)) return null;
  try {
    return await noFilesWarning(readSettings(process.env));
  } finally {
    await closeDatabase();
  }
}

async function startRefusal(): Promise<string | null> {
  let settings: Settings;
  try {
    // `npm start` begins a demo school unless KAOPING_DEMO says otherwise.
    settings = readSettings({ ...process.env, KAOPING_DEMO: process.env.KAOPING_DEMO || '1' });
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error;
    return error.message;
  }
  const { databaseUrl } = settings;
  if (await isNewDatabase(databaseUrl)) return newSchoolRefusal(settings);
  try {
    const unfinished = await unfinishedInDatabase(databaseUrl);
    if (unfinished !== null) return unfinished;
    const tooNew = await whyTooNew();
    if (tooNew !== null) return tooNew;
    const demo = (await hasDemoAccounts()) ? demoRefusal(settings) : null;
    const refusal = demo ?? ((await isEmptySchool()) ? await newSchoolRefusal(settings) : null);
    return refusal ?? (await claimStore(settings, serverNow(), { isLook: true }));
  } finally {
    await closeDatabase();
  }
}

function list(problems: string[]): void {
  for (const problem of problems.slice(0, SHOWN)) say(`  × ${problem}`);
  if (problems.length > SHOWN) say(`  …… 还有 ${problems.length - SHOWN} 个`);
}

function countsOf(counts: Record<string, number>): string {
  const { users = 0, exams = 0, attempts = 0, answers = 0 } = counts;
  return `${users} 个账号、${exams} 场考试、${attempts} 份答卷、${answers} 个答案`;
}
