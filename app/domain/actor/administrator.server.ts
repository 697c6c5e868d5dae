import { db } from '~/db/db.server';
import { AppError } from '~/lib/errors';
import { TEACHER, isTeacher, type Actor } from './actor.rules';

/** @throws AppError forbidden for everybody but the school's administrators */
export function assertAdministrator(actor: Actor): void {
  if (isTeacher(actor) && actor.isAdmin) return;
  throw new AppError('forbidden', '只有学校的管理员可以这样做。');
}

/** Ids of the administrators whose accounts are in use. */
export async function listAdministratorIds(): Promise<number[]> {
  const rows = await db()
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', TEACHER)
    .where('is_admin', '=', 1)
    .where('is_disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Holds the set of administrators until the end of the transaction, so that two changes at once cannot leave the
 * school without one, and answers who they are.
 * @throws AppError forbidden when the actor is none of them any more
 */
export async function holdAdministrators(actor: Actor): Promise<number[]> {
  await db()
    .insertInto('settings')
    .values({ key: 'administrators', value: 'null' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'null' }))
    .execute();
  const ids = await listAdministratorIds();
  if (!ids.includes(actor.id)) throw new AppError('forbidden', '您已不是学校的管理员。');
  return ids;
}
