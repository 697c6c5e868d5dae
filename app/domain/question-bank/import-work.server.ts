import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { storeFile } from '~/domain/file/file.commands.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toImportPreview } from '~/lib/addresses/banks';
import { AppError } from '~/lib/errors';
import { logEvent } from '~/lib/log.server';
import { discardTemporary, temporaryPath } from '~/lib/temporary-files.server';
import { inThread } from '~/lib/threads.server';
import { listQuestionTypes } from './bank-frame.queries.server';
import { ensureDirectoryPath } from './directory.commands.server';
import { listDirectories } from './directory.queries.server';
import { directoryPath } from './directory.rules';
import { FILE_NOTE, type FormatName, type IncomingFile } from './formats/format.rules';
import { forgetStored } from './import-kept.commands.server';
import { findDuplicates } from './import-duplicates.queries.server';
import { dropImportFile, dropSource, keepSource } from './import-file.server';
import type { countReadings, detect, readChecked, ReadQuestion } from './import-reading.server';
import { HEARTBEAT_MS, WAIT_MS, type CheckedQuestion, type ItemContent, type NamedTypes } from './import.rules';
import { addQuestions } from './question-bulk.commands.server';
import type { QuestionValues } from './question-values.rules';
import type { Bank } from './question.schema';

/** The work behind an import: it goes on when the page that began it is left. */

export type ImportJob = {
  id: string;
  bank: Bank;
  format: FormatName;
  directoryId: number | null;
  byDirectory: boolean;
};

/** How it ended: null when all went well, else the refusal. */
type Outcome = AppError | null;

const MAX_WAITING = 3;
const PROGRESS_MS = 300;
/** The longest the work keeps the process from answering others. */
const TURN_MS = 15;
/** Questions written by one statement, at most so many and about so many characters of them. */
const ROWS = 100;
const ROWS_LENGTH = 200_000;
/** So many questions are told of when they are stored: storing them may take longer than anybody waits for. */
const MANY = 50;
const DETECT_MS = 10_000;

// Parsing takes the processor: two files at a time leave room for the pages.
const atMostTwo = pLimit(2);
const lanes = new Map<number, { run: LimitFunction; waiting: number }>();
const running = new Map<string, Promise<Outcome>>();

/** Runs a piece of an import's work after the same person's earlier ones, keeping its row alive meanwhile. */
function begin(actor: Actor, jobId: string, now: number, work: (clock: () => number) => Promise<void>) {
  const lane = lanes.get(actor.id) ?? { run: pLimit(1), waiting: 0 };
  if (lane.waiting >= MAX_WAITING) {
    throw new AppError('too_many', '还有几个文件正在导入，请等它们读取完再上传下一个。');
  }
  lanes.set(actor.id, lane);
  lane.waiting += 1;
  const startedAt = performance.now();
  const clock = () => now + Math.round(performance.now() - startedAt);
  const heartbeat = setInterval(() => void touch(jobId, { updated_at: clock() }), HEARTBEAT_MS);
  heartbeat.unref();
  const outcome = lane
    .run(() => atMostTwo(() => work(clock)))
    .then(
      () => null,
      (error: unknown) => refusalOf(error, jobId),
    )
    .finally(() => {
      clearInterval(heartbeat);
      running.delete(jobId);
      lane.waiting -= 1;
      if (lane.waiting === 0) lanes.delete(actor.id);
    });
  running.set(jobId, outcome);
  return outcome;
}

function refusalOf(error: unknown, jobId: string): AppError {
  if (error instanceof AppError) return error;
  logEvent('error', 'import_failure', { import: jobId, error: String(error) });
  if (error instanceof Error) console.error(error.stack);
  return new AppError('unavailable', '处理这个文件时出了意外，没有导入任何题目。请再试一次，或换一种格式。');
}

/** What an import's work has come to after at most `ms`; 'going' when it is still at it. */
export async function outcomeWithin(jobId: string, ms = WAIT_MS): Promise<Outcome | 'going'> {
  const work = running.get(jobId);
  if (!work) return null;
  const stop = new AbortController();
  const timeout = delay(ms, 'going' as const, { signal: stop.signal, ref: false }).catch(() => 'going' as const);
  const first = await Promise.race([work, timeout]);
  stop.abort();
  return first;
}

/** Whether this process works on an import, or has it waiting for its turn, though it may have had no time to say so. */
export const isAtWork = (jobId: string) => running.has(jobId);

/** Waits until the work on an import has ended. */
export async function outcomeOf(jobId: string): Promise<Outcome> {
  return (await running.get(jobId)) ?? null;
}

async function touch(jobId: string, values: { updated_at: number; done?: number; total?: number }): Promise<void> {
  await db()
    .updateTable('question_imports')
    .set(values)
    .where('id', '=', jobId)
    .where('state', 'in', ['reading', 'storing'])
    .execute()
    // Only a sign of life: the work itself meets a database that is away.
    .catch(() => undefined);
}

