import { awaitPostgres } from '~/db/dialect/await-postgres.server';
import { compareClocks } from '~/db/dialect/database-clock.server';
import { closeSqliteFiles, dialectName } from '~/db/dialect/dialect.server';
import { oneAtATime } from '~/db/dialect/start-lock.server';
import { isNewDatabase, sqliteFile } from '~/db/dialect/snapshot.server';
import { UpgradeRefusal, migrateToLatest } from '~/db/migrate.server';
import { isSeedingUnfinished } from '~/db/seeding.server';
import { closeOverdueAttempts } from '~/domain/attempt/attempt.commands.server';
import { maySendAnswer } from '~/domain/attempt/photo-window.queries.server';
import { keepLeftFiles } from '~/domain/attempt/sent-file.commands.server';
import { unfinishedInDatabase, unfinishedRestore } from '~/domain/backup/unfinished-restore.server';
import { copyBeforeUpgrade, removePartialCopies } from '~/domain/backup/upgrade-copy.server';
import { demoRefusal } from '~/domain/demo/demo-access.rules';
import { newSchoolRefusal } from '~/domain/demo/new-school.server';
import { remindOfMarking } from '~/domain/scoring/sharing-out/notices.commands.server';
import { remindOfExams } from '~/domain/exam/reminder.commands.server';
import { closeMissedResits } from '~/domain/room/resit.commands.server';
import { tellOwnersOfGone, withdrawGone } from '~/domain/scoring/sharing-out/gone-examiner.commands.server';
import { registerClassChanges } from '~/domain/classroom/class-changes.server';
import { tellOfExamsOfClass } from '~/domain/exam/class-change.commands.server';
import { registerWhenDisabled } from '~/domain/user/colleague.commands.server';
import { closeEndedExams } from '~/domain/room/close.commands.server';
import { findMailServer } from '~/domain/mail/mail-settings.server';
import { removeOldMessages } from '~/domain/message/message.commands.server';
import { removeOldImports, resumeImports } from '~/domain/question-bank/import.commands.server';
import { removeOldShownFormulas } from '~/domain/question-bank/shown-formulas.commands.server';
import { LOOK_MS } from '~/domain/question-bank/import.rules';
import { removeOldScans } from '~/domain/scan/scan-sweep.commands.server';
import { releaseAutomatically } from '~/domain/scoring/release/auto-release.commands.server';
import { scoreResitsAutomatically } from '~/domain/scoring/release/auto-resit.commands.server';
import { retainRecordings } from '~/domain/retention/retention.commands.server';
import { fixOlderReleases, keepOlderPairs, settleOlderPapers } from '~/domain/scoring/settling/upgrade.commands.server';
import { createAdministrator } from '~/domain/user/account.commands.server';
import { findWay } from '~/domain/file/ffmpeg.server';
import { noFilesWarning } from '~/domain/file/foreign-files.server';
import { claimStore, storeRefusal } from '~/domain/file/store-owner.server';
import { removeUnusedFiles, reportMissingFiles } from '~/domain/file/file.commands.server';
import { registerAnswering } from '~/domain/file/quota.server';
import { removeIdleUploads } from '~/domain/file/upload.commands.server';
import { forgetOldFailures } from '~/domain/user/sign-in.commands.server';
import { tellOfClock } from '~/domain/user/clock-notice.commands.server';
import { removeOldSessions } from '~/domain/user/session.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { hasDemoAccounts, isEmptySchool } from '~/domain/user/user.queries.server';
import { reportClock, serverNow } from '~/lib/clock.server';
import { env, locate, readSettings } from '~/lib/env.server';
import { readableCode } from '~/lib/ids.server';
import { keepPlace } from '~/lib/kept-places.server';
import { logEvent } from '~/lib/log.server';
import { makePrivateFiles, tightenFiles } from '~/lib/private-files.server';
import { markRunning } from '~/lib/running-mark.server';
import { StartRefusal } from '~/lib/start-refusal';
import { moveStoredFiles } from '~/storage/storage.server';

const SWEEP_MS = 10_000;
const HOUR_MS = 3_600_000;
const FILES_MS = 10 * 60_000;

const globals = globalThis as { kaopingBoot?: Promise<void>; kaopingSweepers?: NodeJS.Timeout[] };

