import { createCookieSessionStorage } from '@remix-run/node';
import { env } from '~/lib/env.server';

/** What the signed session cookie says; the user row decides whether it still holds. */
export type SessionData = {
  uid: number;
  /** userType at sign-in. */
  role: number;
  /** users.session_version at sign-in; a raised one ends the session. */
  version: number;
  /** When it was last renewed (milliseconds). */
  renewedAt: number;
};

/** A session lives 12 h after its last use. */
export const SESSION_MS = 12 * 3600_000;
/** It is renewed at most this often, so that most answers carry no cookie. */
const RENEW_AFTER_MS = 10 * 60_000;

// The cookie outlives the session by days: expired, it still tells whose unsent answer a form carries.
const COOKIE_SECONDS = 7 * 24 * 3600;

function createStorage() {
  return createCookieSessionStorage<SessionData>({
    cookie: {
      name: env().isSecure ? '__Host-kaoping' : 'kaoping_session',
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: env().isSecure,
      secrets: [env().sessionSecret],
      maxAge: COOKIE_SECONDS,
    },
  });
}

let cached: ReturnType<typeof createStorage> | undefined;

/** The session storage (remix-auth uses the same). */
export function sessionStorage() {
  cached ??= createStorage();
  return cached;
}

/** Reads the signed cookie; undefined when there is none or it was tampered with. */
export async function readSession(request: Request): Promise<SessionData | undefined> {
  const session = await sessionStorage().getSession(request.headers.get('Cookie'));
  const uid = session.get('uid');
  const version = session.get('version');
  if (uid === undefined || version === undefined) return undefined;
  return { uid, role: session.get('role') ?? 0, version, renewedAt: session.get('renewedAt') ?? 0 };
}

/** The Set-Cookie text of a session that starts or goes on now. */
export async function sessionCookie(data: SessionData): Promise<string> {
  const session = await sessionStorage().getSession();
  session.set('uid', data.uid);
  session.set('role', data.role);
  session.set('version', data.version);
  session.set('renewedAt', data.renewedAt);
  return sessionStorage().commitSession(session);
}

/** The Set-Cookie text that ends the session in this browser. */
export async function endedSessionCookie(): Promise<string> {
  return sessionStorage().destroySession(await sessionStorage().getSession());
}

/** True while the cookie's 12 hours run. */
export function isFresh(session: SessionData, now: number): boolean {
  return now - session.renewedAt < SESSION_MS;
}

/** A Set-Cookie text when the session is due for renewal, else undefined. */
export async function renewedCookie(request: Request, now: number): Promise<string | undefined> {
  const session = await readSession(request);
  if (!session || !isFresh(session, now) || now - session.renewedAt < RENEW_AFTER_MS) return undefined;
  return sessionCookie({ ...session, renewedAt: now });
}

/** Whose session an expired cookie was; for keeping an unsent form, never for access. */
export async function identifyExpired(request: Request): Promise<number | null> {
  return (await readSession(request))?.uid ?? null;
}
