import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Actor } from '~/domain/user/user.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { env } from '~/lib/env.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storeFile } from './file.commands.server';
import { listOwnFiles } from './file.queries.server';
import { FILE_KINDS, isFileId, MAX_FILE_BYTES, mayUploadKind, tooLargeText, type StoredFile } from './file.rules';

/**
 * Uploads in resumable parts. While one arrives it is `DATA_DIR/uploads/<id>` beside `<id>.json`, which says whose it
 * is and when it began; all of it is in files, so it outlives a restart and any server process takes the next part.
 * A whole one becomes the stored file of the same id.
 */

/** An upload nobody sends to any more is given up after this long; the browser still has its recording. */
const IDLE_MS = 45 * 60_000;
const NOTE_MS = 24 * 3_600_000;
/** Who began to store a whole upload has long finished, or the server was killed. */
const CLAIM_MS = 60_000;

/** Where uploads stand while they arrive. */
export function uploadsDirectory(): string {
  return path.join(env().dataDir, 'uploads');
}

const pathOf = (id: string) => path.join(uploadsDirectory(), id);
const noteOf = (id: string) => `${pathOf(id)}.json`;
const claimOf = (id: string) => `${pathOf(id)}.claimed`;

const admitSchema = z.object({
  type: z.enum(FILE_KINDS, { message: '请说明文件的种类（image、audio、resource 或 xlsx）。' }),
  name: z.string().max(200, '文件名太长了。').default(''),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '校验值有误')
    .optional(),
});

/** Its own metadata as text by name, and how large the whole will be. */
export type AnnouncedUpload = { size: number; metadata: Record<string, string | null | undefined> };

/**
 * Admits an upload and says what is noted with it: the moment it began, and the digest that its content had then.
 * @throws AppError invalid, forbidden (kind), too_large
 */
export function admitUpload(actor: Actor, { size, metadata }: AnnouncedUpload, now: number): Record<string, string> {
  const parsed = admitSchema.safeParse(metadata);
  if (!parsed.success) throw invalid({ file: parsed.error.issues[0]?.message ?? '上传的内容有误。' });
  const { type, name, sha256 } = parsed.data;
  if (!mayUploadKind(actor, type)) throw new AppError('forbidden', '学生只能上传图片和录音。');
  if (!(size > 0)) throw new AppError('invalid', '文件是空的，请重新选择。');
  if (size > MAX_FILE_BYTES[type]) throw new AppError('too_large', tooLargeText(type));
  return { type, name, sha256: sha256 ?? '', owner: String(actor.id), began: String(now) };
}

const noteSchema = z.object({
  size: z.number(),
  metadata: z.object({
    type: z.enum(FILE_KINDS),
    name: z.string(),
    sha256: z.string(),
    owner: z.coerce.number(),
    began: z.coerce.number(),
  }),
});
type Note = z.infer<typeof noteSchema>['metadata'] & { size: number };

async function findNote(id: string): Promise<Note | null> {
  if (!isFileId(id)) return null;
  try {
    const { size, metadata } = noteSchema.parse(JSON.parse(await readFile(noteOf(id), 'utf8')));
    return { ...metadata, size };
  } catch {
    return null; // never begun, given up, or cut short by a loss of power
  }
}

/** @throws AppError not_found unless the upload is the actor's own */
export async function requireOwnUpload(actor: Actor, id: string): Promise<Note> {
  const note = await findNote(id);
  if (note?.owner !== actor.id) throw notFound('上传');
  return note;
}

/**
 * Makes the stored file out of a whole upload: checked by its content and kept exactly as any other upload, its age
 * counted from when the upload began. Asked again it answers the same file.
 * @throws AppError not_found, conflict while parts are missing, unavailable while it is being stored, and as storeFile
 */
export async function finishUpload(actor: Actor, id: string, now: number): Promise<StoredFile> {
  const stored = await findStored(actor, id);
  if (stored) return stored;
  const note = await requireOwnUpload(actor, id);
  const claimed = claimOf(id);
  const arrived = await stat(pathOf(id)).catch(() => null);
  if (arrived && arrived.size !== note.size) throw new AppError('conflict', '文件还没有传完，请继续上传。');
  // Whoever renames it stores it: of two requests, in whichever process, one.
  const isMine =
    arrived !== null &&
    (await rename(pathOf(id), claimed).then(
      () => true,
      () => false,
    ));
  if (!isMine) return (await findStored(actor, id)) ?? beingStored(id, now);
  await utimes(claimed, new Date(), new Date());
  try {
    if (note.sha256 !== '' && note.sha256 !== (await digest(claimed))) {
      throw new AppError('invalid', '上传的内容与原来的不一致，请重新上传。');
    }
    // storeFile takes its file over; this name stays until the row does.
    const taken = temporaryPath();
    await link(claimed, taken);
    const file = await storeFile(actor, { kind: note.type, path: taken, name: note.name, id }, note.began);
    await rm(claimed, { force: true });
    return file;
  } catch (error) {
    const isRefused = error instanceof AppError && error.status < 500;
    if (isRefused) await removeUpload(id);
    else await rename(claimed, pathOf(id));
    throw error;
  }
}

async function findStored(actor: Actor, id: string): Promise<StoredFile | null> {
  return (await listOwnFiles(actor, [id]))[0] ?? null;
}

async function beingStored(id: string, now: number): Promise<never> {
  const claim = await stat(claimOf(id)).catch(() => null);
  if (claim && now - claim.mtimeMs < CLAIM_MS) throw new AppError('unavailable', '文件正在保存，请稍候。');
  throw notFound('上传');
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * When the upload of this file began, if its content was fixed at that moment by its digest: then it counts from
 * there however long the rest took. Null for any other file.
 */
export async function sealedSince(actor: Actor, fileId: string): Promise<number | null> {
  const note = await findNote(fileId);
  return note && note.owner === actor.id && note.sha256 !== '' ? note.began : null;
}

/** Gives up uploads that nobody goes on with, and forgets the finished ones of yesterday. For the server's sweeper. */
export async function removeIdleUploads(now: number): Promise<number> {
  await mkdir(uploadsDirectory(), { recursive: true });
  let removed = 0;
  for await (const { name } of await opendir(uploadsDirectory())) {
    const found = await stat(path.join(uploadsDirectory(), name)).catch(() => null);
    const age = now - (found?.mtimeMs ?? now);
    const id = name.replace(/\.(json|claimed)$/, '');
    if (!name.endsWith('.json')) {
      if (age < IDLE_MS) continue;
      await removeUpload(id);
      removed += 1;
    } else if (age >= NOTE_MS) {
      await rm(noteOf(id), { force: true });
    }
  }
  return removed;
}

async function removeUpload(id: string): Promise<void> {
  await Promise.all([pathOf(id), claimOf(id), noteOf(id)].map((file) => rm(file, { force: true })));
}
