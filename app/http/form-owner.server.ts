import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '~/lib/env.server';

/** The hidden field by which a form says on whose page it stood. */
export const OWNER_FIELD = '_for';

/**
 * What stands in OWNER_FIELD on the pages of this user. Signed: texts that come back under another session, or under
 * none, are kept for whom it names, and nobody can leave any for somebody else.
 */
export function formOwnerToken(userId: number): string {
  return `${userId}.${signature(userId)}`;
}

/** Whose page the form stood on; null when it does not say, or was tampered with. */
export function formOwner(form: FormData): number | null {
  const [, id = '', given = ''] = /^(\d{1,10})\.([\w-]+)$/.exec(String(form.get(OWNER_FIELD) ?? '')) ?? [];
  if (id === '') return null;
  const [right, said] = [Buffer.from(signature(Number(id))), Buffer.from(given)];
  return right.length === said.length && timingSafeEqual(right, said) ? Number(id) : null;
}

function signature(userId: number): string {
  return createHmac('sha256', env().sessionSecret).update(`form owner ${userId}`).digest('base64url').slice(0, 32);
}
