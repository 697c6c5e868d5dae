import type { Actor } from '~/domain/actor/actor.rules';
import { findActor } from './guards.server';
import { isAhead, ownHosts, requestTime } from './request.server';
import { closeSession, readSession } from './session.server';

/**
 * What /login and /forget do about a session: they end that of a browser that really navigates there, never on
 * a prefetch, a subresource or a request that another site caused, and never one that is needed (`findNeed`): then
 * `kept` says whose it is and what for.
 */
export async function publicPageSession<Need>(
  request: Request,
  findNeed: (actor: Actor, now: number) => Promise<Need | null>,
): Promise<{ headers: Headers; kept: { name: string; account: string; need: Need } | null }> {
  const headers = new Headers();
  if (!(await readSession(request))) return { headers, kept: null };
  const actor = await findActor(request);
  const need = actor && (await findNeed(actor, requestTime(request)));
  if (actor && need) return { headers, kept: { name: actor.name, account: actor.account, need } };
  if (isNavigation(request)) headers.append('Set-Cookie', await closeSession(request));
  return { headers, kept: null };
}

/** Whether a page of ours led here: without a Referer nobody can tell, and nothing ends. */
function isOwnReferer(request: Request): boolean {
  const referer = request.headers.get('Referer');
  if (referer === null) return false;
  try {
    return ownHosts(request).has(new URL(referer).host.toLowerCase());
  } catch {
    return false;
  }
}

function isNavigation(request: Request): boolean {
  const header = (name: string) => request.headers.get(name);
  if (isAhead(request)) return false;
  if (header('Sec-Fetch-Site') === 'cross-site') return false;
  const mode = header('Sec-Fetch-Mode');
  if (mode !== null) return mode === 'navigate';
  // On plain http browsers send no Sec-Fetch headers; a navigation asks for HTML and says that a page of ours led here.
  return (header('Accept') ?? '').includes('text/html') && isOwnReferer(request);
}
