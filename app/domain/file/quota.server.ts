import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { db } from '~/db/db.server';
import { isTeacher, STUDENT, TEACHER, type Actor } from '~/domain/actor/actor.rules';
import { env } from '~/lib/env.server';
import { AppError } from '~/lib/errors';
import { isFileId, MAX_FILE_BYTES, type FileKind } from './file.rules';
import {
  diskState,
  isOver,
  isOverForToday,
  isSparing,
  quotaOf,
  SCHOOL_UNUSED_BYTES,
  type DiskState,
  type Held,
} from './quota.rules';

const HELD = '上传的文件里还有很多没有用到。请先用掉它们，或等一天后自动清理，再上传新的。';
const SCHOOL = '全校上传后没有用到的文件太多了，暂时不能再上传。请告诉管理员，或过一天再试。';
const TODAY = '今天上传的文件太多了，明天再传。正在考试的，请告诉监考老师。';
const TIGHT = '服务器的磁盘快满了，现在只接收正在进行的考试的答案和补传的照片。请告诉管理员。';
const AT_ONCE = '同时上传的文件太多了，请等前面的传完再传。';
const BUSY = '现在上传的人太多了，请稍候再传。';
const DAY_MS = 24 * 3600_000;
const DISK_FRESH_MS = 15_000;

type Answering = (actor: Actor, kind: FileKind, now: number) => Promise<boolean>;
let isAnswering: Answering = () => Promise.resolve(false);

/** Said by the area of attempts: whether a file of this kind may be somebody's answer in an exam, which is always taken. */
export function registerAnswering(asked: Answering): void {
  isAnswering = asked;
}

/** Let in, and not yet to be seen at its place: on the disk, or among the files. */
type Coming = { owner: number; size: number; isOpen: boolean; id?: string };
const coming = new Set<Coming>();

/** Says that what was let in is at its place (an upload by its id), or will never be. */
export type Arrived = (id?: string) => void;

/**
 * Takes the room for a file, or for an upload that begins, and holds it until the caller says that it has arrived.
 * Refuses one for which there is none: beyond what its owner or the school may hold unused or a student may send in a
 * day, or on a disk that is nearly full. Of many at once each counts those before it; several processes may each let in as many once.
 * @throws AppError too_many, unavailable
 */
export async function takeRoom(
  actor: Actor,
  { kind, bytes, isOpen }: { kind: FileKind; bytes: number | undefined; isOpen: boolean },
  now: number,
): Promise<Arrived> {
  const answers = await isAnswering(actor, kind, now);
  const isTight = await isDiskTight();
  if (isTight && !answers) throw new AppError('unavailable', TIGHT);
  const size = bytes ?? MAX_FILE_BYTES[kind];
  if (!isTeacher(actor)) {
    const sent = await sentSince(actor.id, now - DAY_MS);
    if (isOverForToday(sent, size, answers) || (isTight && !isSparing(sent))) throw new AppError('too_many', TODAY);
  }
  const asked = [...coming];
  const [open, rows] = await Promise.all([listOpen(), unusedBytes()]);
  const teachers = await teachersAmong([...rows.keys(), ...[...open, ...coming].map(({ owner }) => owner)]);
  // Nothing is waited for from here to where the room is taken.
  const seen = new Set(open.map(({ id }) => id));
  const others = [...new Set([...asked, ...coming])].filter(({ id }) => id === undefined || !seen.has(id));
  const [own, school] = heldBy(actor.id, { open, others, rows, teachers });
  if (isOver(own, quotaOf(actor, answers), size, isOpen)) throw new AppError('too_many', HELD);
  if (!answers && school + size > SCHOOL_UNUSED_BYTES) throw new AppError('too_many', SCHOOL);
  const place: Coming = { owner: actor.id, size, isOpen };
  coming.add(place);
  return (id) => {
    if (id !== undefined) place.id = id;
    coming.delete(place);
  };
}

