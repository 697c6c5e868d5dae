import type { Actor } from '~/domain/actor/actor.rules';
import type { Page } from '~/lib/page';
import { listQueue, type QueueFilter, type QueueRow } from './moderation.queries.server';
import { bringFlagsUpToDate } from './words.commands.server';

/** What waits for a decision or was decided (see listQueue), marked by the school's list of words as it is now. */
export async function openQueue(actor: Actor, filter: QueueFilter): Promise<Page<QueueRow>> {
  await bringFlagsUpToDate();
  return listQueue(actor, filter);
}
