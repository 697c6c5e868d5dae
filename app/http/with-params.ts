/** The same URL with some parameters changed (null or '' removes one); `changes` without currentPage goes to page 1. */
export function withParams(
  url: { pathname: string; search: string },
  changes: Record<string, string | number | null>,
): string {
  const search = new URLSearchParams(url.search);
  if (!('currentPage' in changes)) search.delete('currentPage');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '' || (name === 'currentPage' && value === 1)) search.delete(name);
    else search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? url.pathname : `${url.pathname}?${text}`;
}
