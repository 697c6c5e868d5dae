import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import type { SitContext } from '~/components/exam/sitting-shell';
import { RouteError } from '~/components/layout/route-error';
import { useStoredUser } from '~/components/layout/stored-user';
import { readMessagesAbout } from '~/domain/message/message.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { ownFormToken } from '~/http/form-owner.server';
import { backTo, requireUser } from '~/http/guards.server';
import { isAhead, requestTime } from '~/http/request.server';
import sitStyles from '~/styles/sit.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: sitStyles }];

/** The layout of waiting, sitting and receipt pages: one column on a phone, nothing beside the exam. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  if (!isAhead(request)) await readMessagesAbout(actor, backTo(request), now);
  const { timeZone } = await getSchool();
  const { id, name, account, userType } = actor;
  return { user: { id, name, account, userType }, formOwner: await ownFormToken(request), timeZone, serverNow: now };
}

export default function SitLayout() {
  const context: SitContext = useLoaderData<typeof loader>();
  useStoredUser(context.user.id);
  return <Outlet context={context} />;
}

export function ErrorBoundary() {
  return <RouteError />;
}