/** A mail's link never comes from a request: without an address of ours none can be sent. */
async function warnOfMailWithoutAddress(): Promise<void> {
  const { siteUrl } = await getSchool();
  if (siteUrl !== '' || !(await findMailServer())) return;
  const hint = '设置了邮件，但没有 PUBLIC_URL，“学校设置”里也没有网址：忘记密码的邮件不会寄出，改为通知管理员。';
  logEvent('warn', 'mail_without_public_url', { hint });
}

/** Makes the process ready before it listens: settings, schema, first accounts, the sweep. Runs once. */
export function boot(): Promise<void> {
  globals.kaopingBoot ??= start().catch(sayRefusal);
  return globals.kaopingBoot;
}

async function start(): Promise<void> {
  makePrivateFiles();
  // Before anything is made in the directory.
  const unfinished = unfinishedRestore(locate(process.env).dataDir);
  if (unfinished !== null) throw new StartRefusal(unfinished);
  const { dataDir, databaseUrl } = readSettings(process.env);
  await awaitPostgres(databaseUrl);
  await refuseNewSchool(databaseUrl);
  const settings = env();
  keepGoingWithoutLog();
  keepPlace(dataDir);
  await tightenFiles(dataDir, dialectName(databaseUrl) === 'sqlite' ? sqliteFile(databaseUrl) : null);
  // A clean stop: nothing awaits any more.
  process.once('exit', closeSqliteFiles);
  registerAnswering(maySendAnswer);
  registerWhenDisabled(tellOwnersOfGone, withdrawGone);
  registerClassChanges(tellOfExamsOfClass);
  // Before anything is written with a time.
  await compareClocks();
  await oneAtATime(databaseUrl, prepareDatabase);
  // Accounts with a published password must not be reachable from the network unless someone says so.
  if (!settings.host && settings.demoAccess !== 'public' && (await hasDemoAccounts())) process.env.HOST = '127.0.0.1';
  markRunning(dataDir, { host: process.env.HOST || undefined, port: settings.port });
  // Says in the log when recordings cannot be checked.
  await findWay();
  await warnOfMailWithoutAddress();
  const noFiles = await noFilesWarning(settings);
  if (noFiles !== null) console.error(noFiles);
  for (const earlier of globals.kaopingSweepers ?? []) clearInterval(earlier);
  globals.kaopingSweepers = [];
  const sweepEvery = (pause: number, sweeps: Sweeps) => {
    globals.kaopingSweepers?.push(setInterval(() => void sweep(sweeps), pause).unref());
    // What became due while no server ran is not kept waiting.
    void sweep(sweeps);
  };
  sweepEvery(SWEEP_MS, settings.doesTimedWork ? SWEEPS : OWN_SWEEPS);
  if (settings.doesTimedWork) sweepEvery(LOOK_MS, QUICK_SWEEPS);
}

/** A school that may not be there is not begun: nothing is left of it. */
async function refuseNewSchool(databaseUrl: string): Promise<void> {
  if (!(await isNewDatabase(databaseUrl))) return;
  const refusal = await newSchoolRefusal(readSettings(process.env));
  if (refusal !== null) throw new StartRefusal(refusal);
}

