import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import { env } from '~/lib/env.server';

/** Accounts that one browser remembers: a PC of a room has a few. */
const MOST = 12;

const idsSchema = z.array(z.number().int().positive()).max(MOST).catch([]);

function deviceCookie() {
  const { isSecure, sessionSecret } = env();
  return createCookie(isSecure ? '__Host-kaoping-known' : 'kaoping_known', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure,
    secrets: [sessionSecret],
    maxAge: 180 * 24 * 3600,
  });
}

/** The accounts that have signed in at this browser, latest first. It opens nothing: it only tells it from strangers. */
export async function knownAccounts(request: Request): Promise<number[]> {
  return idsSchema.parse(await deviceCookie().parse(request.headers.get('Cookie')));
}

/** The Set-Cookie text by which this browser is known for the account from now on. */
export async function rememberAccount(request: Request, userId: number): Promise<string> {
  const others = (await knownAccounts(request)).filter((id) => id !== userId);
  return deviceCookie().serialize([userId, ...others].slice(0, MOST));
}
