const unticked = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname + search.replace(/ticked=[^&]*&?/, '').replace(/[?&]$/, '');

/**
 * Whether nothing but a tick of a list has changed (kept-ticks): the page stays where it is, and nothing is asked of the
 * server. Apart and small, for every page of a student loads it.
 */
export function isTickOnly(args: {
  currentUrl: { pathname: string; search: string };
  nextUrl: { pathname: string; search: string };
  formMethod?: string;
}): boolean {
  const { currentUrl, nextUrl, formMethod } = args;
  return !formMethod && currentUrl.search !== nextUrl.search && unticked(currentUrl) === unticked(nextUrl);
}