/** Says how far the work is, at most a few times a second. */
function progressOf(jobId: string, clock: () => number) {
  let saidAt = clock();
  return async (done: number, total: number) => {
    const updated_at = clock();
    if (updated_at - saidAt < PROGRESS_MS) return;
    saidAt = updated_at;
    await touch(jobId, { updated_at, done, total });
  };
}

/** Lets other requests be answered whenever the work has had its turn. */
function turns() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

// ---------------------------------------------------------------- reading

const TOO_HARD = '这个文件读得太久，或展开后太大，没有读完。请分成几个小一些的文件，或换一种格式再试。';

/** How a file is read: in a thread of its own. */
export const reading = {
  read: (
    { format, bank }: ImportJob,
    file: IncomingFile,
    types: NamedTypes,
    onProgress: (done: number, total: number) => void,
  ) =>
    inThread<typeof readChecked>(
      'files',
      'readQuestions',
      { file, format, bank, types },
      { overLimit: TOO_HARD, onProgress },
    ),
  /** What else a file may be read as; nothing where that would take too long. */
  others: ({ format, bank }: ImportJob, file: IncomingFile, types: NamedTypes) =>
    inThread<typeof countReadings>(
      'files',
      'countReadings',
      { file, format, bank, types },
      { overLimit: TOO_HARD },
    ).catch((error: unknown) => {
      if (error instanceof AppError) return [];
      throw error;
    }),
  /** What a file is. @throws AppError unsupported_type for what is none of the formats */
  detect: (file: IncomingFile) =>
    inThread<typeof detect>('files', 'detectFormat', file, { overLimit: TOO_HARD, limitMs: DETECT_MS }),
};

/** Reads a file into the import's items; state reading → ready, or failed with its sentence. */
export function beginReading(actor: Actor, job: ImportJob, file: IncomingFile, now: number): Promise<Outcome> {
  return begin(actor, job.id, now, async (clock) => {
    try {
      await read(actor, job, file, clock);
    } catch (error) {
      const refusal = refusalOf(error, job.id);
      await db()
        .updateTable('question_imports')
        .set({ state: 'failed', problem: refusal.message, updated_at: clock() })
        .where('id', '=', job.id)
        .where('state', '=', 'reading')
        .execute();
      throw refusal;
    } finally {
      await dropImportFile(job.id);
    }
  });
}

async function read(actor: Actor, job: ImportJob, file: IncomingFile, clock: () => number): Promise<void> {
  const progress = progressOf(job.id, clock);
  const types = await listQuestionTypes();
  const questions = await reading.read(job, file, types, (done, total) => void progress(done, total));
  const keep = filesKeeper(actor, clock);
  const items: CheckedQuestion[] = [];
  const turn = turns();
  for (const question of questions) {
    const { checked } = question;
    await keep(question);
    items.push(checked);
    await turn();
    await progress(items.length, questions.length);
  }
  const duplicates = await findDuplicates(actor, items, turn);
  const others = await reading.others(job, file, types);
  if (others.length > 0) await keepSource(job.id, file.bytes);
  await transaction(async () => {
    let rows: ReturnType<typeof toRow>[] = [];
    let length = 0;
    const write = async () => {
      if (rows.length > 0) await db().insertInto('question_import_items').values(rows).execute();
      [rows, length] = [[], 0];
      await turn();
    };
    for (const [index, item] of items.entries()) {
      const row = toRow(job.id, index + 1, item, duplicates[index] ?? '');
      rows.push(row);
      length += row.content.length;
      if (rows.length === ROWS || length > ROWS_LENGTH) await write();
    }
    await write();
    const changed = await db()
      .updateTable('question_imports')
      .set({ state: 'ready', done: items.length, total: items.length, others: toJson(others), updated_at: clock() })
      .where('id', '=', job.id)
      .where('state', '=', 'reading')
      .executeTakeFirst();
    // Cancelled meanwhile.
    if (Number(changed.numUpdatedRows) === 0) throw new AppError('conflict', '这次导入已取消。');
  });
}

function toRow(importId: string, position: number, item: CheckedQuestion, duplicate: string) {
  const ofFile = item.notes.flatMap((note) => (note.startsWith(FILE_NOTE) ? [note.slice(FILE_NOTE.length)] : []));
  const fileNotes = ofFile.length > 0 ? ofFile : undefined;
  const content: ItemContent = item.values
    ? { values: item.values, directories: item.directories, fileNotes, ...(item.isDoubtful ? { isHeld: true } : {}) }
    : { texts: item.texts, draft: item.draft, directories: item.directories, ...item.files, fileNotes };
  return {
    import_id: importId,
    position,
    line: item.line,
    bank: item.bank,
    kind: item.kind,
    title: item.title,
    problems: toJson(item.problems),
    notes: toJson(item.notes.filter((note) => !note.startsWith(FILE_NOTE))),
    duplicate,
    is_chosen: item.values && duplicate === '' && !item.isDoubtful ? 1 : 0,
    content: toJson(content),
  };
}

