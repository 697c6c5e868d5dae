import type { matchRoutes } from '@remix-run/react';

type Route = { shouldRevalidate?: unknown };
/** An address, in its parts. */
export type Place = { pathname: string; search: string; hash: string };
/** What is used of Remix's router. */
export type Router = {
  routes: Parameters<typeof matchRoutes>[0];
  state: {
    location: Place;
    historyAction: string;
    navigation: { state: string; formMethod?: string };
    matches: { route: Route }[];
  };
  navigate: (to: unknown, options?: unknown) => Promise<void>;
  fetch: (key: string, routeId: string, href: string | null, options?: unknown) => void;
  subscribe: (listener: (state: Router['state']) => void) => () => void;
};
