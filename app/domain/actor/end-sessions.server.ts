import { db } from '~/db/db.server';

/** Ends every session of the accounts; call it inside the transaction of what ends them. */
export async function endSessions(userIds: readonly number[], now: number): Promise<void> {
  if (userIds.length === 0) return;
  await db()
    .updateTable('users')
    .set((eb) => ({ session_version: eb('session_version', '+', 1), updated_at: now }))
    .where('id', 'in', [...userIds])
    .execute();
  await markEnded([...userIds], now);
}

/** Marks the sessions of accounts ended, where the session version is raised by the same transaction. */
export async function markEnded(userIds: number[], now: number): Promise<void> {
  await db()
    .updateTable('user_sessions')
    .set({ ended_at: now })
    .where('user_id', 'in', userIds)
    .where('ended_at', 'is', null)
    .execute();
}
