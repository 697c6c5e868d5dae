import { createCookieSessionStorage } from '@remix-run/node';
import { isUnavailable } from '~/db/dialect/dialect.server';
import {
  adoptSession,
  beginSession,
  endSession,
  keepSession,
  type Client,
} from '~/domain/user/session.commands.server';
import { RENEW_AFTER_MS, SESSION_MS } from '~/domain/user/session.rules';
import { env } from '~/lib/env.server';
import { clientAddress, requestTime } from './request.server';

/** What the signed session cookie says; the rows of the account and the session decide whether it still holds. */
export type SessionData = {
  /** The session's row; absent in a cookie of the version that had none, which gets a row at its renewal. */
  id?: string | undefined;
  uid: number;
  /** userType at sign-in. */
  role: number;
  /** users.session_version at sign-in; a raised one ends the session. */
  version: number;
  /** When it was last renewed (milliseconds). */
  renewedAt: number;
};

// The cookie outlives the session by days: expired, it still tells whose unsent answer a form carries.
const COOKIE_SECONDS = 7 * 24 * 3600;

/** The name of the session's cookie. */
export const sessionCookieName = () => (env().isSecure ? '__Host-kaoping' : 'kaoping_session');

function createStorage() {
  return createCookieSessionStorage<SessionData>({
    cookie: {
      name: sessionCookieName(),
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
  const renewedAt = session.get('renewedAt') ?? 0;
  return { id: session.get('id'), uid, role: session.get('role') ?? 0, version, renewedAt };
}

/** The id of the session that a request carries; '' when it has none. */
export async function sessionIdOf(request: Request): Promise<string> {
  return (await readSession(request))?.id ?? '';
}

/** The Set-Cookie text of a session that starts or goes on now. */
export async function sessionCookie(data: SessionData): Promise<string> {
  const session = await sessionStorage().getSession();
  if (data.id) session.set('id', data.id);
  session.set('uid', data.uid);
  session.set('role', data.role);
  session.set('version', data.version);
  session.set('renewedAt', data.renewedAt);
  return sessionStorage().commitSession(session);
}

/** Signs an account in at this browser, ending what was signed in here before; answers the Set-Cookie text. */
export async function startSession(
  request: Request,
  user: { id: number; userType: number; sessionVersion: number },
): Promise<string> {
  const now = requestTime(request);
  await endPresent(request, now);
  const id = await beginSession(user.id, clientOf(request), now);
  return sessionCookie({ id, uid: user.id, role: user.userType, version: user.sessionVersion, renewedAt: now });
}

/** The Set-Cookie header by which this browser's session goes on under a raised version. */
export async function goOnAs(request: Request, sessionVersion: number): Promise<HeadersInit> {
  const session = await readSession(request);
  if (!session) return {};
  return { 'Set-Cookie': await sessionCookie({ ...session, version: sessionVersion }) };
}

/** Signs out at this browser; answers the Set-Cookie text that says so. */
export async function closeSession(request: Request): Promise<string> {
  await endPresent(request, requestTime(request));
  return sessionStorage().destroySession(await sessionStorage().getSession());
}

async function endPresent(request: Request, now: number): Promise<void> {
  const session = await readSession(request);
  if (session?.id) await endSession(session.uid, session.id, now);
}

function clientOf(request: Request): Client {
  return { address: clientAddress(request), userAgent: request.headers.get('User-Agent') ?? '' };
}

/** True while the cookie's 12 hours run. */
export function isFresh(session: SessionData, now: number): boolean {
  return now - session.renewedAt < SESSION_MS;
}

/** A Set-Cookie text when the session is due for renewal and still holds, else undefined. */
export async function renewedCookie(request: Request, now: number): Promise<string | undefined> {
  const session = await readSession(request);
  if (!session || !isFresh(session, now) || now - session.renewedAt < RENEW_AFTER_MS) return undefined;
  const id = await renewedId(session, clientOf(request), now).catch((error: unknown) => {
    // The page itself is answered: the next one renews.
    if (isUnavailable(error)) return null;
    throw error;
  });
  return id === null ? undefined : sessionCookie({ ...session, id, renewedAt: now });
}

async function renewedId(session: SessionData, client: Client, now: number): Promise<string | null> {
  if (!session.id) return adoptSession(session, client, now);
  return (await keepSession(session.uid, session.id, client, now)) ? session.id : null;
}
