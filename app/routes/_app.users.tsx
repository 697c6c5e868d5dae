import type { LinksFunction } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { BelowHead } from '~/components/layout/below-head';
import { PersonalTabs } from '~/components/layout/personal-tabs';
import { RouteError } from '~/components/layout/route-error';
import listStyles from '~/styles/lists.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }];

/** The personal centre: its tabs beneath each page's head. Who reads is known from the frame: it asks for nothing. */
export default function PersonalLayout() {
  return (
    <BelowHead.Provider value={<PersonalTabs />}>
      <Outlet />
    </BelowHead.Provider>
  );
}

export { RouteError as ErrorBoundary };
