import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { useFile } from '~/domain/file/file.commands.server';
import type { Actor } from '~/domain/user/user.rules';
import { AppError, notFound } from '~/lib/errors';
import { takesPhotos } from './answer.rules';
import { lockOwnAttempt, reviseReceipt } from './attempt.commands.server';
import { listPhotos, type AttemptView, type PhotoView } from './attempt.queries.server';
import { MAX_PHOTOS, photoOutcome, receivedAt, type Outcome } from './attempt.rules';
import { ownUploads } from './own-uploads.queries.server';
import { listPaperItems } from './paper.queries.server';
import type { PhotoIdInput, PhotosInput } from './attempt.schema';

/** `outcome` is the worst of what was added; `photos` are those of the item that count. */
export type AddedPhotos = { outcome: Outcome; photos: PhotoView[] };

/**
 * Adds stored images to a written item until the photo deadline, also after handing in (the receipt then
 * gets a new revision). The same file again changes nothing; what came too late is kept as refused.
 * @throws AppError not_found unless attempt, item and files are the student's own; conflict above 9 photos
 */
export async function addPhotos(actor: Actor, input: PhotosInput, now: number): Promise<AddedPhotos> {
  return transaction(async () => {
    const attempt = await lockOwnAttempt(actor, input.attemptId);
    const item = (await listPaperItems(attempt)).find((one) => one.id === input.itemId);
    if (!item || !takesPhotos(item.snapshot)) throw notFound('题目');
    const exam = await getExamView(attempt.examId);
    const files = await ownUploads(actor, [...new Set(input.fileIds)], 'image');
    const all = await listPhotos(attempt.id);
    const used = all.filter((photo) => photo.removedAt === null);
    let present = used.filter((photo) => photo.itemId === item.id && photo.outcome !== 'refused');
    const fresh = files.filter((file) => !used.some((photo) => photo.fileId === file.id));
    const outcomes = fresh.map((file) => photoOutcome(attempt, exam.closedAt, receivedAt(file, attempt, now)));
    const arriving = outcomes.filter((outcome) => outcome !== 'refused').length;

    const replaced = arriving > 0 && input.replaces ? present.find((photo) => photo.id === input.replaces) : undefined;
    if (arriving > 0 && input.replaces && !replaced) throw notFound('照片');
    if (replaced) present = present.filter((photo) => photo !== replaced);
    if (present.length + arriving > MAX_PHOTOS) {
      throw new AppError('conflict', `每题最多 ${MAX_PHOTOS} 张照片，已有 ${present.length} 张，请先删除不需要的。`);
    }
    if (replaced) await markRemoved(replaced.id, now);

    let position = Math.max(0, ...all.filter((photo) => photo.itemId === item.id).map((photo) => photo.position));
    for (const [index, file] of fresh.entries()) {
      const outcome = outcomes[index] ?? 'refused';
      const takesPlace = replaced !== undefined && index === outcomes.findIndex((one) => one !== 'refused');
      if (!takesPlace) position += 1;
      await db()
        .insertInto('photos')
        .values({
          attempt_id: attempt.id,
          item_id: item.id,
          file_id: file.id,
          position: takesPlace ? replaced.position : position,
          received_at: receivedAt(file, attempt, now),
          outcome,
          removed_at: null,
        })
        .execute();
      await useFile(file.id, 'attempt', attempt.id);
    }
    if (fresh.length > 0) {
      const detail = { itemId: item.id, count: fresh.length, counted: arriving, replaced: replaced?.id ?? null };
      await recordAudit(actor, { action: 'attempt.photos', entity: 'attempts', entityId: attempt.id, detail }, now);
    }
    if (arriving > 0) await reviseReceipt(attempt, now);
    return { outcome: worst(outcomes), photos: await countingPhotos(attempt, item.id) };
  });
}

/**
 * Takes a photo away until the photo deadline; the file stays. Twice is harmless.
 * @throws AppError not_found for a photo that is not of this attempt, conflict after the deadline
 */
export async function removePhoto(actor: Actor, input: PhotoIdInput, now: number): Promise<PhotoView[]> {
  return transaction(async () => {
    const attempt = await lockOwnAttempt(actor, input.attemptId);
    const photo = (await listPhotos(attempt.id)).find((one) => one.id === input.photoId);
    if (!photo || photo.outcome === 'refused') throw notFound('照片');
    if (photo.removedAt !== null) return countingPhotos(attempt, photo.itemId);
    const exam = await getExamView(attempt.examId);
    if (photoOutcome(attempt, exam.closedAt, now) === 'refused') {
      throw new AppError('conflict', '照片上传时间已过，不能再更换或删除照片。');
    }
    await markRemoved(photo.id, now);
    const detail = { itemId: photo.itemId, photoId: photo.id };
    await recordAudit(actor, { action: 'attempt.remove_photo', entity: 'attempts', entityId: attempt.id, detail }, now);
    await reviseReceipt(attempt, now);
    return countingPhotos(attempt, photo.itemId);
  });
}

async function markRemoved(photoId: number, now: number): Promise<void> {
  await db()
    .updateTable('photos')
    .set({ removed_at: now })
    .where('id', '=', photoId)
    .where('removed_at', 'is', null)
    .execute();
}

async function countingPhotos(attempt: AttemptView, itemId: number): Promise<PhotoView[]> {
  const photos = await listPhotos(attempt.id);
  return photos.filter((photo) => photo.itemId === itemId && photo.removedAt === null && photo.outcome !== 'refused');
}

function worst(outcomes: Outcome[]): Outcome {
  if (outcomes.includes('refused')) return 'refused';
  return outcomes.includes('grace') ? 'grace' : 'saved';
}
