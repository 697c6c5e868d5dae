import type { ServerResponse } from 'node:http';
import { env } from '~/lib/env.server';

/** Sets the security headers of a page answer. `nonce` allows the page's own inline scripts. */
export function setPageHeaders(headers: Headers, nonce: string): void {
  const development = env().nodeEnv === 'development';
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // No page carries a style attribute; scripts set styles through the object model, which this allows.
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  headers.set('Content-Security-Policy', policy.join('; '));
  setCommonHeaders(headers);
}

/**
 * The headers of every answer that does not say otherwise: pages, redirects, the API, files, scripts, errors. An answer
 * that is no page has no business with scripts or frames, should a browser ever show it as one.
 */
export function fillHeaders(response: ServerResponse): void {
  const fill = (name: string, value: string) => {
    if (!response.headersSent && !response.hasHeader(name)) response.setHeader(name, value);
  };
  fill('X-Content-Type-Options', 'nosniff');
  fill('Referrer-Policy', 'same-origin');
  fill('X-Frame-Options', 'DENY');
  fill('Permissions-Policy', 'microphone=(self), camera=(self), geolocation=()');
  fill('Cross-Origin-Opener-Policy', 'same-origin');
  fill('Cross-Origin-Resource-Policy', 'same-origin');
  fill('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  if (env().isSecure) fill('Strict-Transport-Security', 'max-age=31536000');
}

/** The headers that every answer carries, data requests included. */
export function setCommonHeaders(headers: Headers): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  // no-referrer would make form posts say `Origin: null`.
  headers.set('Referrer-Policy', 'same-origin');
  // What is private must not come back from a shared PC's cache after signing out.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
}
