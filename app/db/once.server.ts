import { createHash } from 'node:crypto';
import { areRepeatsCompared } from '~/lib/compared-repeats.server';
import { AppError } from '~/lib/errors';
import { db, transaction } from './db.server';
import { fromJson, toJson } from './json';

/** Files are stored anew each time a form comes, and the key itself is one. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const SAID_OTHERWISE =
  '刚才提交的已经收到、做好了；现在写的和那时不同，没有再做。请先看看做成的是什么；要按现在写的再做一次，就再提交一次。';

const digestOf = (said: unknown) =>
  createHash('sha256').update(JSON.stringify(said).replace(UUID, '')).digest('base64url');

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

/** A request's own name, and what it said where a repeat must say the same. */
export type RequestKey = string | { key: string; said: unknown };

/**
 * Does a piece of work once per user and key: a repeat (double submit, reload, retry) gets the first
 * result. Of two at the same moment one waits for the other. An empty key means no protection. The result
 * is stored as JSON: it must hold no secret. Where it is given what was `said`, a repeat of a page's form that says
 * something else is refused: the answer to the first would call done what was not (see withComparedRepeats).
 * @throws AppError conflict
 */
export async function once<T>(userId: number, request: RequestKey, now: number, work: () => Promise<T>): Promise<T> {
  const key = typeof request === 'string' ? request : request.key;
  if (key === '') return transaction(work);
  const said = typeof request === 'string' ? null : digestOf(request.said);
  return transaction(async () => {
    const claimed = await db()
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key, response: 'null', at: now, said })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    const mine = db().selectFrom('idempotency_keys').where('user_id', '=', userId).where('key', '=', key);
    if (!claimed) {
      const first = await mine.select(['response', 'said']).executeTakeFirstOrThrow();
      // What was kept before requests were compared says nothing.
      const isOther = said !== null && first.said !== null && first.said !== said;
      if (isOther && areRepeatsCompared()) throw new AppError('conflict', SAID_OTHERWISE);
      return fromJson<T>(first.response);
    }
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
