import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

type Url = { pathname: string; search: string };

const unticked = ({ pathname, search }: Url) => pathname + search.replace(/ticked=[^&]*&?/, '').replace(/[?&]$/, '');

/** Whether nothing but a tick of a list has changed (kept-ticks): the page stays where it is. */
export function isTickOnly(args: { currentUrl: Url; nextUrl: Url; formMethod?: string }): boolean {
  const { currentUrl, nextUrl, formMethod } = args;
  return !formMethod && currentUrl.search !== nextUrl.search && unticked(currentUrl) === unticked(nextUrl);
}

/** Of a list whose ticks are kept, and of the layout around it: a tick asks nothing of the server. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  !isTickOnly(args) && args.defaultShouldRevalidate;
