import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { db, transaction } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { formatBytes } from '~/domain/file/file.rules';
import { findUserById, type UserRow } from '~/domain/user/user.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { logEvent } from '~/lib/log.server';
import { requireOwnDirectory } from './directory.queries.server';
import { FORMAT_INFO, MAX_IMPORT_BYTES } from './formats/format-info.rules';
import type { FormatName, IncomingFile } from './formats/format.rules';
import { readerOf } from './formats/formats.server';
import { dropImportFile, dropSource, findSource, keepImportFile, takeImportFile } from './import-file.server';
import type { ImportJob } from './import-work.server';
import { beginReading, beginStoring, isAtWork, outcomeOf, outcomeWithin, reading } from './import-work.server';
import { getImport, HELD, narrowItems, type Import } from './import.queries.server';
import { DIED, effectiveState, IMPORT_LIFE_MS, SILENCE_MS, type ImportState } from './import.rules';
import type { beginImportSchema, ImportFilter } from './import.schema';
import type { Bank } from './question.schema';

type BeginInput = z.output<typeof beginImportSchema>;

/**
 * Begins to read a file of questions; nothing of it is in a bank before confirmImport. The work goes on by itself:
 * `waitForImport` says how far it has come.
 * @throws AppError at `file`, `format` or `dirId`, when there is nothing to begin with; too_many
 */
export async function startImport(actor: Actor, input: BeginInput, file: IncomingFile, now: number): Promise<string> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以导入试题。');
  if (file.bytes.length === 0) throw invalid({ file: '文件是空的，请重新选择。' });
  if (input.dirId !== null) await requireOwnDirectory(actor, input.bank, input.dirId);
  if (file.bytes.length > MAX_IMPORT_BYTES) {
    throw invalid({ file: `文件最大 ${formatBytes(MAX_IMPORT_BYTES)}，请分成几个文件导入。` });
  }
  const format = input.format || (await reading.detect(file));
  readerOf(format);
  const { maxBytes } = FORMAT_INFO[format];
  if (file.bytes.length > maxBytes) {
    throw invalid({ file: `${FORMAT_INFO[format].label}文件最大 ${formatBytes(maxBytes)}，请分成几个文件导入。` });
  }
  const job: ImportJob = {
    id: newUuid(),
    bank: input.bank,
    format,
    directoryId: input.dirId,
    byDirectory: input.byDirectory,
  };
  await transaction(async () => {
    await assertNotTooManyOpen(actor);
    await db()
      .insertInto('question_imports')
      .values({
        id: job.id,
        owner_id: actor.id,
        bank: job.bank,
        directory_id: job.directoryId,
        by_directory: job.byDirectory ? 1 : 0,
        format,
        file_name: file.name || `${FORMAT_INFO[format].label}试题`,
        file_hash: createHash('sha256').update(file.bytes).digest('hex'),
        state: 'reading',
        created_at: now,
        updated_at: now,
      })
      .execute();
  });
  await keepImportFile(job.id, file.bytes);
  try {
    // Refused when too many are waiting; how the reading itself ends is written into the row.
    void beginReading(actor, job, file, now);
  } catch (error) {
    await remove(job.id);
    await dropImportFile(job.id);
    throw error;
  }
  return job.id;
}

/** Imports that a person may have waiting for a yes: every question read stands in the database until then. */
export const MAX_OPEN_IMPORTS = 10;

/** Call it inside the transaction that adds one: of two at once the second waits. */
async function assertNotTooManyOpen(actor: Actor): Promise<void> {
  await db()
    .updateTable('users')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', actor.id)
    .execute();
  const { total } = await db()
    .selectFrom('question_imports')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', actor.id)
    .where('state', 'in', ['reading', 'ready', 'storing'])
    .executeTakeFirstOrThrow();
  if (Number(total) >= MAX_OPEN_IMPORTS) {
    const message = `有 ${MAX_OPEN_IMPORTS} 份导入还没有确认，请在“最近的导入”里先确认或取消几份，再传新的。`;
    throw new AppError('too_many', message, { file: message });
  }
}

/**
 * Gives an import's work a moment (`isPatient`: all the time it needs). A file that turns out unreadable meanwhile
 * leaves nothing behind.
 * @throws AppError what is wrong with the file
 */
export async function waitForImport(id: string, { isPatient = false } = {}): Promise<void> {
  const outcome = isPatient ? await outcomeOf(id) : await outcomeWithin(id);
  if (outcome === null || outcome === 'going') return;
  await remove(id);
  throw outcome;
}

async function remove(id: string): Promise<void> {
  await db().deleteFrom('question_imports').where('id', '=', id).execute();
}

/**
 * Stores what an import was read for, and gives it a moment. Twice is harmless; a storing whose process has died
 * begins anew.
 * @throws AppError conflict while it is read or when it failed, invalid when nothing is chosen
 */