/** Bodies with files that are being received, in the order in which they came; nobody has looked at their files yet. */
type Receiving = { owner: number; size: number; answers: boolean };
const receiving = new Set<Receiving>();
/** Of those that carry no answer of an exam, however many people send them. */
const MOST_BODIES = 300;

/**
 * Takes the room for a body with files, for as long as it is received and its files are taken care of: it counts at
 * the length it states, among its sender's open uploads. What is stored of it is counted there by itself.
 * @throws AppError too_many, unavailable
 */
export async function takeReceiving(actor: Actor, bytes: number, now: number): Promise<() => void> {
  const place: Receiving = { owner: actor.id, size: bytes, answers: false };
  // Before anything is waited for: of many at once each sees those before it.
  const before = [...receiving];
  receiving.add(place);
  try {
    place.answers = (await isAnswering(actor, 'audio', now)) || (await isAnswering(actor, 'image', now));
    if (!place.answers && (await isDiskTight())) throw new AppError('unavailable', TIGHT);
    const [open, rows] = await Promise.all([listOpen(), unusedBytes()]);
    const own = [...open, ...before.filter((one) => receiving.has(one))].filter(({ owner }) => owner === actor.id);
    const held = own.reduce((sum, { size }) => sum + size, rows.get(actor.id)?.bytes ?? 0);
    const quota = quotaOf(actor, place.answers);
    if (isOver({ files: 0, open: own.length, bytes: held }, quota, bytes, true))
      throw new AppError('too_many', AT_ONCE);
    const others = [...receiving].filter(({ answers }) => !answers).length;
    if (!place.answers && others > MOST_BODIES) throw new AppError('unavailable', BUSY);
  } catch (error) {
    receiving.delete(place);
    throw error;
  }
  return () => receiving.delete(place);
}

/**
 * Says whether an upload that has begun may go on: as long as there is room on the disk, for answers always. What it
 * states counts for nobody but its sender, so that the disk is looked at as it arrives.
 * @throws AppError unavailable
 */
export async function assertMayGoOn(actor: Actor, kind: FileKind, now: number): Promise<void> {
  if ((await isDiskTight()) && !(await isAnswering(actor, kind, now))) throw new AppError('unavailable', TIGHT);
}

const isDiskTight = async () => ['tight', 'full'].includes(await getDiskState());

/** What a person has sent since a time and is kept. */
async function sentSince(userId: number, since: number): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await db()
    .selectFrom('files')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('bytes')])
    .where('owner_id', '=', userId)
    .where('created_at', '>', since)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { files: Number(files), bytes: Number(bytes ?? 0) };
}

type Unused = { files: number; bytes: number };

/** The files that nothing uses, by their owner. */
async function unusedBytes(): Promise<Map<number, Unused>> {
  const rows = await db()
    .selectFrom('files')
    .select('owner_id')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('bytes')])
    .where('removed_at', 'is', null)
    .where('id', 'not in', db().selectFrom('file_uses').select('file_id'))
    .where('id', 'not in', db().selectFrom('takes').select('file_id'))
    .where('id', 'not in', db().selectFrom('photos').select('file_id'))
    .groupBy('owner_id')
    .execute();
  return new Map(rows.map((row) => [row.owner_id, { files: Number(row.files), bytes: Number(row.bytes ?? 0) }]));
}

