import { db, transaction } from './db.server';
import { fromJson, toJson } from './json';

/** What a key's first request was answered; undefined while there was none. For what is too costly to begin again. */
export async function findOnce<T>(userId: number, key: string): Promise<T | undefined> {
  if (key === '') return undefined;
  const row = await db()
    .selectFrom('idempotency_keys')
    .select('response')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && fromJson<T>(row.response);
}

/**
 * Does a piece of work once per user and key: a repeat (double submit, reload, retry) gets the first
 * result. Of two at the same moment one waits for the other. An empty key means no protection. The result
 * is stored as JSON: it must hold no secret.
 */
export async function once<T>(userId: number, key: string, now: number, work: () => Promise<T>): Promise<T> {
  if (key === '') return transaction(work);
  return transaction(async () => {
    const claimed = await db()
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key, response: 'null', at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    const mine = db().selectFrom('idempotency_keys').where('user_id', '=', userId).where('key', '=', key);
    if (!claimed) return fromJson<T>((await mine.select('response').executeTakeFirstOrThrow()).response);
    const result = await work();
    await db()
      .updateTable('idempotency_keys')
      .set({ response: toJson(result) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute();
    return result;
  });
}