export async function confirmImport(
  actor: Actor,
  id: string,
  now: number,
  { isPatient = false } = {},
): Promise<Import> {
  const job = await getImport(actor, id, now);
  if (job.state === 'reading') throw new AppError('conflict', '文件还没有读完，请稍等。');
  if (job.state === 'failed') throw new AppError('conflict', '这个文件没有读成，请重新上传。');
  if (job.state === 'ready') {
    if (job.counts.chosen === 0) throw new AppError('invalid', '没有要导入的题目，请至少留下一道。');
    const claimed = await db()
      .updateTable('question_imports')
      .set({ state: 'storing', problem: '', done: 0, total: job.counts.chosen, updated_at: now })
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('state', '=', 'ready'),
          eb.and([eb('state', '=', 'storing'), eb('updated_at', '<', now - SILENCE_MS)]),
        ]),
      )
      .executeTakeFirst();
    if (Number(claimed.numUpdatedRows) > 0) void beginStoring(actor, job, now);
  }
  const outcome = isPatient ? await outcomeOf(id) : await outcomeWithin(id);
  const after = await getImport(actor, id, now);
  if (outcome instanceof AppError && after.state !== 'stored') throw outcome;
  return after;
}

/**
 * Goes on with imports whose process has died: stores again what was being stored, reads again what was being read, the
 * latter once. Returns how many. For the server's sweeper; of several that come at once one takes an import up.
 */
export async function resumeImports(now: number): Promise<number> {
  const silent = await db()
    .selectFrom('question_imports')
    .selectAll()
    .where('state', 'in', ['reading', 'storing'])
    .where('updated_at', '<', now - SILENCE_MS)
    .orderBy('created_at')
    .execute();
  let resumed = 0;
  for (const row of silent.filter(({ id }) => !isAtWork(id))) {
    const claimed = await db()
      .updateTable('question_imports')
      .set({ updated_at: now })
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .where('updated_at', '=', row.updated_at)
      .executeTakeFirst();
    const owner = Number(claimed.numUpdatedRows) > 0 ? await findUserById(row.owner_id) : undefined;
    if (owner && (await resume(row, actorOfOwner(owner), now))) resumed += 1;
  }
  return resumed;
}

type ImportRow = Selectable<Database['question_imports']>;

async function resume(row: ImportRow, owner: Actor, now: number): Promise<boolean> {
  const job: ImportJob = {
    id: row.id,
    bank: row.bank as Bank,
    format: row.format as FormatName,
    directoryId: row.directory_id,
    byDirectory: row.by_directory === 1,
  };
  const noteResumed = () => logEvent('warn', 'import_resumed', { import: row.id, state: row.state });
  if (row.state === 'storing') {
    noteResumed();
    void beginStoring(owner, job, now);
    return true;
  }
  const bytes = await takeImportFile(row.id);
  if (bytes) {
    noteResumed();
    void beginReading(owner, job, { name: row.file_name, bytes }, now);
    return true;
  }
  await db()
    .updateTable('question_imports')
    .set({ state: 'failed', problem: DIED })
    .where('id', '=', row.id)
    .where('state', '=', 'reading')
    .execute();
  return false;
}

function actorOfOwner(row: UserRow): Actor {
  return {
    id: row.id,
    userType: row.user_type,
    account: row.account,
    name: row.name,
    classroomId: row.classroom_id,
    isAdmin: row.is_admin === 1,
    address: '',
  };
}

/** Takes one question into the import or out of it. */
export async function chooseItem(
  actor: Actor,
  id: string,
  input: { position: number; isChosen: boolean },
  now: number,
): Promise<void> {
  await whileReady(actor, id, now, async () => {
    await db()
      .updateTable('question_import_items')
      .set({ is_chosen: input.isChosen ? 1 : 0 })
      .where('import_id', '=', id)
      .where('position', '=', input.position)
      .where('problems', '=', '[]')
      .execute();
  });
}

/**
 * Takes all the questions that a filter shows into the import or out of it. Who wants them all has not said that what
 * may have been read wrong is right: that goes along only with `keepHeld`.
 */
export async function chooseItems(
  actor: Actor,
  id: string,
  input: { show: ImportFilter; isChosen: boolean; keepHeld?: boolean },
  now: number,
): Promise<void> {
  const leavesHeld = input.isChosen && !input.keepHeld;
  await whileReady(actor, id, now, async () => {
    await db()
      .updateTable('question_import_items')
      .set({ is_chosen: input.isChosen ? 1 : 0 })
      .where('import_id', '=', id)
      .where('problems', '=', '[]')
      .where(narrowItems(input.show))
      .$if(leavesHeld, (query) => query.where('content', 'not like', HELD))
      .execute();
  });
}

/** Takes into the import what may have been read wrong; what repeats another only with `withDuplicates`. */
export async function chooseHeld(
  actor: Actor,
  id: string,
  { withDuplicates }: { withDuplicates: boolean },
  now: number,
): Promise<void> {
  await whileReady(actor, id, now, async () => {
    await db()
      .updateTable('question_import_items')
      .set({ is_chosen: 1 })
      .where('import_id', '=', id)
      .where('problems', '=', '[]')
      .where('content', 'like', HELD)
      .$if(!withDuplicates, (query) => query.where('duplicate', '=', ''))
      .execute();
  });
}

