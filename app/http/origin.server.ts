import { toDashboard } from '~/lib/addresses/account';
import { env } from '~/lib/env.server';
import { AppError } from '~/lib/errors';
import { logEvent } from '~/lib/log.server';
import { ownHosts, requestOrigin } from './request.server';

/**
 * Refuses a write that a page of another site started. Browsers send Origin or Sec-Fetch-Site with every
 * form post and fetch; a client that sends neither is no browser and carries no cookie by accident.
 */
export function assertSameOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = requestOrigin(request);
  const isForeign =
    (site !== null && site !== 'same-origin' && site !== 'none') ||
    (origin !== null && (!ownHosts(request).has(hostOf(origin)) || isOtherScheme(origin)));
  if (isForeign) {
    logEvent('warn', 'cross_site_write', { origin, site, path: new URL(request.url).pathname });
    throw new AppError('forbidden', '请求不是从本系统的页面发出的，已拒绝。请回到系统页面重新操作。');
  }
}

/** Of a school under https a page of the same name that came without it is somebody else's. */
function isOtherScheme(origin: string): boolean {
  const { publicUrl } = env();
  return publicUrl !== undefined && hostOf(origin) === hostOf(publicUrl) && new URL(origin).origin !== publicUrl;
}

/**
 * The same for an address that has no page of its own: the refusal as a page that says why, null when all is well.
 */
export function foreignWrite(request: Request): Response | null {
  try {
    assertSameOrigin(request);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const page =
      '<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>没有权限 - 考评</title></head>' +
      `<body><h1>没有权限</h1><p>${error.message}</p><p><a href="${toDashboard()}">回到首页</a></p></body></html>`;
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
    return new Response(page, { status: error.status, headers });
  }
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return ''; // "null" and other opaque origins
  }
}
