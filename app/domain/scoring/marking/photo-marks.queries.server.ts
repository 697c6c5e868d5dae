import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { AttemptView, PhotoView } from '~/domain/attempt/attempt.queries.server';
import { listPhotos } from '~/domain/attempt/attempt.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { seesNames } from '~/domain/exam/blind.rules';
import { isExamOwner } from '~/domain/exam/people.rules';
import { isPaperLocked } from '~/domain/exam/released.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { seesOtherMarks } from '../paper/looks.queries.server';
import type { MarkLayer, Shape } from './photo-marks.rules';
import { findOtherMarker } from '../paper/first-come.queries.server';
import { getScorableAttempt, listScoringItems, type ScoringItem } from '../paper/scoring-items.queries.server';

/** Every layer of marks on photos, by photo. Asks no rights. */
export async function listPhotoMarks(photoIds: number[]): Promise<Map<number, MarkLayer[]>> {
  const layers = new Map<number, MarkLayer[]>();
  if (photoIds.length === 0) return layers;
  const rows = await db()
    .selectFrom('photo_marks')
    .innerJoin('users', 'users.id', 'photo_marks.examiner_id')
    .selectAll('photo_marks')
    .select('users.name')
    .where('photo_id', 'in', photoIds)
    .orderBy('examiner_id')
    .execute();
  for (const row of rows) {
    const layer: MarkLayer = {
      examinerId: row.examiner_id,
      examinerName: row.name,
      shapes: fromJson<Shape[]>(row.shapes),
      version: row.version,
    };
    layers.set(row.photo_id, [...(layers.get(row.photo_id) ?? []), layer]);
  }
  return layers;
}

/** A photo as its examiner works on it. */
export type MarkedPhoto = PhotoView & {
  /** The reader's own marks. */
  own: { shapes: Shape[]; version: number };
  /** Of the other examiners; only the owner sees them. */
  others: MarkLayer[];
};

/** The photos of a paper with the marks the reader may see. The right to score the paper is the caller's to check. */
export async function withMarks(
  actor: Actor,
  exam: { id: number; ownerId: number },
  attemptId: number,
  photos: PhotoView[],
): Promise<MarkedPhoto[]> {
  const layers = await listPhotoMarks(photos.map((photo) => photo.id));
  const sees = isExamOwner(actor, exam) && (await seesOtherMarks(actor, exam, attemptId));
  return photos.map((photo) => {
    const all = layers.get(photo.id) ?? [];
    const own = all.find((layer) => layer.examinerId === actor.id);
    return {
      ...photo,
      own: { shapes: own?.shapes ?? [], version: own?.version ?? 0 },
      others: sees ? all.filter((layer) => layer !== own && layer.shapes.length > 0) : [],
    };
  });
}

/** An item of a paper as the one who scores it sees it. */
export type SheetItem = Omit<ScoringItem, 'photos'> & {
  photos: MarkedPhoto[];
  /** The reader may let count what came late. */
  mayAcceptLate: boolean;
};

/** The items of a paper for marking. The right to score the paper is the caller's to check. */
export async function listSheetItems(actor: Actor, exam: ExamView, attempt: AttemptView): Promise<SheetItem[]> {
  const isOwner = isExamOwner(actor, exam);
  const isOut = await isPaperLocked(exam.id, attempt);
  const all = await listScoringItems(exam, attempt);
  const items = seesNames(exam, { isOwner, view: 'marking', isOut })
    ? all
    : all.map((item) => withoutSeconds(item, { isOwner }));
  const photos = await withMarks(
    actor,
    exam,
    attempt.id,
    items.flatMap((item) => item.photos),
  );
  return items.map((item) => ({
    ...item,
    photos: photos.filter((photo) => photo.itemId === item.id),
    mayAcceptLate: isOwner && !isOut,
  }));
}

/**
 * In a blind exam the second of a recording, a photo or an answer names the student to whoever watched the room, and so
 * may its number among all that arrived. What came late keeps both for the owner, who decides by them.
 */
function withoutSeconds(item: ScoringItem, { isOwner }: { isOwner: boolean }): ScoringItem {
  const untimed = <Came extends { receivedAt: number }>(all: Came[]) => all.map((one) => ({ ...one, receivedAt: 0 }));
  return {
    ...item,
    takes: untimed(item.takes),
    photos: untimed(item.photos),
    answer: item.answer && { ...item.answer, savedAt: 0 },
    acceptances: item.acceptances.map((one, index) => (one.kind === 'answer' ? { ...one, refId: index + 1 } : one)),
    ...(isOwner
      ? {}
      : {
          lateTakes: untimed(item.lateTakes),
          latePhotos: untimed(item.latePhotos),
          lateAnswers: untimed(item.lateAnswers).map((one, index) => ({ ...one, id: index + 1 })),
        }),
  };
}

/** What the student sees on photos after the release: the marks of those whose scores are final, together. */
export async function listFinalMarks(photoIds: number[], examinerIds: number[]): Promise<Map<number, Shape[]>> {
  const layers = await listPhotoMarks(photoIds);
  return new Map(
    [...layers].map(([photoId, all]) => [
      photoId,
      all.filter((layer) => examinerIds.includes(layer.examinerId)).flatMap((layer) => layer.shapes),
    ]),
  );
}

/** The attempt a photo belongs to, and the photo. Asks no rights. */
export async function findPhoto(photoId: number): Promise<{ attemptId: number; photo: PhotoView } | null> {
  const row = await db().selectFrom('photos').select('attempt_id').where('id', '=', photoId).executeTakeFirst();
  const photo = row && (await listPhotos(row.attempt_id)).find((one) => one.id === photoId);
  return row && photo ? { attemptId: row.attempt_id, photo } : null;
}

export type PhotoDesk = {
  exam: { id: number; name: string };
  attempt: Pick<AttemptView, 'id' | 'part'>;
  itemId: number;
  itemNumber: number;
  photo: MarkedPhoto;
  /** From 1, among the photos of the item. */
  number: number;
  /** Of the item, in order. */
  photoIds: number[];
  isLocked: boolean;
};

/**
 * One photo for the examiner to look at closely and mark.
 * @throws AppError not_found for those who do not score the paper, and for photos that do not count
 */
export async function getPhotoDesk(actor: Actor, photoId: number, now: number): Promise<PhotoDesk> {
  const found = await findPhoto(photoId);
  if (!found) throw notFound('照片');
  const { exam, attempt, task } = await getScorableAttempt(actor, found.attemptId, now);
  const items = await listSheetItems(actor, exam, attempt);
  const index = items.findIndex((item) => item.photos.some((photo) => photo.id === photoId));
  const item = items[index];
  if (!item) throw notFound('照片');
  const { photos } = item;
  const photo = photos.find((one) => one.id === photoId);
  if (!photo) throw notFound('照片');
  return {
    exam: { id: exam.id, name: exam.name },
    attempt: { id: attempt.id, part: attempt.part },
    itemId: item.id,
    itemNumber: index + 1,
    photo,
    number: photos.indexOf(photo) + 1,
    photoIds: photos.map((one) => one.id),
    isLocked:
      (await isPaperLocked(exam.id, attempt)) || (await findOtherMarker(actor, exam, attempt, task))?.state === 'final',
  };
}
