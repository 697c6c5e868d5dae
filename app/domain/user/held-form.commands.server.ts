import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';

/** A held form is given back for this long. */
export const HELD_MS = 24 * 3600_000;

/** A form's texts by name, in order; a repeated name stands several times. */
export type HeldFields = [name: string, value: string][];

export type HeldForm = { fields: HeldFields; at: number };

/**
 * Keeps a form that arrived when its user's session had ended, for that user only. `userId` comes from the
 * expired session's signed cookie; the latest form of a page replaces earlier ones.
 */
export async function holdForm(userId: number, path: string, fields: HeldFields, now: number): Promise<void> {
  await transaction(async () => {
    const user = await db().selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
    if (!user) return;
    await db()
      .deleteFrom('held_forms')
      .where('at', '<', now - HELD_MS)
      .execute();
    await db().deleteFrom('held_forms').where('user_id', '=', userId).where('path', '=', path).execute();
    await db()
      .insertInto('held_forms')
      .values({ user_id: userId, path, form: toJson(fields), at: now })
      .execute();
  });
}

/** The form that was kept for this user and page within the last 24 hours, or null. */
export async function findHeldForm(actor: Actor, path: string, now: number): Promise<HeldForm | null> {
  const row = await db()
    .selectFrom('held_forms')
    .select(['form', 'at'])
    .where('user_id', '=', actor.id)
    .where('path', '=', path)
    .where('at', '>=', now - HELD_MS)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? { fields: fromJson<HeldFields>(row.form), at: row.at } : null;
}

/** Drops what was kept for a page once it is saved. */
export async function dropHeldForms(actor: Actor, path: string): Promise<void> {
  await db().deleteFrom('held_forms').where('user_id', '=', actor.id).where('path', '=', path).execute();
}

/** Everything that is kept for a user, whatever its page, oldest first. Asks no rights. */
export async function listHeldForms(userId: number, now: number): Promise<(HeldForm & { id: number })[]> {
  const rows = await db()
    .selectFrom('held_forms')
    .select(['id', 'form', 'at'])
    .where('user_id', '=', userId)
    .where('at', '>=', now - HELD_MS)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, fields: fromJson<HeldFields>(row.form), at: row.at }));
}

/** Drops one of them, which has found its place. */
export async function dropHeldForm(id: number): Promise<void> {
  await db().deleteFrom('held_forms').where('id', '=', id).execute();
}