/** For the person who started it: the sentence without a stack. */
function sayRefusal(error: unknown): never {
  if (!(error instanceof StartRefusal) && !(error instanceof UpgradeRefusal)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** Schema, figures of older versions, first accounts. */
async function prepareDatabase(): Promise<void> {
  const unfinished = await unfinishedInDatabase(env().databaseUrl);
  if (unfinished !== null) throw new StartRefusal(unfinished);
  // A school that will not open is not upgraded.
  const unreachable = await storeRefusal(env());
  if (unreachable !== null) throw new StartRefusal(unreachable);
  await removePartialCopies();
  await migrateToLatest((last) => copyBeforeUpgrade(last, serverNow()));
  // Also sets the zone that times are read and shown in.
  await getSchool();
  // Before anything is put there, or taken for nobody's.
  const taken = await claimStore(env(), serverNow());
  if (taken !== null) throw new StartRefusal(taken);
  if (await isSeedingUnfinished()) {
    const { clearUnfinishedDemoSchool } = await import('~/domain/demo/demo.commands.server');
    await clearUnfinishedDemoSchool();
    console.warn('上一次建立演示学校没有完成，已清空重来。');
  }
  await settleOlderPapers(serverNow());
  await keepOlderPairs(serverNow());
  await fixOlderReleases();
  const isEmpty = await isEmptySchool();
  const refusal = isEmpty ? await newSchoolRefusal(env()) : (await hasDemoAccounts()) ? demoRefusal(env()) : null;
  if (refusal !== null) throw new StartRefusal(refusal);
  if (!isEmpty) return;
  if (env().isDemo) {
    const { seedDemoSchool } = await import('~/domain/demo/demo.commands.server');
    await seedDemoSchool(serverNow(), (line) => console.info(line));
  } else {
    await createFirstTeacher();
  }
}

/** A log that goes to a file on a full disk, or to a reader that is gone, must not end the server. */
function keepGoingWithoutLog(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
  }
}

async function createFirstTeacher(): Promise<void> {
  const { adminAccount = 'admin', adminPassword } = env();
  const password = adminPassword ?? readableCode(12);
  await createAdministrator(adminAccount, password, serverNow());
  if (!adminPassword) {
    console.warn(`首位教师账号 ${adminAccount}，一次性密码 ${password}（只显示这一次，首次登录须修改）`);
  }
}

/** What the server does by itself: closes overdue papers, releases what its owner wants released at once, reminds of exams, forgets old failures, removes orphaned files, lets recordings go whose term is over. */
async function sweep(sweeps: Sweeps): Promise<void> {
  for (const [name, work] of Object.entries(sweeps)) {
    // One that has waited since an earlier round goes on there, and holds up none of the others.
    if (atWork.has(name)) continue;
    atWork.add(name);
    try {
      await work(serverNow());
    } catch (error) {
      // One failing sweep must not stop the others; the next round tries again.
      logEvent('error', 'sweep_failure', { sweep: name, error: String(error) });
    } finally {
      atWork.delete(name);
    }
  }
}

const atWork = new Set<string>();

/** Work that looks at much is done less often than the sweep comes round, first one pause after the start. */
function every(
  pause: number,
  work: (now: number) => Promise<unknown>,
  firstPause = pause,
): (now: number) => Promise<unknown> {
  let dueAt = serverNow() + firstPause;
  return async (now) => {
    if (now < dueAt) return;
    dueAt = now + pause;
    await work(now);
  };
}
const hourly = (work: (now: number) => Promise<unknown>) => every(HOUR_MS, work);

type Sweeps = Record<string, (now: number) => Promise<unknown>>;

/** What every process does for itself, also when another one does the rest. */
const OWN_SWEEPS: Sweeps = {
  compareClocks,
  reportClock: async () => reportClock(),
  // Another process may have changed the school's time zone.
  readSchoolSettings: () => getSchool(),
  // Of this machine's own directory.
  moveStoredFiles: every(FILES_MS, moveStoredFiles, 0),
};

/** Somebody looks at a page that waits for it. */
const QUICK_SWEEPS: Sweeps = { resumeImports };

// In this order: an exam closes after its last papers and is released after that, a forgotten import leaves pictures that nothing uses.
const SWEEPS: Sweeps = {
  compareClocks,
  closeOverdueAttempts,
  keepLeftFiles,
  closeEndedExams,
  closeMissedResits,
  releaseAutomatically,
  scoreResitsAutomatically,
  remindOfExams,
  remindOfMarking,
  tellOfClock,
  forgetOldFailures,
  removeOldMessages: hourly(removeOldMessages),
  ...OWN_SWEEPS,
  removeOldImports: hourly(removeOldImports),
  removeOldScans: hourly(removeOldScans),
  // Often enough that with the age they wait for nothing without a row stays longer than an hour.
  removeUnusedFiles: every(FILES_MS, removeUnusedFiles),
  removeIdleUploads: every(FILES_MS, removeIdleUploads),
  // At once after a start: a disk that is not there is seen before an exam.
  reportMissingFiles: every(HOUR_MS, reportMissingFiles, 0),
  removeOldSessions: hourly(removeOldSessions),
  removeOldShownFormulas: every(6 * HOUR_MS, removeOldShownFormulas),
  retainRecordings: hourly(retainRecordings),
};
