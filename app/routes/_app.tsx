import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from '@remix-run/react';
import { InsideMainProvider } from '~/components/layout/inside-main';
import { OnWay } from '~/components/layout/on-way';
import { RouteError } from '~/components/layout/route-error';
import { Shell } from '~/components/layout/shell';
import { useStoredUserAndInfo } from '~/components/layout/stored-user';
import { FlashMessage } from '~/components/ui/feedback';
import { readMessagesAbout } from '~/domain/message/message.commands.server';
import { countUnread } from '~/domain/message/message.queries.server';
import { menuOf } from '~/domain/user/menu.rules';
import { profileOf, schoolOf } from '~/http/asked-once.server';
import { ownFormToken } from '~/http/form-owner.server';
import { backTo, requireUser } from '~/http/guards.server';
import { isAhead, requestTime } from '~/http/request.server';
import type { RootData } from '~/root';
import frameStyles from '~/styles/frame.css?url';
import { idOrNone } from '~/lib/zod';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: frameStyles }];

/** The shared layout: who is signed in, the role's menu, unread messages, the server's clock. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  // The page's own loader runs beside this one: the message it opens counts as read already.
  const openedId = idOrNone(/^\/users\/news\/(\d+)/.exec(new URL(request.url).pathname)?.[1]);
  if (!isAhead(request)) await readMessagesAbout(actor, backTo(request), requestTime(request));
  const [profile, school, unreadCount] = await Promise.all([
    profileOf(request, actor),
    schoolOf(request),
    countUnread(actor.id, openedId),
  ]);
  return {
    user: {
      id: actor.id,
      name: profile.name,
      userType: profile.userType,
      avatarUrl: profile.avatarUrl,
      isAdmin: actor.isAdmin,
    },
    formOwner: await ownFormToken(request),
    schoolName: school.name,
    logoUrl: school.logoUrl,
    // Printed on account slips.
    siteUrl: school.siteUrl || new URL(request.url).origin,
    timeZone: school.timeZone,
    menu: menuOf(actor),
    unreadCount,
    serverNow: requestTime(request),
  };
}

export default function AppLayout() {
  const shell = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<RootData>('root');
  const location = useLocation();
  useStoredUserAndInfo(shell.user.id);
  return (
    <Shell {...shell} isLite={root?.isLite ?? false} currentPath={location.pathname + location.search}>
      <OnWay />
      <FlashMessage flash={root?.flash ?? null} />
      <InsideMainProvider value={true}>
        <Outlet />
      </InsideMainProvider>
    </Shell>
  );
}

export function ErrorBoundary() {
  return <RouteError />;
}
export { shouldRevalidate } from '~/http/tick-only';
