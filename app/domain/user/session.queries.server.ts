import { db } from '~/db/db.server';
import type { UserRow } from './user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { SESSION_MS } from './session.rules';

export type SessionUser = {
  user: UserRow;
  /** The session was ended, or its row is gone; never true for a cookie that names none. */
  isEnded: boolean;
};

/**
 * The account behind a session's cookie and whether the session still holds, in one statement. `sessionId` is
 * '' for a cookie of the version that had none.
 */
export async function findSessionUser(userId: number, sessionId: string): Promise<SessionUser | undefined> {
  const row = await db()
    .selectFrom('users')
    .leftJoin('user_sessions', (join) =>
      join.onRef('user_sessions.user_id', '=', 'users.id').on('user_sessions.id', '=', sessionId),
    )
    .selectAll('users')
    .select(['user_sessions.id as session_id', 'user_sessions.ended_at as session_ended_at'])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { session_id: foundId, session_ended_at: endedAt, ...user } = row;
  return { user, isEnded: sessionId !== '' && (foundId === null || endedAt !== null) };
}

/** Counts the passwords that an account has had; undefined when it is gone. */
export async function findSessionVersion(userId: number): Promise<number | undefined> {
  const row = await db()
    .selectFrom('users')
    .select('session_version')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.session_version;
}

export type Device = {
  id: string;
  address: string;
  userAgent: string;
  signedInAt: number;
  lastSeenAt: number;
  isCurrent: boolean;
};

/** Where this account is signed in now: the device that asks first, then by last use. */
export async function listDevices(actor: Actor, currentId: string, now: number): Promise<Device[]> {
  const rows = await db()
    .selectFrom('user_sessions')
    .selectAll()
    .where('user_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', now - SESSION_MS)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
  const devices = rows.map((row) => ({
    id: row.id,
    address: row.address,
    userAgent: row.user_agent,
    signedInAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    isCurrent: row.id === currentId,
  }));
  return [...devices.filter((one) => one.isCurrent), ...devices.filter((one) => !one.isCurrent)];
}
