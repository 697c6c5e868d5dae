import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, opendir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { env } from '~/lib/env.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { storeFile } from './file.commands.server';
import { listOwnFiles } from './file.queries.server';
import { FILE_KINDS, isFileId, MAX_FILE_BYTES, mayUploadKind, type StoredFile } from './file.rules';
import { tooLarge } from './too-large.server';

/**
 * Uploads in resumable parts. While one arrives it is `DATA_DIR/uploads/<id>` beside `<id>.json`, which says whose it
 * is and when it began; all of it is in files, so it outlives a restart and any server process takes the next part.
 * A whole one becomes the stored file of the same id.
 */

/** An upload nobody sends to any more is given up after this long; the browser still has its recording. */
const IDLE_MS = 45 * 60_000;
const NOTE_MS = 24 * 3_600_000;
/** A claim that is older is nobody's: the server was killed while it stored the upload. */
const CLAIM_MS = 60_000;
/** Whoever stores an upload says so again and again: it may wait long for its turn to be checked. */
const CLAIMED_AGAIN_MS = 10_000;

/** Where uploads stand while they arrive. */
export function uploadsDirectory(): string {
  return path.join(env().dataDir, 'uploads');
}

const pathOf = (id: string) => path.join(uploadsDirectory(), id);
const noteOf = (id: string) => `${pathOf(id)}.json`;
const claimOf = (id: string) => `${pathOf(id)}.claimed`;
/** Stands from when a left upload is stored until it has become what it is for. */
const leftOf = (id: string) => `${pathOf(id)}.left`;

const digestField = z.string().regex(/^[0-9a-f]{64}$/, '校验值有误');
const idText = z.coerce
  .number({ invalid_type_error: '编号有误' })
  .int('编号有误')
  .min(0, '编号有误')
  .max(2_147_483_647, '编号有误')
  .default(0);

const admitSchema = z.object({
  type: z.enum(FILE_KINDS, { message: '请说明文件的种类（image、audio、resource 或 xlsx）。' }),
  name: z.string().max(200, '文件名太长了。').default(''),
  sha256: digestField.optional(),
  attemptId: idText,
  itemId: idText,
  instead: z.string().max(1000, '上传的内容有误').default(''),
});

/** Its own metadata as text by name, and how large the whole will be; undefined while it is still being recorded. */
export type AnnouncedUpload = { size: number | undefined; metadata: Record<string, string | null | undefined> };

/**
 * Admits an upload and says what is noted with it: the moment it began, and the digest that its content had then.
 * @throws AppError invalid, forbidden (kind), too_large
 */
export function admitUpload(actor: Actor, { size, metadata }: AnnouncedUpload, now: number): Record<string, string> {
  const parsed = admitSchema.safeParse(metadata);
  if (!parsed.success) throw invalid({ file: parsed.error.issues[0]?.message ?? '上传的内容有误。' });
  const { type, name, sha256 = '', attemptId, itemId, instead } = parsed.data;
  if (!mayUploadKind(actor, type)) throw new AppError('forbidden', '学生只能上传图片和录音。');
  if (size === undefined) {
    if (type !== 'audio') throw new AppError('invalid', '请先说明文件的大小。');
  } else {
    if (!(size > 0)) throw new AppError('invalid', '文件是空的，请重新选择。');
    if (size > MAX_FILE_BYTES[type]) throw tooLarge(type);
  }
  const paper = { attempt: String(attemptId), item: String(itemId), instead };
  // A digest says nothing about a whole that does not exist yet.
  return {
    type,
    name,
    sha256: size === undefined ? '' : sha256,
    owner: String(actor.id),
    began: String(now),
    ...paper,
  };
}

