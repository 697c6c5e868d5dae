import { createHmac, timingSafeEqual } from 'node:crypto';
import { HELD_MS } from '~/domain/user/held-form.commands.server';
import { findSessionVersion } from '~/domain/user/session.queries.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { env } from '~/lib/env.server';
import { sessionState } from './guards.server';
import { requestTime } from './request.server';

/** The hidden field by which a form says on whose page it stood. */
export const OWNER_FIELD = '_for';

export type FormOwner = {
  userId: number;
  /** What it holds may be kept for that user: the page is not too old, and no other password has been set since. */
  isCurrent: boolean;
};

/**
 * What stands in OWNER_FIELD on the pages of this user. Signed: texts that come back under another session, or under
 * none, are kept for whom it names, and nobody can make one for somebody else. Whoever saw one on that user's screen
 * can use it for a day, or until the password is changed.
 */
export function formOwnerToken(user: Pick<UserRow, 'id' | 'session_version'>, now: number): string {
  const said = `${user.id}.${user.session_version}.${Math.floor(now / 1000)}`;
  return `${said}.${signature(said)}`;
}

/** The token of who is signed in. */
export async function ownFormToken(request: Request): Promise<string> {
  const session = await sessionState(request);
  return session.state === 'signed_in' ? formOwnerToken(session.user, requestTime(request)) : '';
}

/** Whose page the form stood on; null when it does not say, or was tampered with. */
export async function formOwner(form: FormData, now: number): Promise<FormOwner | null> {
  const [, said = '', id, version, at, given = ''] =
    /^((\d{1,10})\.(\d{1,10})\.(\d{1,12}))\.([\w-]+)$/.exec(String(form.get(OWNER_FIELD) ?? '')) ?? [];
  const [right, sent] = [Buffer.from(signature(said)), Buffer.from(given)];
  if (said === '' || right.length !== sent.length || !timingSafeEqual(right, sent)) return null;
  const userId = Number(id);
  const isFresh = now - Number(at) * 1000 <= HELD_MS;
  return { userId, isCurrent: isFresh && (await findSessionVersion(userId)) === Number(version) };
}

function signature(said: string): string {
  return createHmac('sha256', env().sessionSecret).update(`form owner ${said}`).digest('base64url').slice(0, 32);
}
