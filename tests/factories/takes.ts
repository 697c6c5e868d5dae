import { db } from '~/db/db.server';
import { makeFile } from './files';

/** A recording in an attempt, of 12 seconds, without bytes: the last one made of an item is the chosen one. */
export async function makeTake(input: {
  attempt: { id: number };
  itemId: number;
  owner: { id: number };
  number?: number;
  durationMs?: number;
  fileId?: string;
}) {
  const { attempt, itemId, owner, number = 1, durationMs = 12_000 } = input;
  const fileId = input.fileId ?? (await makeFile({ owner, kind: 'audio', duration_ms: durationMs })).id;
  await db()
    .updateTable('takes')
    .set({ is_chosen: 0 })
    .where('attempt_id', '=', attempt.id)
    .where('item_id', '=', itemId)
    .execute();
  return db()
    .insertInto('takes')
    .values({
      attempt_id: attempt.id,
      item_id: itemId,
      file_id: fileId,
      number,
      is_chosen: 1,
      duration_ms: durationMs,
      received_at: Date.now(),
      outcome: 'saved',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