const noteSchema = z
  .object({
    /** Missing while it is being recorded. */
    size: z.number().optional(),
    metadata: z.object({
      type: z.enum(FILE_KINDS),
      name: z.string(),
      sha256: z.string(),
      owner: z.coerce.number(),
      began: z.coerce.number(),
      /** The paper and the item it is for; 0 for any other use. */
      attempt: z.coerce.number().default(0),
      item: z.coerce.number().default(0),
      /** Earlier uploads of the same recording, by commas. */
      instead: z.string().default(''),
    }),
    /** Of what was stored before its sender had finished. */
    left: z.object({ size: z.number(), sha256: z.string() }).optional(),
    /** The stored beginning of the same recording. */
    continues: z.string().optional(),
  })
  .passthrough();
type StoredNote = z.infer<typeof noteSchema>;
/** What is known of an upload. */
export type UploadNote = StoredNote['metadata'] & Pick<StoredNote, 'size' | 'left' | 'continues'>;

async function readNote(id: string): Promise<StoredNote | null> {
  if (!isFileId(id)) return null;
  try {
    return noteSchema.parse(JSON.parse(await readFile(noteOf(id), 'utf8')));
  } catch {
    return null; // never begun, given up, or cut short by a loss of power
  }
}

async function findNote(id: string): Promise<UploadNote | null> {
  const note = await readNote(id);
  return note && { ...note.metadata, size: note.size, left: note.left, continues: note.continues };
}

/** Writes more into the note of an upload, whole or not at all. */
async function addToNote(id: string, change: (note: StoredNote) => StoredNote): Promise<void> {
  const note = await readNote(id);
  if (!note) return;
  const changed = change(note);
  // Texts, as they came: the protocol's server sends them back with every answer about the upload, and takes no numbers.
  const metadata = Object.fromEntries(Object.entries(changed.metadata).map(([name, value]) => [name, String(value)]));
  const written = temporaryPath();
  await writeFile(written, JSON.stringify({ ...changed, metadata }));
  await rename(written, noteOf(id));
}

/** What is known of an own upload, also for a day after it became a file; null of any other. */
export async function noteOfUpload(actor: Actor, id: string): Promise<UploadNote | null> {
  const note = await findNote(id);
  return note?.owner === actor.id ? note : null;
}

/** @throws AppError not_found unless the upload is the actor's own */
export async function requireOwnUpload(actor: Actor, id: string): Promise<UploadNote> {
  const note = await findNote(id);
  if (note?.owner !== actor.id) throw notFound('上传');
  return note;
}

/**
 * Makes the stored file out of a whole upload: checked by its content and kept exactly as any other upload, its age
 * counted from when the upload began if its digest was stated then, else from now. Asked again it answers the same file.
 * @throws AppError not_found, conflict while parts are missing, unavailable while it is being stored, and as storeFile
 */
export async function finishUpload(actor: Actor, id: string, now: number, whole?: Whole): Promise<StoredFile> {
  const stored = await findStored(actor, id);
  if (stored) return stored;
  const began = await requireOwnUpload(actor, id);
  const note = began.size === undefined && whole ? await sealUpload(id, began, whole, now) : began;
  const arrived = await found(pathOf(id));
  if (arrived && arrived.size !== note.size) throw new AppError('conflict', '文件还没有传完，请继续上传。');
  // Without a digest nobody knows that its content stood when it began: it is as old as its completion.
  const since = note.sha256 === '' ? now : note.began;
  return store(actor, id, note, { since, now, arrivedAt: arrived?.mtime });
}

/** How long a recording became, and its digest: from that moment its content is fixed. */
export type Whole = { size: number; sha256: string };

/** Says of an upload that began while its recording was made what the whole is; it counts from now. */
async function sealUpload(id: string, note: UploadNote, { size, sha256 }: Whole, now: number): Promise<UploadNote> {
  if (size > MAX_FILE_BYTES[note.type]) throw tooLarge(note.type);
  const seal = { sha256, began: now };
  await addToNote(id, (stored) => ({ ...stored, size, metadata: { ...stored.metadata, ...seal } }));
  return { ...note, ...seal, size };
}

