import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Links, Outlet, Scripts, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PageMeta } from '~/components/layout/page-meta';
import { RouteError } from '~/components/layout/route-error';
import { ScrollReset } from '~/components/layout/scroll-reset';
import { Awake, FirstScript } from '~/components/layout/waking';
import { useNonce } from '~/components/layout/nonce';
import { schoolOf } from '~/http/asked-once.server';
import { takeFlash } from '~/http/flash.server';
import { isLite } from '~/http/lite.server';
import { requestId, requestTime } from '~/http/request.server';
import { sessionState } from '~/http/guards.server';
import { timeZoneInForce } from '~/lib/time';
import styles from '~/styles/app.css?url';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta: MetaFunction = () => [{ title: '考评' }];

/** What every page needs: whose theme, the waiting message, 精简模式, the server's clock. Never throws. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await sessionState(request).catch(() => ({ state: 'none' as const }));
  const user = session.state === 'signed_in' ? session.user : null;
  const { flash, cookie } = await takeFlash(request);
  return data(
    {
      userType: user?.user_type ?? 0,
      theme: user?.theme ?? 'light',
      isLargeType: user?.is_large_type === 1,
      timeZone: await schoolTimeZone(request),
      isLite: await isLite(request),
      flash,
      serverNow: requestTime(request),
      requestId: requestId(request),
    },
    cookie ? { headers: { 'Set-Cookie': cookie } } : undefined,
  );
}

/** The zone that times are shown in; what it was when the database does not answer. */
async function schoolTimeZone(request: Request): Promise<string> {
  return schoolOf(request).then(
    (school) => school.timeZone,
    () => timeZoneInForce(),
  );
}

export type RootData = typeof loader;

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const nonce = useNonce();
  return (
    <html
      lang="zh-CN"
      data-scheme={root?.theme ?? 'light'}
      data-type={root?.isLargeType ? 'large' : undefined}
      data-zone={root?.timeZone}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="renderer" content="webkit" />
        {root?.isLite ? null : <FirstScript />}
        <PageMeta />
        <Links />
      </head>
      <body className={`theme_${root?.userType ?? 0}`}>
        {children}
        {root?.isLite ? null : (
          <>
            <Awake />
            <ScrollReset />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <RouteError />;
}
