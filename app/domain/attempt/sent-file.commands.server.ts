import type { FileKind, StoredFile } from '~/domain/file/file.rules';
import { takeRoom, type Arrived } from '~/domain/file/quota.server';
import {
  admitUpload,
  dropUpload,
  finishLeftUpload,
  finishUpload,
  leaveUpload,
  listLeftUploads,
  noteOfUpload,
  settleLeftUpload,
  type AnnouncedUpload,
  type LeftUpload,
  type UploadNote,
  type Whole,
} from '~/domain/file/upload.commands.server';
import { findUserById } from '~/domain/user/user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { addTake } from './recording.commands.server';
import { addPhotos } from './photo.commands.server';
import { listPhotos } from './attempt.queries.server';
import { notingRefusal, notingRefusedFile, type Offered } from './refusal.commands.server';

/** In one round of the sweep, so that nothing else of it waits long. */
const AT_ONCE = 10;
/** A recorder says something every two seconds; after ten times as long nobody records there any more. */
const QUIET_MS = 20_000;

/**
 * Admits an upload (admitUpload) and takes the room for it, until it is said to stand on the disk; one for a paper
 * that is refused is named on its receipt.
 * @throws AppError as admitUpload
 */
export function admitSentFile(
  actor: Actor,
  upload: AnnouncedUpload,
  now: number,
): Promise<{ metadata: Record<string, string>; arrived: Arrived }> {
  const { type } = upload.metadata;
  const admit = async () => {
    const metadata = admitUpload(actor, upload, now);
    const room = { kind: metadata.type as FileKind, bytes: upload.size, isOpen: true };
    return { metadata, arrived: await takeRoom(actor, room, now) };
  };
  const kind = type === 'audio' ? 'take' : 'photo';
  const [attemptId, itemId] = [Number(upload.metadata.attemptId), Number(upload.metadata.itemId)];
  if (!Number.isInteger(attemptId) || attemptId <= 0 || !Number.isInteger(itemId)) return admit();
  const name = kind === 'photo' ? (upload.metadata.name ?? '') : '';
  return notingRefusedFile(actor, { attemptId, itemId, kind, name }, now, admit);
}

/**
 * Makes the stored file out of a whole upload (finishUpload). What was sent for a paper and is refused is named on its
 * receipt; a recording is its item's take from here on, whether or not its sender comes to say so.
 * @throws AppError as finishUpload
 */
export async function finishSentFile(
  actor: Actor,
  { id, size, sha256 }: { id: string } & Partial<Whole>,
  now: number,
): Promise<StoredFile> {
  const note = await noteOfUpload(actor, id);
  const whole = size === undefined || sha256 === undefined ? undefined : { size, sha256 };
  const finish = () => finishUpload(actor, id, now, whole);
  if (!note || note.attempt === 0) return finish();
  const file = await notingRefusedFile(actor, offeredBy(note), now, finish);
  if (note.type === 'audio') await addTake(actor, takeOf(note, id), now).catch(leaveToSender);
  // In whose place it comes only its sender knows, and says so next; whoever does not is waited for no longer than QUIET_MS.
  else await leaveUpload(id);
  return file;
}

/** The sender adds the take too and is told then why it cannot be. */
function leaveToSender(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

function offeredBy(note: UploadNote): Offered {
  const of = { attemptId: note.attempt, itemId: note.item };
  return note.type === 'audio' ? { ...of, kind: 'take' } : { ...of, kind: 'photo', name: note.name };
}

function takeOf(note: UploadNote, fileId: string) {
  return { attemptId: note.attempt, itemId: note.item, fileId, chosen: true };
}

/**
 * Makes takes of the recordings whose browser was killed, or lost its line, while it recorded: what had arrived until
 * then; and puts to their items the photos that are stored whole, and whose browser never came to say so. A browser that comes back sends the whole, which takes the place of its beginning. What goes wrong with one
 * holds up no other, and is tried again at the next sweep. Returns how many.
 */
export async function keepLeftFiles(now: number): Promise<number> {
  let kept = 0;
  const troubles: unknown[] = [];
  for (const left of (await listLeftUploads(now, QUIET_MS)).slice(0, AT_ONCE)) {
    try {
      if (await keepLeft(left, now)) kept += 1;
    } catch (error) {
      // Its sender is back, and storing it is under way; or nothing can be stored now, which others say.
      if (!(error instanceof AppError && error.code === 'unavailable')) troubles.push(error);
    }
  }
  if (troubles.length > 0) throw troubles[0];
  return kept;
}

async function putToItem(actor: Actor, note: UploadNote, fileId: string, now: number): Promise<void> {
  if (note.type === 'audio') {
    await addTake(actor, { ...takeOf(note, fileId), hasArrivedBefore: true }, now);
    return;
  }
  // Also one that its student has taken away since.
  if ((await listPhotos(note.attempt)).some((photo) => photo.fileId === fileId)) return;
  await addPhotos(actor, { attemptId: note.attempt, itemId: note.item, fileIds: [fileId] }, now);
}

async function keepLeft(left: LeftUpload, now: number): Promise<boolean> {
  const { id, note } = left;
  const owner = await findUserById(note.owner);
  try {
    if (owner) {
      const { account, name } = owner;
      const actor: Actor = {
        ...{ id: owner.id, userType: owner.user_type, account, name },
        ...{ classroomId: owner.classroom_id, isAdmin: false, address: '' },
      };
      const offered = offeredBy(note);
      const file = await notingRefusedFile(actor, offered, now, () => finishLeftUpload(actor, left, now));
      if (file) {
        await notingRefusal(actor, offered, now, () => putToItem(actor, note, id, now));
        await settleLeftUpload(id);
        return true;
      }
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
  }
  await dropUpload(id);
  return false;
}
