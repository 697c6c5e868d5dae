import { closeSession, readSession } from './session.server';

/**
 * The headers of /login and /forget: they end the session of a browser that really navigates there, never on
 * a prefetch, a subresource or a request that another site caused.
 */
export async function publicPageHeaders(request: Request): Promise<Headers> {
  const headers = new Headers();
  if (isNavigation(request) && (await readSession(request))) headers.append('Set-Cookie', await closeSession(request));
  return headers;
}

function isNavigation(request: Request): boolean {
  const header = (name: string) => request.headers.get(name);
  const purpose = `${header('Purpose') ?? ''}${header('Sec-Purpose') ?? ''}${header('X-Moz') ?? ''}`;
  if (/prefetch|preview|prerender/i.test(purpose)) return false;
  if (header('Sec-Fetch-Site') === 'cross-site') return false;
  const mode = header('Sec-Fetch-Mode');
  // On plain http browsers send no Sec-Fetch headers; a navigation asks for HTML.
  return mode === null ? (header('Accept') ?? '').includes('text/html') : mode === 'navigate';
}
