/** No base that a browser could be led away from. */
const BASE = 'http://local.invalid';

/**
 * A path inside this app taken from a request, or the fallback: never another site, never a public page. Judged as a
 * browser would read it: an address may become another one when its dots and slashes are put in order.
 */
export function localPath(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return fallback;
  const url = parse(value);
  if (!url || url.origin !== BASE || url.pathname === '/') return fallback;
  if (/^\/(login|logout|forget|api)(\/|$)/.test(url.pathname)) return fallback;
  // A double slash inside names no page, and the router would write the whole path into the log.
  if (url.pathname.includes('//')) return fallback;
  const path = url.pathname + url.search;
  // What is answered is read once more: /.//evil.example has become //evil.example by now.
  const again = parse(path);
  return again?.origin === BASE && again.pathname + again.search === path ? path : fallback;
}

function parse(address: string): URL | null {
  try {
    return new URL(address, BASE);
  } catch {
    return null;
  }
}
