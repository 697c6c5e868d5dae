import { createCookie } from '@remix-run/node';
import { env } from '~/lib/env.server';

function cookie() {
  const { isSecure: secure } = env();
  return createCookie('kaoping_lite', { sameSite: 'lax', path: '/', httpOnly: true, secure, maxAge: 365 * 24 * 3600 });
}

/** 精简模式: true when this browser asked for pages without any script. */
export async function isLite(request: Request): Promise<boolean> {
  return (await cookie().parse(request.headers.get('Cookie'))) === '1';
}

/** The Set-Cookie text that switches 精简模式 on or off. */
export function liteCookie(on: boolean): Promise<string> {
  return cookie().serialize(on ? '1' : '0');
}
