import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { countingPhotos, setPlace, setRotation } from '~/domain/attempt/photo.commands.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { findOtherMarker, refuseMarkedByAnother } from '../paper/first-come.queries.server';
import { findPhoto, listPhotoMarks } from './photo-marks.queries.server';
import { clickPoint, editShapes, hasTwoPoints, MAX_SHAPES, shapeInPlace } from './photo-marks.rules';
import type { MarksEdit, Point, Shape } from './photo-marks.rules';
import { shapeSchema, type ArrangePhotoInput, type PhotoFormInput } from './photo-marks.schema';
import { lockForScoring } from './scoring.commands.server';

export type SavedMarks = { shapes: Shape[]; version: number };

/**
 * Changes the actor's own marks on a photo, until the release; a save of its own beside the score. `version` guards
 * two windows. What would change nothing changes nothing.
 * @throws AppError not_found for those who do not score the paper, conflict after the release or on another version
 * (extra: SavedMarks)
 */
export async function editPhotoMarks(
  actor: Actor,
  input: { photoId: number; version: number; edit: MarksEdit },
  now: number,
): Promise<SavedMarks> {
  return transaction(async () => {
    const { exam, attempt, task, photo } = await lockPhoto(actor, input.photoId, now);
    refuseMarkedByAnother(await findOtherMarker(actor, exam, attempt, task));
    const stored = (await listPhotoMarks([photo.id])).get(photo.id)?.find((one) => one.examinerId === actor.id);
    const saved: SavedMarks = { shapes: stored?.shapes ?? [], version: stored?.version ?? 0 };
    const shapes = editShapes(saved.shapes, input.edit);
    if (toJson(shapes) === toJson(saved.shapes)) return saved;
    if (saved.version !== input.version) {
      throw new AppError('conflict', '您在另一个窗口改过这张照片的批注，请看过再画。', undefined, saved);
    }
    if (shapes.length > MAX_SHAPES) {
      throw new AppError('conflict', `一张照片最多 ${MAX_SHAPES} 处批注，请先删掉不需要的。`);
    }
    const values = { shapes: toJson(shapes), version: saved.version + 1, updated_at: now };
    await db()
      .insertInto('photo_marks')
      .values({ photo_id: photo.id, examiner_id: actor.id, ...values })
      .onConflict((conflict) => conflict.columns(['photo_id', 'examiner_id']).doUpdateSet(values))
      .execute();
    const detail = { photoId: photo.id, itemId: photo.itemId, marks: shapes.length, before: saved.shapes.length };
    await recordAudit(actor, { action: 'score.photo_marks', entity: 'attempt', entityId: attempt.id, detail }, now);
    return { shapes, version: values.version };
  });
}

/**
 * Turns a photo or moves it among those of its item for everybody who looks at it, until the release. The file and
 * what was handed in stay.
 * @throws AppError not_found for those who do not score the paper, conflict after the release
 */
export async function arrangePhoto(actor: Actor, input: ArrangePhotoInput, now: number): Promise<void> {
  await transaction(async () => {
    const { attempt, photo } = await lockPhoto(actor, input.photoId, now);
    const { rotation, place } = input;
    const isTurned = rotation !== undefined && (await setRotation(photo, rotation));
    const isMoved = place !== undefined && (await setPlace(photo, await countingPhotos(attempt, photo.itemId), place));
    if (!isTurned && !isMoved) return;
    const detail = {
      photoId: photo.id,
      itemId: photo.itemId,
      ...(isTurned ? { rotation, before: photo.rotation } : {}),
      ...(isMoved ? { place } : {}),
    };
    await recordAudit(actor, { action: 'score.arrange_photo', entity: 'attempt', entityId: attempt.id, detail }, now);
  });
}

/** A photo that counts, with its paper held as for scoring. */
async function lockPhoto(actor: Actor, photoId: number, now: number) {
  const found = await findPhoto(photoId);
  if (!found) throw notFound('照片');
  const held = await lockForScoring(actor, found.attemptId, now);
  const photo = (await findPhoto(photoId))?.photo;
  if (!photo || photo.outcome === 'refused' || photo.removedAt !== null) throw notFound('照片');
  return { ...held, photo };
}

/**
 * A mark from the plain form: at the click, or in the place chosen. A line or a circle needs two clicks; after the
 * first one its point is returned and nothing is stored.
 * @throws AppError invalid when it is not said where or what
 */
export async function markByForm(
  actor: Actor,
  input: Extract<PhotoFormInput, { _intent: 'mark' }>,
  now: number,
): Promise<{ from: Point } | SavedMarks> {
  const found = await findPhoto(input.photoId);
  if (!found) throw notFound('照片');
  const { rotation } = found.photo;
  const { tool, place, text = '' } = input;
  let shape: Shape;
  if (place !== undefined) {
    shape = shapeInPlace(tool, place, text, rotation);
  } else {
    const { 'at.x': x = 0, 'at.y': y = 0, width = 0, height = 0 } = input;
    // An image button that is pressed by a key says 0, 0.
    const at = x + y === 0 || width * height === 0 ? null : clickPoint({ x, y, width, height }, rotation);
    if (!at) throw invalid({ place: '请用鼠标点照片上要批注的地方，或选一个位置。' });
    if (hasTwoPoints(tool)) {
      if (input.from === undefined) return { from: at };
      const [fromX = 0, fromY = 0] = input.from.split(',').map(Number);
      shape = { kind: tool, from: [fromX, fromY], to: at };
    } else {
      shape = tool === 'text' ? { kind: tool, at, text } : { kind: tool, at };
    }
  }
  const parsed = shapeSchema.safeParse(shape);
  if (!parsed.success) throw invalid({ text: parsed.error.issues[0]?.message ?? '批注有误' });
  const { photoId, version } = input;
  return editPhotoMarks(actor, { photoId, version, edit: { kind: 'add', shape: parsed.data } }, now);
}
