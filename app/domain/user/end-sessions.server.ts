import { db } from '~/db/db.server';
import { markEnded } from './session.commands.server';

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
