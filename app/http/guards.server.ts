import { redirect } from '@remix-run/node';
import { findSessionUser } from '~/domain/user/session.queries.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { mayPostponePasswordChange } from '~/domain/user/account.queries.server';
import { toLogin } from '~/lib/addresses/account';
import { toLogout, toNewPassword } from '~/lib/addresses/personal';
import { AppError } from '~/lib/errors';
import { listInstead } from './incomplete-address';
import { withUnreadTexts } from './kept-texts.server';
import { assertSameOrigin } from './origin.server';
import { clientAddress, oncePerRequest, readNoFurther, requestTime } from './request.server';
import { isFresh, readSession } from './session.server';

export type SessionState =
  | { state: 'signed_in'; user: UserRow }
  /** No cookie, or one that was tampered with. */
  | { state: 'none' }
  /** There was a session; it ran out or was ended elsewhere. */
  | { state: 'expired'; userId: number };

/**
 * Who the request's session belongs to, checked against the account as it is now.
 * @throws AppError unavailable when the database does not answer (never a sign-out).
 */
export function sessionState(request: Request): Promise<SessionState> {
  return oncePerRequest(request, 'session', () => readSessionState(request));
}

async function readSessionState(request: Request): Promise<SessionState> {
  const session = await readSession(request);
  if (!session) {
    // Whatever cookie came along.
    readNoFurther(request);
    return { state: 'none' };
  }
  const found = await findSessionUser(session.uid, session.id ?? '');
  if (
    !found ||
    found.isEnded ||
    found.user.is_disabled === 1 ||
    found.user.session_version !== session.version ||
    !isFresh(session, requestTime(request))
  ) {
    return { state: 'expired', userId: session.uid };
  }
  return { state: 'signed_in', user: found.user };
}

/** The acting person of a row and a request. */
export function actorOf(user: UserRow, request: Request): Actor {
  return {
    id: user.id,
    userType: user.user_type,
    account: user.account,
    name: user.name,
    classroomId: user.classroom_id,
    isAdmin: user.is_admin === 1,
    address: clientAddress(request),
  };
}

/** The signed-in user, or null. */
export async function findActor(request: Request): Promise<Actor | null> {
  const session = await sessionState(request);
  return session.state === 'signed_in' ? actorOf(session.user, request) : null;
}

/** Where /login leads back to: the page itself, or for a write the page it was sent from. */
export function backTo(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete('_routes');
  url.searchParams.delete('index');
  return `${url.pathname.replace(/\.data$/, '')}${url.search}`;
}

const PASSWORD_PAGES: string[] = [toNewPassword(), toLogout()];

/** Whether a one-time password has to be changed before anything else is done. */
export async function mustChangePasswordNow(user: UserRow, request: Request): Promise<boolean> {
  if (user.must_change_password !== 1) return false;
  return !(await mayPostponePasswordChange(actorOf(user, request), requestTime(request)));
}

/**
 * Every protected loader and action calls one of these first: same origin for a write, then the user.
 * Signed out leads to /login and back; a password that must be changed leads to /users/password and back; an address
 * that does not say what it shows leads to the list of its kind. When the database does not answer, the error page gives back what the form said.
 */
export async function requireUser(request: Request): Promise<Actor> {
  assertSameOrigin(request);
  const session = await sessionState(request).catch(async (error: unknown) => {
    throw await withUnreadTexts(error, request);
  });
  if (session.state !== 'signed_in') {
    throw redirect(toLogin({ redirectTo: backTo(request) }));
  }
  const { user } = session;
  const actor = actorOf(user, request);
  if (!PASSWORD_PAGES.includes(new URL(request.url).pathname.replace(/\.data$/, ''))) {
    if (await mustChangePasswordNow(user, request)) {
      throw redirect(toNewPassword({ redirectTo: backTo(request) }));
    }
  }
  if (request.method === 'GET') {
    const list = listInstead(new URL(request.url), actor);
    if (list !== null) throw redirect(list);
  }
  return actor;
}

/** A teacher, else 403. */
export async function requireTeacher(request: Request): Promise<Actor> {
  const actor = await requireUser(request);
  if (!isTeacher(actor)) throw new AppError('forbidden', '这个页面只对教师开放。');
  return actor;
}

/** A student, else 403. */
export async function requireStudent(request: Request): Promise<Actor> {
  const actor = await requireUser(request);
  if (isTeacher(actor)) throw new AppError('forbidden', '这个页面只对学生开放。');
  return actor;
}
