import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';

/** A held form is given back for this long. */
export const HELD_MS = 24 * 3600_000;

/** A form's texts by name, in order; a repeated name stands several times. */
export type HeldFields = [name: string, value: string][];

export type HeldForm = {
  fields: HeldFields;
  at: number;
  /** It came with the ended session of that very user; else somebody else may have sent it from a page left open. */
  isProven: boolean;
};

/** One of those that are kept, which may be dropped by its id. */
export type StoredForm = HeldForm & { id: number };

/** Of one page: tabs of it may be open side by side, and a form may be sent again and again. */
const MOST_OF_A_PAGE = 5;

/**
 * Keeps a form that arrived when its user's session had ended, for that user only: whom the expired session's signed
 * cookie names (`isProven`), or the page that the form stood on. Of a page the latest ones of each sort are kept.
 */
export async function holdForm(
  { userId, isProven }: { userId: number; isProven: boolean },
  path: string,
  fields: HeldFields,
  now: number,
): Promise<void> {
  const proof = isProven ? 1 : 0;
  await transaction(async () => {
    const user = await db().selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
    if (!user) return;
    await db()
      .deleteFrom('held_forms')
      .where('at', '<', now - HELD_MS)
      .execute();
    const earlier = await db()
      .selectFrom('held_forms')
      .select('id')
      .where('user_id', '=', userId)
      .where('path', '=', path)
      .where('is_proven', '=', proof)
      .orderBy('id', 'desc')
      .offset(MOST_OF_A_PAGE - 1)
      .limit(1)
      .executeTakeFirst();
    if (earlier) {
      const ofPage = db().deleteFrom('held_forms').where('user_id', '=', userId).where('path', '=', path);
      await ofPage.where('is_proven', '=', proof).where('id', '<=', earlier.id).execute();
    }
    await db()
      .insertInto('held_forms')
      .values({ user_id: userId, path, form: toJson(fields), at: now, is_proven: proof })
      .execute();
  });
}

/** The latest form that was kept for this user and page within the last 24 hours, or null. */
export async function findHeldForm(actor: Actor, path: string, now: number): Promise<HeldForm | null> {
  return (await findHeldForms(actor, path, now)).at(-1) ?? null;
}

/** All that are kept for this user and page, the latest last. */
export async function findHeldForms(actor: Actor, path: string, now: number): Promise<StoredForm[]> {
  const rows = await db()
    .selectFrom('held_forms')
    .select(['id', 'form', 'at', 'is_proven'])
    .where('user_id', '=', actor.id)
    .where('path', '=', path)
    .where('at', '>=', now - HELD_MS)
    .orderBy('id')
    .execute();
  return rows.map(toStoredForm);
}

/** Drops what was kept for a page once it is saved. */
export async function dropHeldForms(actor: Actor, path: string): Promise<void> {
  await db().deleteFrom('held_forms').where('user_id', '=', actor.id).where('path', '=', path).execute();
}

/** Everything that is kept for a user, whatever its page, oldest first. Asks no rights. */
export async function listHeldForms(userId: number, now: number): Promise<StoredForm[]> {
  const rows = await db()
    .selectFrom('held_forms')
    .select(['id', 'form', 'at', 'is_proven'])
    .where('user_id', '=', userId)
    .where('at', '>=', now - HELD_MS)
    .orderBy('id')
    .execute();
  return rows.map(toStoredForm);
}

/** Drops one of them, which has found its place. */
export async function dropHeldForm(id: number): Promise<void> {
  await db().deleteFrom('held_forms').where('id', '=', id).execute();
}

function toStoredForm(row: { id: number; form: string; at: number; is_proven: number }): StoredForm {
  return { id: row.id, fields: fromJson<HeldFields>(row.form), at: row.at, isProven: row.is_proven === 1 };
}
