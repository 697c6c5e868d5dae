import { db, transaction } from '~/db/db.server';
import { unorderedId } from '~/db/unordered-id.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { useFile } from '~/domain/file/file.commands.server';
import type { Rotation } from '~/domain/file/file.rules';
import { noteOfUpload, sealedSince, settleLeftUpload } from '~/domain/file/upload.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { takesPhotos } from './answer.rules';
import { lockOwnAttempt, reviseReceipt } from './attempt.commands.server';
import { listPhotos, type AttemptView, type PhotoView } from './attempt.queries.server';
import { MAX_PHOTOS, photoOutcome, receivedAt, type Outcome } from './attempt.rules';
import { findSameBytes, ownUploads, type OwnUpload } from './own-uploads.queries.server';
import { getPaperItem } from './paper.queries.server';
import { findClosing } from './photo-window.queries.server';
import type { MovePhotoInput, PhotoIdInput, PhotosInput, TurnPhotoInput } from './attempt.schema';

/** Of one question, with those that were taken away or came too late, each of which is kept. */
export const MOST_PHOTOS = 60;

/** `outcome` is the worst of what was added; `photos` are those of the item that count. */
export type AddedPhotos = { outcome: Outcome; photos: PhotoView[] };

/**
 * Adds stored images to a written item until the photo deadline, also after handing in (the receipt then
 * gets a new revision). The same file again changes nothing, nor do the same bytes that come again too late; what else
 * came too late is kept as refused.
 * @throws AppError not_found unless attempt, item and files are the student's own; conflict above 9 photos or in place
 * of a scanned sheet
 */
export async function addPhotos(actor: Actor, input: PhotosInput, now: number): Promise<AddedPhotos> {
  const settle = async () => {
    for (const id of input.fileIds) if (await noteOfUpload(actor, id)) await settleLeftUpload(id);
  };
  try {
    const added = await add(actor, input, now);
    await settle();
    return added;
  } catch (error) {
    // Its sender is told: nobody has to look after it any more.
    if (error instanceof AppError && error.status < 500) await settle();
    throw error;
  }
}

