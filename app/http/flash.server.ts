import { createCookie, redirect } from '@remix-run/node';
import { env } from '~/lib/env.server';
import { clipBytes } from '~/lib/text';

export type FlashKind = 'success' | 'warn';
export type Flash = { kind: FlashKind; text: string };

// A cookie of its own: two answers at once cannot lose each other's session.
function flashCookie() {
  return createCookie('kaoping_flash', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: env().isSecure,
    secrets: [env().sessionSecret],
    maxAge: 60,
  });
}

/** Redirects (303) and shows one message on the next page. */
export async function redirectWithFlash(
  _request: Request,
  url: string,
  text: string,
  kind: FlashKind = 'success',
  headers: HeadersInit = {},
): Promise<Response> {
  const all = new Headers(headers);
  // A Chinese character is 3 bytes, and a third more once encoded; a cookie holds 4096.
  all.append('Set-Cookie', await flashCookie().serialize({ kind, text: clipBytes(text, 1200) }));
  return redirect(url, { status: 303, headers: all });
}

/** The waiting message and the Set-Cookie that takes it away. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; cookie: string | null }> {
  const flash = (await flashCookie().parse(request.headers.get('Cookie'))) as Flash | null;
  return flash ? { flash, cookie: await flashCookie().serialize('', { maxAge: 0 }) } : { flash: null, cookie: null };
}
