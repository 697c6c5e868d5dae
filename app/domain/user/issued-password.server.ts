import { db } from '~/db/db.server';
import type { PasswordStanding } from './issued-password.rules';
import { isPasswordOf } from './password.server';

/** A one-time password and whose it is: its owner must change it at the next sign-in. */
type OneTime = { id: number; account: string; name: string; className: string; password: string };

/** A password that is shown once; '' when it opens nothing any more, with what became of it. */
export type IssuedPassword = OneTime & { standing: PasswordStanding };

/** What has just been given. */
export const asCurrent = (given: OneTime): IssuedPassword => ({ ...given, standing: 'current' });

/**
 * What an earlier request gave, as far as it still opens something: a page that is reloaded must not hand out a dead
 * password as the one to use.
 */
export async function asOfNow(given: OneTime[]): Promise<IssuedPassword[]> {
  const rows = await db()
    .selectFrom('users')
    .select(['id', 'password_hash', 'must_change_password'])
    .where(
      'id',
      'in',
      given.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return Promise.all(
    given.map(async (one) => {
      const row = byId.get(one.id);
      if (!row) return { ...one, password: '', standing: 'deleted' as const };
      if (row.must_change_password === 0) return { ...one, password: '', standing: 'changed' as const };
      if (await isPasswordOf(row.password_hash, one.password)) return asCurrent(one);
      return { ...one, password: '', standing: 'replaced' as const };
    }),
  );
}