async function add(actor: Actor, input: PhotosInput, now: number): Promise<AddedPhotos> {
  const sealed = new Map<string, number | null>();
  for (const id of input.fileIds) sealed.set(id, await sealedSince(actor, id));
  return transaction(async () => {
    const attempt = await lockOwnAttempt(actor, input.attemptId);
    const item = await getPaperItem(attempt, input.itemId);
    if (!takesPhotos(item.snapshot)) throw invalid({ itemId: '这道题不用照片作答' });
    const closedAt = await findClosing(attempt);
    const files = await ownUploads(
      actor,
      { ids: [...new Set(input.fileIds)], kind: 'image', field: 'fileIds' },
      attempt,
    );
    const all = await listPhotos(attempt.id);
    const used = all.filter((photo) => photo.removedAt === null);
    let present = used.filter((photo) => photo.itemId === item.id && photo.outcome !== 'refused');
    const isElsewhere = (id: string) => used.some((photo) => photo.fileId === id && photo.itemId !== item.id);
    if (input.fileIds.some(isElsewhere)) throw invalid({ fileIds: '这张照片已经用在另一道题里，请重新上传一份' });
    const arrivedAt = (file: OwnUpload) =>
      receivedAt({ ...file, isSealed: sealed.get(file.id) === file.createdAt }, attempt, now);
    const outcomeOf = (file: OwnUpload) => photoOutcome(attempt, closedAt, arrivedAt(file));
    const fresh: OwnUpload[] = [];
    for (const file of files) {
      if (used.some((photo) => photo.fileId === file.id)) continue;
      const isLate = outcomeOf(file) === 'refused';
      if (
        isLate &&
        (await findSameBytes(
          file,
          used.filter((photo) => photo.itemId === item.id),
        ))
      )
        continue;
      fresh.push(file);
    }
    const outcomes = fresh.map(outcomeOf);
    const arriving = outcomes.filter((outcome) => outcome !== 'refused').length;

    const old = present.find((photo) => photo.id === input.replaces);
    // The server itself has put it in meanwhile, and did not know in whose place.
    const isInAlready = old && fresh.length === 0 && present.some((photo) => input.fileIds.includes(photo.fileId));
    if (isInAlready && !old.isScanned && photoOutcome(attempt, closedAt, now) !== 'refused') {
      await takeAway(actor, old, attempt, now);
      await reviseReceipt(attempt, now);
    }
    const replaced = arriving > 0 && input.replaces ? present.find((photo) => photo.id === input.replaces) : undefined;
    if (arriving > 0 && input.replaces && !replaced) throw notFound('照片');
    if (replaced) assertOwn(replaced);
    if (replaced) present = present.filter((photo) => photo !== replaced);
    if (present.length + arriving > MAX_PHOTOS) {
      throw new AppError('conflict', `每题最多 ${MAX_PHOTOS} 张照片，已有 ${present.length} 张，请先删除不需要的。`);
    }
    // What was taken away is kept too.
    const sent = all.filter((photo) => photo.itemId === item.id).length + fresh.length;
    if (sent > MOST_PHOTOS) {
      throw new AppError('conflict', `这道题先后已经传过 ${MOST_PHOTOS} 张照片，不能再传。请告诉老师。`);
    }
    if (replaced) await takeAway(actor, replaced, attempt, now);

    let position = Math.max(0, ...all.filter((photo) => photo.itemId === item.id).map((photo) => photo.position));
    for (const [index, file] of fresh.entries()) {
      const outcome = outcomes[index] ?? 'refused';
      const takesPlace = replaced !== undefined && index === outcomes.findIndex((one) => one !== 'refused');
      if (!takesPlace) position += 1;
      await db()
        .insertInto('photos')
        .values({
          id: await unorderedId('photos'),
          attempt_id: attempt.id,
          item_id: item.id,
          file_id: file.id,
          position: takesPlace ? replaced.position : position,
          received_at: arrivedAt(file),
          outcome,
          removed_at: null,
        })
        .execute();
      await useFile(file.id, 'attempt', attempt.id);
    }
    if (fresh.length > 0) {
      const detail = { itemId: item.id, count: fresh.length, counted: arriving, replaced: replaced?.id ?? null };
      await recordAudit(actor, { action: 'attempt.photos', entity: 'attempt', entityId: attempt.id, detail }, now);
    }
    if (arriving > 0) await reviseReceipt(attempt, now);
    return { outcome: worst(outcomes), photos: await countingPhotos(attempt, item.id) };
  });
}

/**
 * Takes a photo away until the photo deadline; the file stays. Twice is harmless.
 * @throws AppError not_found for a photo that is not of this attempt, conflict after the deadline or for a scanned sheet
 */
export async function removePhoto(actor: Actor, input: PhotoIdInput, now: number): Promise<PhotoView[]> {
  return transaction(async () => {
    const attempt = await lockOwnAttempt(actor, input.attemptId);
    const photo = (await listPhotos(attempt.id)).find((one) => one.id === input.photoId);
    if (!photo || photo.outcome === 'refused') throw notFound('照片');
    if (photo.removedAt !== null) return countingPhotos(attempt, photo.itemId);
    assertOwn(photo);
    if (photoOutcome(attempt, await findClosing(attempt), now) === 'refused') {
      throw new AppError('conflict', '照片上传时间已过，不能再更换或删除照片。');
    }
    await takeAway(actor, photo, attempt, now);
    await reviseReceipt(attempt, now);
    return countingPhotos(attempt, photo.itemId);
  });
}

/**
 * Turns a photo until the photo deadline, also after handing in. The receipt stays as it is: nothing was added or
 * taken away.
 * @throws AppError not_found for a photo that is not of this attempt, conflict after the deadline
 */
export async function turnPhoto(actor: Actor, input: TurnPhotoInput, now: number): Promise<PhotoView[]> {
  return transaction(async () => {
    const { attempt, photo } = await openPhoto(actor, input, now);
    if (await setRotation(photo, input.rotation)) {
      const detail = { itemId: photo.itemId, photoId: photo.id, rotation: input.rotation };
      await recordAudit(actor, { action: 'attempt.turn_photo', entity: 'attempt', entityId: attempt.id, detail }, now);
    }
    return countingPhotos(attempt, photo.itemId);
  });
}

