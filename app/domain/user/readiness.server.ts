import { open, rm, type FileHandle } from 'node:fs/promises';
import { DatabaseUnavailable } from '~/db/dialect/unavailable.server';
import { sqliteFile } from '~/db/dialect/snapshot.server';
import { isSeedingUnfinished } from '~/db/seeding.server';
import { writeSetting } from '~/db/settings.server';
import { env } from '~/lib/env.server';
import { lostPlace } from '~/lib/kept-places.server';
import { logEvent } from '~/lib/log.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';

/** `database` and `files` say ok or the code of what is wrong; `message` says it to a person. */
export type Readiness = { ready: boolean; database: string; files: string; message: string };

/** An answer is as old as this at most: anybody may ask, and asking writes. */
const FRESH_MS = 1000;
const PATIENCE_MS = 3000;
const PROBE_BYTES = 64 * 1024;

/** The database is there, its demo school not yet. */
const SEEDING = 'SEEDING';
/** The data directory takes files, its folder of stored files does not. */
const FILES_CLOSED = 'FILES';
/** What was opened is not what stands under its name now: nothing is accepted, and what is there only this process has. */
const DATABASE_LOST = 'DATABASE';
const DIRECTORY_LOST = 'DATA_DIR';
const DISK_FULL = /ENOSPC|EDQUOT/;
/** A stop would end the last that has the database. */
const KEEP_RUNNING =
  '先不要停止考评：移回原处就好，不用重新启动；删掉的，只要考评还没有停，多半取得回来（docs/operations.md 的“磁盘满了、数据库锁住了、进程被杀”）';

let latest: { at: number; answer: Promise<Readiness> } | undefined;
/** What the log was told last. */
let lastTold = '';

/** Whether the process can serve people: the database takes writes and the data directory takes files. */
export function checkReadiness(now: number): Promise<Readiness> {
  if (!latest || performance.now() - latest.at > FRESH_MS) latest = { at: Infinity, answer: check(now) };
  return latest.answer;
}

async function check(now: number): Promise<Readiness> {
  // A real write: a database that only reads can serve nobody's exam.
  const [database, files] = await Promise.all([codeOf(probeDatabase(now)), codeOf(writeFile())]);
  if (latest) latest.at = performance.now();
  const message = [sayDatabase(database), sayFiles(files)].filter(Boolean).join('；');
  const answer = { ready: message === '', database, files, message };
  if (message !== lastTold)
    logEvent(answer.ready ? 'warn' : 'error', answer.ready ? 'ready_again' : 'not_ready', answer);
  lastTold = message;
  return answer;
}

/** What went wrong with a check: ok, its code, or TIMEOUT when it takes too long to tell. */
async function codeOf(probe: Promise<unknown>): Promise<string> {
  const told = probe.then(
    () => 'ok',
    (error: unknown) =>
      error instanceof DatabaseUnavailable ? error.reason : ((error as { code?: string }).code ?? 'failed'),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, 'TIMEOUT')));
  return Promise.race([told, late]).finally(() => clearTimeout(timer));
}

function refuseLost(place: string, what: string): void {
  const lost = lostPlace(place);
  if (lost !== null) throw Object.assign(new Error(`${place} is not what it was`), { code: `${what}_${lost}` });
}

async function probeDatabase(now: number): Promise<void> {
  refuseLost(sqliteFile(env().databaseUrl), DATABASE_LOST);
  await writeSetting('readiness', now);
  if (await isSeedingUnfinished()) throw Object.assign(new Error('the demo school is not whole'), { code: SEEDING });
}

/** As a recording comes: written beside the stored files, brought in among them. */
async function writeFile(): Promise<void> {
  // Else it would be made again, on the disk behind it.
  refuseLost(env().dataDir, DIRECTORY_LOST);
  const file = temporaryPath('.ready');
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'wx');
    await handle.writeFile(Buffer.alloc(PROBE_BYTES, 1));
    await handle.sync();
    await bringIn(file);
  } finally {
    await handle?.close();
    await rm(file, { force: true });
  }
}

async function bringIn(file: string): Promise<void> {
  try {
    await storage().tryOut(file);
  } catch (error) {
    // ENOSPC is the disk's, wherever it is met.
    const { code = 'failed' } = error as NodeJS.ErrnoException;
    throw DISK_FULL.test(code) ? error : Object.assign(new Error(FILES_CLOSED), { code: `${FILES_CLOSED}_${code}` });
  }
}

function sayDatabase(code: string): string {
  if (code === 'ok') return '';
  if (code === SEEDING) return '演示学校还没有建好';
  if (code.startsWith(DATABASE_LOST)) return `数据库文件被移走、删掉或换掉了，现在什么都保存不了，${KEEP_RUNNING}`;
  if (/FULL|IOERR|ENOSPC|53100/.test(code)) return '数据库所在的磁盘满了';
  if (/BUSY|55P03/.test(code)) return '数据库被别的程序锁住了';
  if (/READONLY|25006/.test(code)) return '数据库只能读，不能写';
  return code === 'TIMEOUT' ? '数据库没有及时回答（被锁住或太忙）' : '数据库连不上';
}

function sayFiles(code: string): string {
  if (code === 'ok') return '';
  if (DISK_FULL.test(code)) return '数据目录所在的磁盘满了';
  if (code.startsWith(DIRECTORY_LOST)) return `数据目录被移走、删掉或换掉了，或者它的磁盘没有挂上，${KEEP_RUNNING}`;
  if (code === `${FILES_CLOSED}_unavailable`) return '放录音和照片的对象存储连不上，或不让写';
  if (code === 'TIMEOUT' && env().s3 !== undefined) return '放录音和照片的对象存储没有及时回答';
  return code.startsWith(FILES_CLOSED) ? '数据目录里放录音和照片的 files 不能写' : '数据目录不能写';
}
