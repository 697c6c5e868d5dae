import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { db } from '~/db/db.server';
import { findOnce, once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toFile } from '~/lib/addresses/files';
import { AppError } from '~/lib/errors';
import { env } from '~/lib/env.server';
import { newUuid } from '~/lib/ids.server';
import { logEvent } from '~/lib/log.server';
import { discardTemporary, temporaryDirectory } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import { listOwnFiles } from './file.queries.server';
import { MAX_FILE_BYTES, mayUploadKind, storedName } from './file.rules';
import { isSilentAt } from './loudness.rules';
import { tooLarge } from './too-large.server';
import type { FileKind, FileUse, StoredFile } from './file.rules';
import type { Square } from './image.server';
import { takeRoom } from './quota.server';
import { ownSince } from './store-owner.server';
import { prepareFile, type Prepared } from './prepare.server';
import { resourceFileName } from './resource-types.rules';
import { prepareInTurn } from './turns.server';

const HOUR_MS = 3_600_000;
const UNUSED_MS = 24 * HOUR_MS;
/** More objects without a row than crashes leave. */
const MOST_ORPHANS = 200;
/** With the sweep every ten minutes nothing without a row lies there for an hour. */
const ORPHAN_MS = 45 * 60_000;
// Values bound in one statement are limited on both databases.
const SLICE = 500;

/**
 * Checks an uploaded temporary file by its content, prepares it (upright image without metadata, recording
 * that seeks) and keeps it. The same `requestId` again gives the file that the first request stored. It takes the
 * temporary file over; after a refusal that file is the caller's to discard. The row comes last: a crash leaves at most
 * an object that the sweeper removes. `known`: what was found out about a file that comes with the program; it is kept
 * as it is. `id` is one that no other request stores under; without it the file gets a new one.
 * @throws AppError too_large, unsupported_type, invalid (empty), forbidden (kind), unavailable (nothing reads recordings),
 * too_many (more than its owner may hold unused)
 */
export async function storeFile(
  actor: Actor,
  input: {
    kind: FileKind;
    path: string;
    name: string;
    square?: Square;
    requestId?: string;
    id?: string;
    known?: Omit<Prepared, 'path'> | undefined;
  },
  now: number,
): Promise<StoredFile> {
  const { kind } = input;
  const key = input.requestId ? `file.store:${input.requestId}` : '';
  const earlier = await findOnce<StoredFile>(actor.id, key);
  if (earlier) return earlier;
  if (!mayUploadKind(actor, kind)) throw new AppError('forbidden', '学生只能上传图片和录音。');
  const { size: arrivedSize } = await stat(input.path);
  if (arrivedSize === 0) throw new AppError('invalid', '文件是空的，请重新选择。');
  if (arrivedSize > MAX_FILE_BYTES[kind]) throw tooLarge(kind);
  // What comes with the program is nobody's; an upload in parts was counted when it began.
  const arrived =
    input.known || input.id ? undefined : await takeRoom(actor, { kind, bytes: arrivedSize, isOpen: false }, now);
  try {
    return await keepFile(actor, input, key, now);
  } finally {
    arrived?.();
  }
}

type FileInput = Parameters<typeof storeFile>[1];

/** Prepares a file that was let in, puts it into the store and among the files. */
async function keepFile(actor: Actor, input: FileInput, key: string, now: number): Promise<StoredFile> {
  const { kind } = input;
  const [stored] = input.id === undefined ? [] : await listOwnFiles(actor, [input.id]);
  if (stored) return stored;
  const prepared: Prepared = input.known
    ? { ...input.known, path: input.path }
    : await prepareInTurn(
        actor,
        kind,
        (budget) => prepareFile(kind, input.path, { name: input.name, square: input.square, budget }),
        now,
      );
  const id = input.id ?? newUuid();
  try {
    const { size, sha256 } = await measure(prepared.path);
    const name =
      kind === 'resource'
        ? resourceFileName(input.name, prepared.mime)
        : storedName({ id, kind, mime: prepared.mime, originalName: input.name }, actor);
    await storage().put(id, prepared.path);
    const row = {
      kind,
      mime: prepared.mime,
      name,
      size,
      duration_ms: prepared.durationMs ?? null,
      promised_ms: prepared.promisedMs ?? null,
      loudness: prepared.loudness ?? null,
      width: prepared.width ?? null,
      height: prepared.height ?? null,
    };
    try {
      const stored = await once(actor.id, key, now, async () => {
        await db()
          .insertInto('files')
          .values({ ...row, id, sha256, owner_id: actor.id, created_at: now })
          .execute();
        await recordAudit(actor, { action: 'file.store', entity: 'file', entityId: id, detail: { kind, size } }, now);
        return toStoredFile({ ...row, id });
      });
      // Of two at once the other came first.
      if (stored.id !== id) await storage().delete(id);
      return stored;
    } catch (error) {
      // Whoever stored the same meanwhile keeps what is there; where nobody can say, the sweeper will.
      const isOrphan = await listOwnFiles(actor, [id]).then(
        (own) => own.length === 0,
        () => false,
      );
      if (isOrphan) await storage().delete(id);
      throw error;
    }
  } finally {
    await discardTemporary(prepared.path);
    if (prepared.path !== input.path) await discardTemporary(input.path);
  }
}