/** A recording or a photo for a paper that nobody goes on with. */
export type LeftUpload = { id: string; note: UploadNote; lastAt: number };

/**
 * Recordings for papers whose senders have said nothing for so long, and photos that are stored whole and were not put
 * to their item. Asks no rights: for the server's sweeper.
 */
export async function listLeftUploads(now: number, quietMs: number): Promise<LeftUpload[]> {
  await mkdir(uploadsDirectory(), { recursive: true });
  const left: LeftUpload[] = [];
  for await (const { name } of await opendir(uploadsDirectory())) {
    // One that is stored, and nobody has said yet what became of it, was broken off there; so was one that was claimed.
    const id = name.replace(/\.(left|claimed)$/, '');
    if (!isFileId(id)) continue;
    const found = await stat(path.join(uploadsDirectory(), name)).catch(() => null);
    if (!found || now - found.mtimeMs < quietMs || left.some((one) => one.id === id)) continue;
    const note = await findNote(id);
    const isKept = note?.type === 'audio' || (note?.type === 'image' && name.endsWith('.left'));
    if (note && note.attempt > 0 && isKept) left.push({ id, note, lastAt: found.mtimeMs });
  }
  return left;
}

/**
 * Makes the stored file out of what has arrived of a recording whose sender fell silent: as old as its last part, or
 * as any other upload when it is whole. Null when nothing came, or when it is only the beginning of what is stored
 * already.
 * @throws AppError as storeFile
 */
export async function finishLeftUpload(
  actor: Actor,
  { id, note }: LeftUpload,
  now: number,
): Promise<StoredFile | null> {
  const claim = await found(claimOf(id));
  // A server that was killed while it stored it has left it so.
  if (claim && now - claim.mtimeMs > CLAIM_MS) await rename(claimOf(id), pathOf(id));
  const arrived = await found(pathOf(id));
  if (!arrived) {
    const stored = await findStored(actor, id);
    // Its name may have changed between two looks, either way.
    const looks = stored ? [] : [claimOf(id), pathOf(id), claimOf(id)];
    for (const file of looks) if (await found(file)) throw beingStored();
    return stored;
  }
  if (arrived.size === 0) return null;
  const sha256 = await digest(pathOf(id));
  const isWhole = note.sha256 !== '' && note.sha256 === sha256;
  if (!isWhole && note.instead !== '' && (await findContinued(pathOf(id), note)) === null) {
    if ((await listOwnFiles(actor, note.instead.split(',').filter(isFileId))).length > 0) return null;
  }
  await addToNote(id, (stored) => ({ ...stored, left: { size: arrived.size, sha256 } }));
  await leaveUpload(id);
  const since = isWhole ? note.began : Math.round(arrived.mtimeMs);
  return store(actor, id, { ...note, sha256: '' }, { since, now, arrivedAt: arrived.mtime });
}

/** It is stored, and has still to become what it is for. */
export async function leaveUpload(id: string): Promise<void> {
  await writeFile(leftOf(id), '');
}

/** A left upload that is stored has become what it is for. */
export async function settleLeftUpload(id: string): Promise<void> {
  await rm(leftOf(id), { force: true });
}

/** Forgets what has arrived of an upload. */
export async function dropUpload(id: string): Promise<void> {
  await removeUpload(id);
}

/** The stored beginning of the same recording, proven by its bytes; null when there is none. */
async function findContinued(file: string, note: UploadNote): Promise<string | null> {
  for (const id of note.instead.split(',').reverse()) {
    const earlier = await findNote(id);
    if (earlier?.owner !== note.owner || earlier.item !== note.item) continue;
    // Stored whole, and only its sender never heard of it.
    const isStored = earlier.sha256 !== '' && !(await found(pathOf(id)));
    const { size = 0, sha256 } = earlier.left ?? (isStored ? earlier : { sha256: '' });
    if (sha256 === '') continue;
    if ((await stat(file)).size >= size && (await digest(file, size)) === sha256) return id;
  }
  return null;
}

