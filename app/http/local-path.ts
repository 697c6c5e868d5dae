/** A path inside this app taken from a request, or the fallback: never another site, never a public page. */
export function localPath(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return fallback;
  let url: URL;
  try {
    url = new URL(value, 'http://local');
  } catch {
    return fallback;
  }
  if (url.host !== 'local' || /^\/(login|logout|forget|api)(\/|$)/.test(url.pathname) || url.pathname === '/') {
    return fallback;
  }
  return url.pathname + url.search;
}
