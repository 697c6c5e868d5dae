import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { toDashboard, toLogin } from '~/lib/addresses/account';
import { ErrorPage } from './error-page';
import { keptTexts, KeptTexts } from './kept-texts';

/** The shared error boundary: 403, 404, 503 with their reason, everything else as 500 with the request's id. */
export function RouteError() {
  const error = useRouteError();
  const root = useRouteLoaderData<{ userType: number; requestId: string }>('root');
  const homeHref = root && root.userType > 0 ? toDashboard() : toLogin();
  if (isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)) {
    const said = (error.data as { message?: unknown } | null)?.message;
    const text = typeof said === 'string' && said !== '' ? said : undefined;
    const kept = keptTexts(error.data);
    return (
      <ErrorPage status={error.status} text={text} homeHref={homeHref}>
        {kept.length > 0 ? <KeptTexts texts={kept} /> : null}
      </ErrorPage>
    );
  }
  // A page that was asked for without a line; the guard that would have held it back was not there yet.
  const status = isRouteErrorResponse(error) ? error.status : navigator.onLine === false ? 503 : 500;
  return <ErrorPage status={status} requestId={root?.requestId} homeHref={homeHref} />;
}
