import { randomBytes } from 'node:crypto';
import type { EntryContext, HandleErrorFunction } from '@remix-run/node';
import { RemixServer, isRouteErrorResponse } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { boot } from '~/boot.server';
import { NonceProvider } from '~/components/layout/nonce';
import { registerAreas } from '~/domain/registrations.server';
import { noteShownFormulas } from '~/domain/question-bank/shown-formulas.commands.server';
import { setCommonHeaders, setPageHeaders } from '~/http/headers.server';
import { collectPage, encodePage } from '~/http/html-bytes.server';
import { requestId, requestTime } from '~/http/request.server';
import { noteSentData, noteSentValues, registerSent } from '~/http/sent.server';
import { renewedCookie } from '~/http/session.server';
import { logEvent } from '~/lib/log.server';

/** For scripts/tool.mjs, which loads the build without starting a server. */
export * as tools from '~/tools.server';
/** For the server, which shows it every request (server/one.mjs; server/development.mjs). */
export { receive } from '~/http/request.server';

registerAreas();
registerSent(noteShownFormulas);
if (process.env.KAOPING_TOOL !== '1') await boot();

// Remix's own limit for deferred data; nothing here defers, so it only bounds a stuck render.
export const streamTimeout = 10_000;

/** Renders a page whole (no half pages on a slow PC, and a status that is right). */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  headers.set('Content-Type', 'text/html; charset=utf-8');
  setPageHeaders(headers, nonce);
  headers.set('X-Request-Id', requestId(request));
  if (status === 503) headers.set('Retry-After', '5');
  await renewSession(request, headers);
  const { loaderData, actionData } = context.staticHandlerContext;
  await noteSentValues(request, [loaderData, actionData]);
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={context} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
      </NonceProvider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const answer = (page: Buffer<ArrayBuffer>) => {
            const body = encodePage(page, request.headers.get('Accept-Encoding'), headers);
            resolve(new Response(body, { headers, status: failed ? 500 : status }));
          };
          pipe(collectPage(answer));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError(error) {
          failed = true;
          handleError(error, { request, params: {}, context: {} });
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Data requests of client navigations get the same headers and session renewal. */
export async function handleDataRequest(response: Response, { request }: { request: Request }): Promise<Response> {
  setCommonHeaders(response.headers);
  if (response.status === 503) response.headers.set('Retry-After', '5');
  await renewSession(request, response.headers);
  return noteSentData(request, response);
}

async function renewSession(request: Request, headers: Headers): Promise<void> {
  // An answer that already sets the session (sign-in, sign-out) knows better.
  if (/kaoping_session|__Host-kaoping=/.test(headers.get('Set-Cookie') ?? '')) return;
  const cookie = await renewedCookie(request, requestTime(request));
  if (cookie) headers.append('Set-Cookie', cookie);
}

/** One log line per unexpected error, found by the request id that the 500 page shows. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  // Gone, or a refusal (404, 405, 503 …) that was answered as one; what lies behind a 503 is logged where it is found.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status !== 500)) return;
  const url = new URL(request.url);
  const asked = { id: requestId(request), method: request.method, path: url.pathname };
  logEvent('error', 'failure', { ...asked, error: String(error) });
  if (error instanceof Error) console.error(error.stack);
};