async function teachersAmong(userIds: number[]): Promise<Set<number>> {
  const rows = await db()
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', TEACHER)
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

type Lying = { open: OpenUpload[]; others: Coming[]; rows: Map<number, Unused>; teachers: Set<number> };

/**
 * What the person and the whole school hold. A person's own uploads count at the length they state; towards the school
 * they count by what has come of them, else a dozen who state much and send nothing would take all the room there is, and
 * nobody by more than outside an exam, else ten who send their fourfold would.
 */
function heldBy(userId: number, { open, others, rows, teachers }: Lying): [own: Held, school: number] {
  const sum = (all: number[]) => all.reduce((before, one) => before + one, 0);
  const sizes = (some: { size: number }[]) => sum(some.map(({ size }) => size));
  const isOwn = ({ owner }: { owner: number }) => owner === userId;
  const row = rows.get(userId);
  const ownOpen = open.filter(isOwn);
  const ownComing = others.filter(isOwn);
  const held = {
    files: (row?.files ?? 0) + ownComing.filter(({ isOpen }) => !isOpen).length,
    open: ownOpen.length + ownComing.filter(({ isOpen }) => isOpen).length,
    bytes: (row?.bytes ?? 0) + sizes(ownOpen) + sizes(ownComing),
  };
  const here = new Map([...rows].map(([owner, { bytes }]) => [owner, bytes]));
  const add = (owner: number, bytes: number) => here.set(owner, (here.get(owner) ?? 0) + bytes);
  for (const { owner, arrived } of open) add(owner, arrived);
  for (const { owner, size, isOpen } of others) if (!isOpen) add(owner, size);
  const most = (owner: number) => quotaOf({ userType: teachers.has(owner) ? TEACHER : STUDENT }, false).bytes;
  return [held, sum([...here].map(([owner, bytes]) => Math.min(bytes, most(owner))))];
}

type UploadOnDisk = { id: string; owner: number; size: number };
/** `arrived`: how much of it is there. */
type OpenUpload = UploadOnDisk & { arrived: number };

/** What is known of uploads, by id: a note is read once. */
const known = new Map<string, UploadOnDisk>();

/** The uploads that are still arriving, or are whole and wait for their check. */
async function listOpen(): Promise<OpenUpload[]> {
  const directory = path.join(env().dataDir, 'uploads');
  const names = await readdir(directory).catch(() => []);
  const files = new Map<string, string>();
  for (const name of names) {
    const id = name.replace(/\.claimed$/, '');
    if (isFileId(id)) files.set(id, name);
  }
  for (const id of known.keys()) if (!files.has(id)) known.delete(id);
  const all = await Promise.all(
    [...files].map(async ([id, name]) => {
      const upload = known.get(id) ?? (await readOpen(directory, id));
      if (!upload) return null;
      known.set(id, upload);
      const found = await stat(path.join(directory, name)).catch(() => null);
      return { ...upload, arrived: found?.size ?? 0 };
    }),
  );
  return all.filter((upload) => upload !== null);
}

async function readOpen(directory: string, id: string): Promise<UploadOnDisk | null> {
  try {
    const { size, metadata } = JSON.parse(await readFile(path.join(directory, `${id}.json`), 'utf8')) as {
      size?: number;
      metadata: { owner: string };
    };
    // One that is still being recorded may become as long as any.
    return { id, owner: Number(metadata.owner), size: size ?? MAX_FILE_BYTES.audio };
  } catch {
    return null; // not written yet, or gone
  }
}

type Disk = { share: number; left: number };
const UNKNOWN: Disk = { share: 0, left: Infinity };

let disk: { at: number; found: Promise<Disk> } | undefined;

/** How full the disk of the data directory is, for those who look after it; `fine` where nobody can tell. */
export async function getDiskState(): Promise<DiskState> {
  const at = performance.now();
  if (!disk || at - disk.at > DISK_FRESH_MS) disk = { at, found: askDisk() };
  return diskState(await disk.found);
}

/** Says for a while how full the disk is; for tests. */
export function presetDisk(share: number, left = Infinity): void {
  disk = { at: performance.now(), found: Promise.resolve({ share, left }) };
}

async function askDisk(): Promise<Disk> {
  try {
    const { blocks, bfree, bavail, bsize } = await statfs(env().dataDir);
    const used = blocks - bfree;
    return used + bavail > 0 ? { share: used / (used + bavail), left: bavail * bsize } : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}