/** A change made while the questions are being stored would not count: it is refused. */
export async function whileReady(actor: Actor, id: string, now: number, change: () => Promise<void>): Promise<void> {
  await transaction(async () => {
    const held = await db()
      .updateTable('question_imports')
      .set({ problem: '', updated_at: now })
      .where('id', '=', id)
      .where('owner_id', '=', actor.id)
      .where('state', '=', 'ready')
      .executeTakeFirst();
    if (Number(held.numUpdatedRows) === 0) {
      await getImport(actor, id, now);
      throw new AppError('conflict', '题目正在导入或已经导入，不能再改。');
    }
    await change();
  });
}

/**
 * Reads the file of a waiting import again, as another of the formats it may be; what was chosen or mended is forgotten.
 * @throws AppError conflict when the file is no longer there
 */
export async function rereadImport(actor: Actor, id: string, format: FormatName, now: number): Promise<void> {
  const job = await getImport(actor, id, now);
  const bytes = await findSource(id);
  if (!bytes || !job.others.some((other) => other.format === format)) {
    throw new AppError('conflict', '这个文件不能再按别的格式读取，请重新上传，并在“格式”里选择。');
  }
  await whileReady(actor, id, now, async () => {
    await db().deleteFrom('question_import_items').where('import_id', '=', id).execute();
    await db()
      .updateTable('question_imports')
      .set({ state: 'reading', format, done: 0, total: 0, others: '[]' })
      .where('id', '=', id)
      .execute();
  });
  await keepImportFile(id, bytes);
  try {
    void beginReading(actor, { ...job, format }, { name: job.fileName, bytes }, now);
  } catch (error) {
    const problem = error instanceof AppError ? error.message : DIED;
    await db().updateTable('question_imports').set({ state: 'failed', problem }).where('id', '=', id).execute();
    throw error;
  }
  await outcomeWithin(id);
}

/**
 * Drops an import that is not wanted; its pictures go with the next sweep. Twice is harmless. One whose questions have
 * been stored meanwhile stays where it can be undone; returns whether it is such a one.
 */
export async function cancelImport(actor: Actor, id: string, now: number): Promise<{ isStored: boolean }> {
  const state = await dropImport(actor, id, now);
  if (state === 'storing') throw new AppError('conflict', '题目正在保存，不能取消了。');
  return { isStored: state === 'stored' };
}

/** So many at once are more than can wait. */
export const MAX_CANCELLED = 2 * MAX_OPEN_IMPORTS;

/**
 * Drops those of the imports that still wait for a yes: what has been stored meanwhile stays on the list, where it can
 * be undone. Returns how many were dropped.
 */
export async function cancelImports(actor: Actor, ids: string[], now: number): Promise<number> {
  let dropped = 0;
  for (const id of ids.slice(0, MAX_CANCELLED))
    if (['reading', 'ready'].includes((await dropImport(actor, id, now, true)) ?? '')) dropped += 1;
  return dropped;
}

/** The state an import was in when it was dropped, or stayed; null for one that is not there. */
async function dropImport(actor: Actor, id: string, now: number, isWaitingOnly = false): Promise<ImportState | null> {
  return transaction(async () => {
    const row = await db()
      .selectFrom('question_imports')
      .select(['state', 'updated_at'])
      .where('id', '=', id)
      .where('owner_id', '=', actor.id)
      .executeTakeFirst();
    if (!row) return null;
    const { state } = effectiveState({ state: row.state as ImportState, updatedAt: row.updated_at }, now);
    const isWaiting = state === 'reading' || state === 'ready';
    if (state === 'storing' || state === 'stored' || (isWaitingOnly && !isWaiting)) return state;
    const deleted = await db()
      .deleteFrom('question_imports')
      .where('id', '=', id)
      // What has been stored meanwhile stays on the list.
      .where('state', '=', row.state)
      .executeTakeFirst();
    if (Number(deleted.numDeletedRows) === 0) return null;
    await dropSource(id);
    if (isWaiting) {
      await recordAudit(actor, { action: 'question.importCancel', entity: 'question_import', entityId: id }, now);
    }
    return state;
  });
}

/** Forgets imports a day after they began: those not confirmed leave nothing. For the server's sweeper. */
export async function removeOldImports(now: number): Promise<number> {
  const removed = await db()
    .deleteFrom('question_imports')
    .where('created_at', '<', now - IMPORT_LIFE_MS)
    // Not under the hands of one that is being read or stored right now.
    .where((eb) => eb.or([eb('state', 'not in', ['reading', 'storing']), eb('updated_at', '<', now - SILENCE_MS)]))
    .returning('id')
    .execute();
  for (const { id } of removed) await dropSource(id);
  return removed.length;
}
