import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { tokenHash } from './account-link.server';
import { linkUrl, type LinkKind } from './account-link.rules';

/** What someone who opens a link sees before using it; null when it cannot be used (any more). */
export type OpenLink = {
  /** Whose password it sets; '' of an invitation. */
  account: string;
  name: string;
  /** Who made it; '' when the server did. */
  createdBy: string;
  /** From when it can be used; 0: at once. */
  usableAt: number;
  expiresAt: number;
};

/** The link behind a token, until it can no longer be used and while its account is in use. */
export async function findOpenLink(kind: LinkKind, token: string, now: number): Promise<OpenLink | null> {
  const row = await db()
    .selectFrom('account_links')
    .leftJoin('users as owner', 'owner.id', 'account_links.user_id')
    .leftJoin('users as maker', 'maker.id', 'account_links.created_by')
    .select(['owner.account', 'owner.name', 'owner.is_disabled', 'owner.deleted_at'])
    .select([
      'maker.name as maker_name',
      'account_links.usable_at',
      'account_links.expires_at',
      'account_links.user_id',
    ])
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  if (row.user_id !== null && (row.is_disabled !== 0 || row.deleted_at !== null)) return null;
  return {
    account: row.account ?? '',
    name: row.name ?? '',
    createdBy: row.maker_name ?? '',
    usableAt: row.usable_at,
    expiresAt: row.expires_at,
  };
}

/** The link that a colleague made for an account, or a mailed one that waits: its owner can stop it. */
export async function findWaitingLink(
  actor: Actor,
  now: number,
): Promise<{ createdBy: string; usableAt: number } | null> {
  const row = await db()
    .selectFrom('account_links')
    .leftJoin('users as maker', 'maker.id', 'account_links.created_by')
    .select(['maker.name', 'maker.account', 'account_links.usable_at'])
    .where((eb) => eb.or([eb('account_links.created_by', 'is not', null), eb('account_links.usable_at', '>', 0)]))
    .where('account_links.kind', '=', 'reset')
    .where('account_links.user_id', '=', actor.id)
    .where('account_links.used_at', 'is', null)
    .where('account_links.revoked_at', 'is', null)
    .where('account_links.expires_at', '>', now)
    .orderBy('account_links.id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const createdBy = row.name === null ? '有人用“忘记密码”' : `${row.name}（${row.account}）`;
  return { createdBy, usableAt: row.usable_at };
}

export type OpenInvitation = {
  id: number;
  /** Whom it is for, as its maker noted. */
  note: string;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
  /** The maker's own, or any for an administrator. */
  canRevoke: boolean;
};

/** Invitations that can still be used, the latest first. */
export async function listOpenInvitations(actor: Actor, now: number): Promise<OpenInvitation[]> {
  const rows = await db()
    .selectFrom('account_links')
    .leftJoin('users', 'users.id', 'account_links.created_by')
    .select(['account_links.id', 'account_links.note', 'account_links.created_by', 'users.name'])
    .select(['account_links.created_at', 'account_links.expires_at'])
    .where('account_links.kind', '=', 'invite')
    .where('account_links.used_at', 'is', null)
    .where('account_links.revoked_at', 'is', null)
    .where('account_links.expires_at', '>', now)
    .orderBy('account_links.created_at', 'desc')
    .orderBy('account_links.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    note: row.note,
    createdBy: row.name ?? '',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    canRevoke: actor.isAdmin || row.created_by === actor.id,
  }));
}

/** The whole address of a link: of the school's own address where it is known, else where the caller found it. */
export async function findLinkUrl(kind: LinkKind, token: string, asked: { url: string }): Promise<string> {
  const { siteUrl } = await getSchool();
  return linkUrl(siteUrl || new URL(asked.url).origin, kind, token);
}
