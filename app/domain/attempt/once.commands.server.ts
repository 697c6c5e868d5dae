import { once } from '~/db/once.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { startAttempt } from './attempt.commands.server';
import type { PhotosInput, StartInput } from './attempt.schema';
import { addPhotos, type AddedPhotos } from './photo.commands.server';

/**
 * What by itself is harmless only while nothing happened in between, for clients that repeat a request by its key: a
 * second attempt that was granted meanwhile is not begun, a photo that was taken away is not put back.
 */

type Keyed = { requestId?: string };

/** The attempt that the first request with this key began. Returns its id. */
export function startAttemptOnce(actor: Actor, input: StartInput & Keyed, now: number): Promise<number> {
  const key = input.requestId ? `attempt.start:${input.requestId}` : '';
  return once(actor.id, key, now, async () => (await startAttempt(actor, input, now)).id);
}

/** What the first request with this key added. */
export function addPhotosOnce(actor: Actor, input: PhotosInput & Keyed, now: number): Promise<AddedPhotos> {
  const key = input.requestId ? `attempt.photo:${input.requestId}` : '';
  return once(actor.id, key, now, () => addPhotos(actor, input, now));
}