async function measure(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

function toStoredFile(row: {
  id: string;
  kind: string;
  mime: string;
  name: string;
  size: number;
  duration_ms: number | null;
  promised_ms: number | null;
  loudness: number | null;
  width: number | null;
  height: number | null;
}): StoredFile {
  return {
    id: row.id,
    kind: row.kind as FileKind,
    url: toFile(row.id),
    name: row.name,
    size: row.size,
    mime: row.mime,
    durationMs: row.duration_ms,
    promisedMs: row.promised_ms,
    isSilent: isSilentAt(row.loudness),
    width: row.width,
    height: row.height,
    removedOn: null,
  };
}

/** Records that a file is used in something; call it inside the transaction that does so. Twice is harmless. */
export async function useFile(fileId: string, use: FileUse, refId: number): Promise<void> {
  await db()
    .insertInto('file_uses')
    .values({ file_id: fileId, use, ref_id: refId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records that a file is no longer used in something; without any use it is removed after a day. */
export async function releaseFileUse(fileId: string, use: FileUse, refId: number): Promise<void> {
  await db()
    .deleteFrom('file_uses')
    .where('file_id', '=', fileId)
    .where('use', '=', use)
    .where('ref_id', '=', refId)
    .execute();
}

/** Makes the files used in something exactly these: for saving a question or an exam whole. */
export async function setFileUses(use: FileUse, refId: number, fileIds: readonly string[]): Promise<void> {
  let dropped = db().deleteFrom('file_uses').where('use', '=', use).where('ref_id', '=', refId);
  if (fileIds.length > 0) dropped = dropped.where('file_id', 'not in', fileIds);
  await dropped.execute();
  for (const fileId of new Set(fileIds)) await useFile(fileId, use, refId);
}

/** Uses every file of one thing in another too: a copied question, an exam made of questions. */
export async function copyFileUses(
  from: { use: FileUse; refId: number },
  to: { use: FileUse; refId: number },
): Promise<void> {
  const files = await db()
    .selectFrom('file_uses')
    .select('file_id')
    .where('use', '=', from.use)
    .where('ref_id', '=', from.refId)
    .execute();
  for (const { file_id } of files) await useFile(file_id, to.use, to.refId);
}

/**
 * Removes what nothing uses: rows older than a day without a use, with their objects; objects without a row
 * and temporary files older than three quarters of an hour. For the server's sweeper; harmless on several servers at once.
 */
export async function removeUnusedFiles(now: number): Promise<{ files: number; objects: number; temporary: number }> {
  // Each by itself: what one of them cannot do must not fill the disk with what the others would have removed.
  const done = await Promise.allSettled([
    removeUnusedRows(now),
    removeBytesOfDeleted(now),
    removeOrphanObjects(now),
    removeOldTemporary(now),
  ]);
  const failed = done.find((one) => one.status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  const [rows, emptied, objects, temporary] = done;
  return { files: countOf(rows) + countOf(emptied), objects: countOf(objects), temporary: countOf(temporary) };
}

const countOf = (done: PromiseSettledResult<number>) => (done.status === 'fulfilled' ? done.value : 0);

async function removeUnusedRows(now: number): Promise<number> {
  const removed = await db()
    .deleteFrom('files')
    .where('created_at', '<', now - UNUSED_MS)
    .where('id', 'not in', db().selectFrom('file_uses').select('file_id'))
    // Takes and photos are evidence: they stay even if their use was never recorded.
    .where('id', 'not in', db().selectFrom('takes').select('file_id'))
    .where('id', 'not in', db().selectFrom('photos').select('file_id'))
    // A resource or a comment that was deleted keeps its row, and its file's row with it.
    .where('id', 'not in', db().selectFrom('resources').select('file_id'))
    .where(
      'id',
      'not in',
      db().selectFrom('comments').select('file_id').where('file_id', 'is not', null).$castTo<{ file_id: string }>(),
    )
    .returning('id')
    .execute();
  for (const { id } of removed) await storage().delete(id);
  return removed.length;
}

/**
 * Of a resource or comment that was deleted a day ago the rows stay, for the audit; the bytes go once nothing else uses
 * or shows the file.
 */
async function removeBytesOfDeleted(now: number): Promise<number> {
  const before = now - UNUSED_MS;
  const emptied = await db()
    .updateTable('files')
    .set({ removed_at: now })
    .where('removed_at', 'is', null)
    .where('created_at', '<', before)
    .where('id', 'not in', db().selectFrom('file_uses').select('file_id'))
    .where('id', 'not in', db().selectFrom('takes').select('file_id'))
    .where('id', 'not in', db().selectFrom('photos').select('file_id'))
    .where(({ eb, exists, not, selectFrom }) => {
      const resources = selectFrom('resources').select('resources.id').whereRef('resources.file_id', '=', 'files.id');
      const comments = selectFrom('comments').select('comments.id').whereRef('comments.file_id', '=', 'files.id');
      return eb.and([
        eb.or([exists(resources), exists(comments)]),
        not(exists(resources.where((one) => one.or([one('deleted_at', 'is', null), one('deleted_at', '>=', before)])))),
        not(exists(comments.where((one) => one.or([one('deleted_at', 'is', null), one('deleted_at', '>=', before)])))),
      ]);
    })
    .returning('id')
    .execute();
  for (const { id } of emptied) await storage().delete(id);
  return emptied.length;
}

/**
 * A crash leaves a few objects without a row. Many of them belong to a database that was put back from an older copy,
 * or to another school: they stay, and the log says so.
 */
async function removeOrphanObjects(now: number): Promise<number> {
  const ended: string[] = [];
  const orphans: string[] = [];
  let keys: string[] = [];
  const sort = async () => {
    if (keys.length === 0) return;
    const rows = await db().selectFrom('files').select(['id', 'removed_at']).where('id', 'in', keys).execute();
    const removedAt = new Map(rows.map((row) => [row.id, row.removed_at]));
    for (const key of keys) {
      const removed = removedAt.get(key);
      if (removed === undefined) orphans.push(key);
      // A recording whose term is over keeps its row; its object may have outlived a crash.
      else if (removed !== null) ended.push(key);
    }
    keys = [];
  };
  const since = await ownSince(env());
  const foreign = new Set<string>();
  for await (const { key, putAt } of storage().list()) {
    if (putAt >= now - ORPHAN_MS) continue;
    keys.push(key);
    if (putAt < since) foreign.add(key);
    if (keys.length === SLICE) await sort();
  }
  await sort();
  const isUnknown = (key: string) => orphans.length > MOST_ORPHANS || foreign.has(key);
  const unknown = orphans.filter(isUnknown);
  if (unknown.length > 0) logEvent('error', 'files_unknown', { count: unknown.length, ids: unknown.slice(0, 20) });
  ended.push(...orphans.filter((key) => !isUnknown(key)));
  for (const key of ended) await storage().delete(key);
  return ended.length;
}

/**
 * Looks for every row's object and logs those that are not there or not of the row's size: only somebody else's hand
 * or a broken disk makes such, so nothing is removed. Returns their ids. For the server's sweeper.
 */
export async function reportMissingFiles(): Promise<string[]> {
  // A bucket is asked for its list, not for each object of tens of thousands.
  const sizes = new Map<string, number>();
  for await (const { key, size } of storage().list()) sizes.set(key, size);
  const missing: string[] = [];
  let after = '';
  for (;;) {
    const rows = await db()
      .selectFrom('files')
      .select(['id', 'size'])
      .where('removed_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE)
      .execute();
    // What came while the list was read is looked at by itself.
    for (const { id, size } of rows.filter((row) => sizes.get(row.id) !== row.size)) {
      if ((await storage().size(id)) !== size) missing.push(id);
    }
    if (rows.length < SLICE) break;
    after = rows[rows.length - 1]?.id ?? '';
  }
  if (missing.length > 0) {
    logEvent('error', 'files_missing', { count: missing.length, ids: missing.slice(0, 20) });
  }
  return missing;
}

async function removeOldTemporary(now: number): Promise<number> {
  const directory = temporaryDirectory();
  let removed = 0;
  for await (const entry of await opendir(directory)) {
    const file = path.join(directory, entry.name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.mtimeMs >= now - ORPHAN_MS) continue;
    await discardTemporary(file);
    removed += 1;
  }
  return removed;
}
