import { db } from '~/db/db.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { toFile } from '~/lib/addresses/files';
import { AppError, notFound } from '~/lib/errors';
import { logEvent } from '~/lib/log.server';
import { formatDate } from '~/lib/time';
import { storage } from '~/storage/storage.server';
import type { ByteRange } from '~/storage/object-store';
import { isFileId, removedText, type FileKind, type FileUse, type StoredFile } from './file.rules';
import { isSilentAt } from './loudness.rules';
import { rightsOf, type StudentWork } from './file-rights.server';

/** A stored file that the actor may read. */
export type ReadableFile = StoredFile & {
  sha256: string;
  createdAt: number;
  /** Null for the reader's own and for what is no student's work. */
  studentWork: StudentWork | null;
};

type FileRow = Omit<ReadableFile, 'studentWork'> & { ownerId: number };

async function listRows(ids: readonly string[]): Promise<FileRow[]> {
  const wanted = ids.filter(isFileId);
  if (wanted.length === 0) return [];
  const rows = await db().selectFrom('files').selectAll().where('id', 'in', wanted).execute();
  const removedOn = await removalDays(rows);
  return rows.map((row) => ({
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
    removedOn: removedOn(row),
    sha256: row.sha256,
    createdAt: row.created_at,
    ownerId: row.owner_id,
  }));
}

/** How the days are written on which these files' bytes were deleted: in the school's zone. */
export async function removalDays(
  rows: { removed_at: number | null }[],
): Promise<(row: { removed_at: number | null }) => string | null> {
  if (rows.every((row) => row.removed_at === null)) return () => null;
  const { timeZone } = await getSchool();
  return (row) => (row.removed_at === null ? null : formatDate(row.removed_at, timeZone));
}

/** The files of these ids in the order asked for; unknown ids are left out. Asks no rights: for other domain functions. */
export async function listFiles(ids: readonly string[]): Promise<StoredFile[]> {
  const rows = new Map((await listRows(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const { ownerId: _owner, sha256: _sha256, createdAt: _createdAt, ...file } = row;
    return [file];
  });
}

/** Those of the files that are the actor's own uploads. */
export async function listOwnFiles(actor: Actor, ids: readonly string[]): Promise<StoredFile[]> {
  const own = (await listRows(ids)).filter((row) => row.ownerId === actor.id);
  return listFiles(own.map((row) => row.id));
}

/**
 * Checks ids that a form names: every file exists, is of the kind, and is the actor's own, or one that the
 * actor may copy from a question or (teachers) an exam. Returns them in the order given.
 * @throws AppError invalid, at the field when one is named
 */
export async function requireOwnFiles(
  actor: Actor,
  ids: readonly string[],
  kind: FileKind,
  field?: string,
): Promise<StoredFile[]> {
  const rows = new Map((await listRows(ids)).map((row) => [row.id, row]));
  for (const id of ids) {
    const row = rows.get(id);
    if (
      !row ||
      row.kind !== kind ||
      row.removedOn !== null ||
      !(row.ownerId === actor.id || (await mayCopy(actor, id)))
    ) {
      const message = kind === 'audio' ? '找不到这段录音，请重新上传。' : '找不到这个文件，请重新上传。';
      throw new AppError('invalid', message, field ? { [field]: message } : undefined);
    }
  }
  return listFiles(ids);
}

async function mayCopy(actor: Actor, fileId: string): Promise<boolean> {
  if (!isTeacher(actor)) return false;
  for (const { use, refId } of await listUses(fileId)) {
    for (const right of rightsOf(use)) if (await right.mayCopy?.(actor, refId)) return true;
  }
  return false;
}

async function listUses(fileId: string): Promise<{ use: FileUse; refId: number }[]> {
  const uses = await db().selectFrom('file_uses').select(['use', 'ref_id']).where('file_id', '=', fileId).execute();
  return uses.map((row) => ({ use: row.use as FileUse, refId: row.ref_id }));
}

/**
 * The file, when the actor is its owner or may see something it is used in. Whoever then sends its bytes to be looked
 * at or heard records that by `recordReading`; a list that only shows there is one does not.
 * @throws AppError not_found: that a file exists is private; gone for a reader of a recording whose term is over
 */
export async function getReadableFile(actor: Actor, id: string, now: number): Promise<ReadableFile> {
  const file = await findReadableFile(actor, id, now);
  if (file.removedOn !== null) throw new AppError('gone', `${removedText(file.removedOn)}。`);
  return file;
}

async function findReadableFile(actor: Actor, id: string, now: number): Promise<ReadableFile> {
  const [row] = await listRows([id]);
  if (!row) throw notFound('文件');
  const { ownerId, ...stored } = row;
  const file: ReadableFile = { ...stored, studentWork: null };
  const uses = await listUses(id);
  if (ownerId === actor.id) {
    for (const use of new Set(uses.map((one) => one.use))) {
      for (const right of rightsOf(use)) await right.holdBack?.(actor, id, now);
    }
    return file;
  }
  for (const { use, refId } of uses) {
    for (const right of rightsOf(use)) {
      if (!(await right.mayRead?.(actor, { refId, fileId: id }, now))) continue;
      return right.studentWork && isTeacher(actor) ? { ...file, studentWork: { [right.studentWork]: refId } } : file;
    }
  }
  throw notFound('文件');
}

/**
 * The bytes of a file that was found readable, or a range of them.
 * @throws AppError gone, at the first read, where somebody else's hand or a broken disk took the bytes away
 */
export async function* openFile(file: { id: string }, range?: ByteRange): AsyncGenerator<Uint8Array> {
  try {
    yield* storage().open(file.id, range);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    logEvent('error', 'files_missing', { count: 1, ids: [file.id] });
    throw new AppError('gone', '这个文件不在服务器的磁盘上了，请告诉管理员。');
  }
}

/** Width and height in pixels of those of these pictures whose size is known, by file id. */
export async function listPictureSizes(ids: string[]): Promise<Record<string, [number, number]>> {
  if (ids.length === 0) return {};
  const rows = await db().selectFrom('files').select(['id', 'width', 'height']).where('id', 'in', ids).execute();
  return Object.fromEntries(rows.flatMap(({ id, width, height }) => (width && height ? [[id, [width, height]]] : [])));
}
