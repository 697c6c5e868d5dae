import { createHash, createHmac } from 'node:crypto';
import { db } from '~/db/db.server';
import { env } from '~/lib/env.server';
import { newSecret } from '~/lib/ids.server';
import { LINK_MS, type LinkKind } from './account-link.rules';

/** What of a token is stored: whoever reads the database cannot use the link. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The token of one request. It follows from the request's own random key and the server's secret, so that a double
 * submit or a reload shows the same link while only its hash is ever stored.
 */
export function requestToken(kind: LinkKind, requestKey: string): string {
  if (requestKey === '') return newSecret();
  return createHmac('sha256', env().sessionSecret).update(`account-link\n${kind}\n${requestKey}`).digest('base64url');
}

/**
 * Stores a link; call it inside a transaction. The same token again is the same link.
 * @returns the new link's id, or null when it is there already
 */
export async function storeLink(
  input: {
    kind: LinkKind;
    token: string;
    userId: number | null;
    note: string;
    createdBy: number | null;
    waitMs?: number;
  },
  now: number,
): Promise<number | null> {
  const row = await db()
    .insertInto('account_links')
    .values({
      token_hash: tokenHash(input.token),
      kind: input.kind,
      user_id: input.userId,
      note: input.note,
      created_by: input.createdBy,
      created_at: now,
      usable_at: input.waitMs ? now + input.waitMs : 0,
      expires_at: now + (input.waitMs ?? 0) + LINK_MS[input.kind],
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Uses a link up; of two at the same moment one gets it, the other null. Call it inside a transaction. */
export function takeLink(kind: LinkKind, token: string, now: number) {
  return db()
    .updateTable('account_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('usable_at', '<=', now)
    .where('expires_at', '>', now)
    .returning(['id', 'user_id', 'created_by'])
    .executeTakeFirst();
}

/** Takes back the open links of an account to set its password; how many. Call it inside a transaction. */
export async function revokeResetLinks(userId: number, now: number): Promise<number> {
  const revoked = await db()
    .updateTable('account_links')
    .set({ revoked_at: now })
    .where('kind', '=', 'reset')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(revoked.numUpdatedRows);
}

/** Takes back what a disabled account could still be entered by, and the invitations it made; inside a transaction. */
export async function revokeLinksOf(userId: number, now: number): Promise<void> {
  await db()
    .updateTable('account_links')
    .set({ revoked_at: now })
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('created_by', '=', userId)]))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}
