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
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Permissions-Policy', 'microphone=(self), camera=(self), geolocation=()');
  if (env().isSecure) headers.set('Strict-Transport-Security', 'max-age=31536000');
}

/** The headers that every answer carries, data requests included. */
export function setCommonHeaders(headers: Headers): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  // no-referrer would make form posts say `Origin: null`.
  headers.set('Referrer-Policy', 'same-origin');
  // What is private must not come back from a shared PC's cache after signing out.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
}