/**
 * Moves a photo among those of its item, on the terms of turnPhoto. A place after the last is the last.
 * @throws AppError not_found for a photo that is not of this attempt, conflict after the deadline
 */
export async function movePhoto(actor: Actor, input: MovePhotoInput, now: number): Promise<PhotoView[]> {
  return transaction(async () => {
    const { attempt, photo } = await openPhoto(actor, input, now);
    if (await setPlace(photo, await countingPhotos(attempt, photo.itemId), input.place)) {
      const detail = { itemId: photo.itemId, photoId: photo.id, place: input.place };
      await recordAudit(actor, { action: 'attempt.move_photo', entity: 'attempt', entityId: attempt.id, detail }, now);
    }
    return countingPhotos(attempt, photo.itemId);
  });
}

/** A counting photo of the student's own attempt, held until the transaction ends, that may still be arranged. */
async function openPhoto(actor: Actor, input: PhotoIdInput, now: number) {
  const attempt = await lockOwnAttempt(actor, input.attemptId);
  const photo = (await listPhotos(attempt.id)).find((one) => one.id === input.photoId);
  if (!photo || photo.outcome === 'refused' || photo.removedAt !== null) throw notFound('照片');
  if (photoOutcome(attempt, await findClosing(attempt), now) === 'refused') {
    throw new AppError('conflict', '照片上传时间已过，不能再旋转照片或调整次序。');
  }
  return { attempt, photo };
}

/** Writes how a photo is turned; false when it is already. Asks no rights. */
export async function setRotation(photo: Pick<PhotoView, 'id' | 'rotation'>, rotation: Rotation): Promise<boolean> {
  if (photo.rotation === rotation) return false;
  await db().updateTable('photos').set({ rotation }).where('id', '=', photo.id).execute();
  return true;
}

/** Puts a photo in a place (from 1) among the photos of its item that count; false when it is there. Asks no rights. */
export async function setPlace(photo: Pick<PhotoView, 'id'>, ofItem: PhotoView[], place: number): Promise<boolean> {
  const from = ofItem.findIndex((one) => one.id === photo.id);
  const to = Math.min(place, ofItem.length) - 1;
  if (from === -1 || from === to) return false;
  const ids = ofItem.map((one) => one.id);
  ids.splice(to, 0, ...ids.splice(from, 1));
  // The places taken stay the same ones, so that no late or removed photo comes between differently than before.
  const positions = ofItem.map((one) => one.position);
  for (const [index, id] of ids.entries()) {
    const position = positions[index] ?? index + 1;
    await db().updateTable('photos').set({ position }).where('id', '=', id).execute();
  }
  return true;
}

function assertOwn({ isScanned }: PhotoView): void {
  if (!isScanned) return;
  throw new AppError(
    'conflict',
    '这张照片来自老师扫描的答题纸，不能删除或更换。有不对的地方请告诉老师；要补充的请另外加照片。',
  );
}

async function takeAway(actor: Actor, photo: PhotoView, attempt: AttemptView, now: number): Promise<void> {
  await db()
    .updateTable('photos')
    .set({ removed_at: now })
    .where('id', '=', photo.id)
    .where('removed_at', 'is', null)
    .execute();
  const detail = { itemId: photo.itemId, photoId: photo.id };
  await recordAudit(actor, { action: 'attempt.remove_photo', entity: 'attempt', entityId: attempt.id, detail }, now);
}

/** The photos of an item that count, in order. Asks no rights. */
export async function countingPhotos(attempt: Pick<AttemptView, 'id'>, itemId: number): Promise<PhotoView[]> {
  const photos = await listPhotos(attempt.id);
  return photos.filter((photo) => photo.itemId === itemId && photo.removedAt === null && photo.outcome !== 'refused');
}

function worst(outcomes: Outcome[]): Outcome {
  if (outcomes.includes('refused')) return 'refused';
  return outcomes.includes('grace') ? 'grace' : 'saved';
}
