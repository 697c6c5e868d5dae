import { createHash } from 'node:crypto';
import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { notFound } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { KEPT_MS, keptUserAgent } from './session.rules';
import type { Actor } from '~/domain/actor/actor.rules';

/** The browser a session is used from. */
export type Client = { address: string; userAgent: string };

/** Opens a session of an account and returns its id. */
export async function beginSession(userId: number, client: Client, now: number): Promise<string> {
  const row = { ...rowOf(userId, client, now), id: newUuid() };
  // In a transaction its sync is shared with others'; alone it would hold up everybody (decision 0027).
  await transaction(() => db().insertInto('user_sessions').values(row).execute());
  return row.id;
}

function rowOf(userId: number, client: Client, now: number) {
  return {
    user_id: userId,
    address: client.address,
    user_agent: keptUserAgent(client.userAgent),
    created_at: now,
    last_seen_at: now,
    ended_at: null,
  };
}

/** Notes that an open session is in use; false when it has ended. */
export async function keepSession(userId: number, id: string, client: Client, now: number): Promise<boolean> {
  const kept = await db()
    .updateTable('user_sessions')
    .set({ last_seen_at: now, address: client.address })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/**
 * Gives a session whose cookie names none a row, and returns its id; null when the account no longer holds it.
 * The id comes from the cookie's own values: requests that renew it at the same moment make one row.
 */
export async function adoptSession(
  session: { uid: number; version: number; renewedAt: number },
  client: Client,
  now: number,
): Promise<string | null> {
  const user = await db()
    .selectFrom('users')
    .select('id')
    .where('id', '=', session.uid)
    .where('session_version', '=', session.version)
    .where('is_disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) return null;
  const text = `${session.uid}:${session.version}:${session.renewedAt}`;
  const id = createHash('sha256').update(text).digest('hex');
  await db()
    .insertInto('user_sessions')
    .values({ ...rowOf(user.id, client, now), id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return id;
}

/** Ends the session of the browser that signs out. */
export async function endSession(userId: number, id: string, now: number): Promise<void> {
  await db()
    .updateTable('user_sessions')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends a session of one's own from another device. Twice is harmless; one that is not one's own is not found. */
export async function endDevice(actor: Actor, id: string, now: number): Promise<void> {
  await transaction(async () => {
    const device = await db()
      .selectFrom('user_sessions')
      .select(['address', 'ended_at'])
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .executeTakeFirst();
    if (!device) throw notFound('登录设备');
    if (device.ended_at !== null) return;
    await endSession(actor.id, id, now);
    const detail = { address: device.address };
    await recordAudit(actor, { action: 'user.end_session', entity: 'user', entityId: actor.id, detail }, now);
  });
}

/**
 * Ends every session of one's own but the given one, those without a row included. Returns the new session
 * version, for the browser that stays.
 */
export async function endOtherDevices(
  actor: Actor,
  currentId: string,
  now: number,
): Promise<{ sessionVersion: number; count: number }> {
  return transaction(async () => {
    const { session_version: sessionVersion } = await db()
      .updateTable('users')
      .set((eb) => ({ session_version: eb('session_version', '+', 1) }))
      .where('id', '=', actor.id)
      .returning('session_version')
      .executeTakeFirstOrThrow();
    const ended = await db()
      .updateTable('user_sessions')
      .set({ ended_at: now })
      .where('user_id', '=', actor.id)
      .where('id', '!=', currentId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    await recordAudit(actor, { action: 'user.end_other_sessions', entity: 'user', entityId: actor.id }, now);
    return { sessionVersion, count: Number(ended.numUpdatedRows) };
  });
}

/** Drops sessions that were last used a month ago; part of the server's sweep. */
export async function removeOldSessions(now: number): Promise<void> {
  await db()
    .deleteFrom('user_sessions')
    .where('last_seen_at', '<', now - KEPT_MS)
    .execute();
}