/** What is stored takes the place of what had arrived of the same recording before. */
async function dropEarlier({ instead, owner, item }: UploadNote): Promise<void> {
  for (const id of instead.split(',')) {
    const earlier = await findNote(id);
    if (!earlier || earlier.left || earlier.owner !== owner || earlier.item !== item) continue;
    if (await found(pathOf(id))) await removeUpload(id);
  }
}

/** The upload whose stored beginning this file goes on from; null for any other file. */
export async function continuedBy(actor: Actor, fileId: string): Promise<string | null> {
  const note = await findNote(fileId);
  return note?.owner === actor.id ? (note.continues ?? null) : null;
}

async function store(
  actor: Actor,
  id: string,
  note: UploadNote,
  { since, now, arrivedAt }: { since: number; now: number; arrivedAt: Date | undefined },
): Promise<StoredFile> {
  const claimed = claimOf(id);
  if (!arrivedAt || !(await claim(id))) return (await findStored(actor, id)) ?? orBeingStored(id, now);
  const stopClaiming = keepClaimed(claimed);
  try {
    if (note.sha256 !== '' && note.sha256 !== (await digest(claimed))) {
      throw new AppError('invalid', '上传的内容与原来的不一致，请重新上传。');
    }
    const continues = await findContinued(claimed, note);
    if (continues !== null) {
      await addToNote(id, (stored) => ({ ...stored, continues }));
      await settleLeftUpload(continues);
    }
    // storeFile takes its file over; this name stays until the row does.
    const taken = temporaryPath();
    await link(claimed, taken);
    const file = await storeFile(actor, { kind: note.type, path: taken, name: note.name, id }, since);
    await stopClaiming();
    await rm(claimed, { force: true });
    await dropEarlier(note);
    return file;
  } catch (error) {
    await stopClaiming();
    const isRefused = error instanceof AppError && error.status < 500;
    if (isRefused) await removeUpload(id);
    else {
      // As old as its last part: a recording that is left counts from there.
      await utimes(claimed, arrivedAt, arrivedAt);
      await rename(claimed, pathOf(id));
    }
    throw error;
  }
}

async function findStored(actor: Actor, id: string): Promise<StoredFile | null> {
  return (await listOwnFiles(actor, [id]))[0] ?? null;
}

/** Whoever renames it stores it: of two, in whichever process, one. Its claim is new from the first moment. */
async function claim(id: string): Promise<boolean> {
  try {
    await touch(pathOf(id));
    await rename(pathOf(id), claimOf(id));
    return true;
  } catch {
    return false;
  }
}

const touch = (file: string) => utimes(file, new Date(), new Date());

/** Keeps a claim new until it is told to stop. */
function keepClaimed(file: string): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = touch(file).catch(() => undefined);
  }, CLAIMED_AGAIN_MS);
  return async () => {
    clearInterval(timer);
    await last;
  };
}

const beingStored = () => new AppError('unavailable', '文件正在保存，请稍候。');

async function orBeingStored(id: string, now: number): Promise<never> {
  const claim = await found(claimOf(id));
  throw claim && now - claim.mtimeMs < CLAIM_MS ? beingStored() : notFound('上传');
}

const found = (file: string) => stat(file).catch(() => null);

/** Of the whole file, or of so many bytes of it. */
async function digest(file: string, size = Infinity): Promise<string> {
  const hash = createHash('sha256');
  const bytes = createReadStream(file, { end: size - 1 }) as AsyncIterable<Buffer>;
  if (size > 0) for await (const chunk of bytes) hash.update(chunk);
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
    const id = name.replace(/\.(json|claimed|left)$/, '');
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
  await Promise.all([pathOf(id), claimOf(id), noteOf(id), leftOf(id)].map((file) => rm(file, { force: true })));
}