/**
 * Keeps the pictures and audio of a question as files of the actor's that nothing uses yet: the preview shows
 * them, confirming uses them, and without that the sweep removes them after a day. One that cannot be used is a
 * problem of its question. The same bytes are kept once.
 */
function filesKeeper(actor: Actor, clock: () => number) {
  const kept = new Map<string, string | AppError>();
  const store = async (kind: 'image' | 'audio', file: { name: string; bytes: Uint8Array }) => {
    const key = `${kind} ${createHash('sha256').update(file.bytes).digest('hex')}`;
    const earlier = kept.get(key);
    if (earlier !== undefined) return earlier;
    const path = temporaryPath();
    let result: string | AppError;
    try {
      await writeFile(path, file.bytes, { flag: 'wx' });
      result = (await storeFile(actor, { kind, path, name: file.name }, clock())).id;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result = error;
    } finally {
      await discardTemporary(path);
    }
    kept.set(key, result);
    return result;
  };
  return async ({ checked: item, pictures, audio }: ReadQuestion): Promise<void> => {
    const values = item.values;
    const images: string[] = [];
    for (const [index, picture] of pictures.entries()) {
      const id = await store('image', picture);
      if (id instanceof AppError) item.problems.push(`图 ${index + 1}（${picture.name}）：${id.message}`);
      else images.push(id);
    }
    if (pictures.length > 0 && values) values.imageUrl = images;
    if (audio) {
      const id = await store('audio', audio);
      if (id instanceof AppError) item.problems.push(`音频（${audio.name}）：${id.message}`);
      else if (values) values.banked.body.musicUrl = id;
      else item.files = { ...item.files, audio: id };
    }
    if (item.problems.length > 0) item.values = null;
    if (images.length > 0) item.files = { ...item.files, images };
  };
}

// ---------------------------------------------------------------- storing

/** Stores the chosen questions of an import in one transaction; state storing → stored, or back to ready. */
export function beginStoring(actor: Actor, job: ImportJob, now: number): Promise<Outcome> {
  return begin(actor, job.id, now, async (clock) => {
    try {
      await transaction(() => store(actor, job, clock()));
      await dropSource(job.id);
    } catch (error) {
      const refusal = refusalOf(error, job.id);
      await db()
        .updateTable('question_imports')
        .set({ state: 'ready', problem: refusal.message, updated_at: clock() })
        .where('id', '=', job.id)
        .where('state', '=', 'storing')
        .execute();
      if (clock() - now >= WAIT_MS) await tell(actor, job.id, '题目没有导入', refusal.message, clock());
      throw refusal;
    }
  });
}

async function store(actor: Actor, job: ImportJob, now: number): Promise<void> {
  const rows = await db()
    .selectFrom('question_import_items')
    .select(['bank', 'content'])
    .where('import_id', '=', job.id)
    .where('is_chosen', '=', 1)
    .where('problems', '=', '[]')
    .orderBy('position')
    .execute();
  const place = await directoryFinder(actor, job, now);
  const questions: QuestionValues[] = [];
  for (const row of rows) {
    const content = fromJson<ItemContent>(row.content);
    if (!('values' in content)) continue;
    questions.push({ ...content.values, dirId: await place(row.bank as Bank, content.directories) });
  }
  const ids = await addQuestions(actor, questions, now);
  await forgetStored(job.id);
  const changed = await db()
    .updateTable('question_imports')
    .set({
      state: 'stored',
      done: ids.length,
      total: ids.length,
      problem: '',
      stored_ids: toJson(ids),
      updated_at: now,
    })
    .where('id', '=', job.id)
    .where('state', '=', 'storing')
    .executeTakeFirst();
  // Stored by another process meanwhile: what this one added goes again.
  if (Number(changed.numUpdatedRows) === 0) throw new AppError('conflict', '这次导入已经完成。');
  const detail = { format: job.format, count: ids.length, ids };
  await recordAudit(actor, { action: 'question.import', entity: 'question_import', entityId: job.id, detail }, now);
  if (ids.length >= MANY) await tell(actor, job.id, `已导入 ${ids.length} 道题`, '', now);
}

/** For whoever has left the page meanwhile; on the import's own page it counts as read. */
async function tell(actor: Actor, jobId: string, title: string, body: string, now: number): Promise<void> {
  const link = toImportPreview({ id: jobId });
  await sendMessages([actor.id], { kind: 'system', title, body, link }, now);
}

/** Where a question goes: under the chosen directory of the import's own bank, by the file's names where asked. */
async function directoryFinder(actor: Actor, job: ImportJob, now: number) {
  const base = job.directoryId === null ? [] : directoryPath(await listDirectories(actor, job.bank), job.directoryId);
  const found = new Map<string, number | null>();
  return async (bank: Bank, names: string[]): Promise<number | null> => {
    const path = [...(bank === job.bank ? base : []), ...(job.byDirectory ? names : [])];
    const key = [bank, ...path].join('\u0000');
    const known = found.get(key);
    if (known !== undefined) return known;
    const id = await ensureDirectoryPath(actor, bank, path, now);
    found.set(key, id);
    return id;
  };
}
