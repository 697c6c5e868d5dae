import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toCall } from '~/lib/addresses/api';
import { serverNow } from '~/lib/clock.server';
import { env } from '~/lib/env.server';
import { fillHeaders } from './headers.server';
import { isRefused } from './refused-request.server';
import { earliestSent, takeForStrangers, watchBody } from './request-body.server';

/**
 * A Fetch Request knows neither the client's address nor when its headers arrived. The server shows every request to
 * `receive` before anything else sees it (server/one.mjs); there both are stamped, with a request id, as headers that
 * a client cannot set (decision 0048).
 */
const ADDRESS = 'x-kaoping-address';
const ARRIVED = 'x-kaoping-arrived';
const REQUEST_ID = 'x-kaoping-request-id';
const FROM_ORIGIN = 'x-kaoping-origin';
const NUMBERED_HOST = 'x-kaoping-numbered-host';

/** Whether the cookies name a session at all, right or wrong. */
const mayHaveSession = (cookies = '') => /(kaoping_session|__Host-kaoping)=/.test(cookies);

/** Prepares a request for the pages and calls; false when it is none for them: it has its answer, or gets none. */
export function receive(request: IncomingMessage, response: ServerResponse): boolean {
  // What was written after the connection had been ended: nobody is answered.
  if (request.socket.destroyed) return false;
  stamp(request, response);
  return !isRefused(request, response);
}

function stamp(request: IncomingMessage, response: ServerResponse): void {
  const forwarded = request.headers['x-forwarded-for'];
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').pop()?.trim();
  request.headers[ADDRESS] = (env().trustProxy && last) || request.socket.remoteAddress || '';
  request.headers[ARRIVED] = String(serverNow());
  watchBody(request, response, !mayHaveSession(request.headers.cookie));
  const id = randomUUID();
  request.headers[REQUEST_ID] = id;
  openResponses.set(id, response);
  response.once('close', () => openResponses.delete(id));
  // Whoever writes the answer: its headers are filled up at the last moment.
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    fillHeaders(response);
    return writeHead(...given);
  };
  pinHost(request);
  keepStorable(request);
  // Remix answers a foreign Origin with an empty 500; assertSameOrigin refuses it with a page that says why.
  request.headers[FROM_ORIGIN] = request.headers.origin ?? '';
  delete request.headers.origin;
  // Remix takes the host of its URL from this header; only our own proxy may say it.
  if (!env().trustProxy) delete request.headers['x-forwarded-host'];
}

/**
 * NUL in a page's address is seen as what it is, a sign that cannot be read: PostgreSQL takes it in no text. The calls
 * of the API refuse it themselves.
 */
function keepStorable(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.includes('%00') && !url.startsWith(toCall(''))) request.url = url.replaceAll('%00', '%EF%BF%BD');
}

/** With PUBLIC_URL the server has one name, whatever a request says: no address it makes comes from a client. */
function pinHost(request: IncomingMessage): void {
  const { publicUrl } = env();
  delete request.headers[NUMBERED_HOST];
  if (!publicUrl) return;
  const { host = '' } = request.headers;
  // In the school's network it is reached by its number too: no name that somebody could point here.
  if (/^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\])(:\d+)?$/i.test(host)) request.headers[NUMBERED_HOST] = host;
  request.headers.host = new URL(publicUrl).host;
  delete request.headers['x-forwarded-host'];
}

// The development server loads this module anew while requests are under way.
const globals = globalThis as { kaopingResponses?: Map<string, ServerResponse> };

const openResponses = (globals.kaopingResponses ??= new Map<string, ServerResponse>());

/**
 * When this request counts as made, by the server's clock (milliseconds); pass it on as `now`. That is its beginning,
 * or, for one whose body came more slowly than any line is, so long before its last byte as a slow line needs: where a
 * deadline hangs on it, ask when the body has been read.
 */
export function requestTime(request: Request): number {
  const message = nodeResponse(request)?.req;
  const begun = Number(request.headers.get(ARRIVED)) || serverNow();
  return message ? Math.max(begun, Math.floor(earliestSent(message))) : begun;
}

/** The client's network address; behind a proxy only with TRUST_PROXY. '' when unknown. */
export function clientAddress(request: Request): string {
  return request.headers.get(ADDRESS) ?? '';
}

/** The Origin a browser sent with a write; null when it sent none. */
export function requestOrigin(request: Request): string | null {
  return request.headers.get(FROM_ORIGIN) || request.headers.get('Origin');
}

/** The hosts under which a request may have reached this server, as its pages name themselves. */
export function ownHosts(request: Request): Set<string> {
  const { publicUrl } = env();
  const { headers } = request;
  const host = headers.get('X-Forwarded-Host') ?? headers.get('Host');
  const named = [host, headers.get(NUMBERED_HOST), publicUrl && new URL(publicUrl).host];
  return new Set(named.flatMap((one) => (one ? [one.toLowerCase()] : [])));
}

/** The id under which this request is logged. */
export function requestId(request: Request): string {
  return request.headers.get(REQUEST_ID) ?? '-';
}

/** Node's own response to this request while its connection is open; for sending large files at its pace. */
export function nodeResponse(request: Request): ServerResponse | undefined {
  return openResponses.get(requestId(request));
}

/** Whatever nobody reads of this request's body is nobody's: the connection ends soon after the answer. */
export function readNoFurther(request: Request): void {
  const message = nodeResponse(request)?.req;
  if (message) takeForStrangers(message);
}

const perRequest = new WeakMap<ServerResponse, Map<string, Promise<unknown>>>();

/**
 * What several loaders of one page ask for, asked once; `key` names it. Only while a page is read: a write may
 * change the answer.
 */
export function oncePerRequest<T>(request: Request, key: string, ask: () => Promise<T>): Promise<T> {
  const response = nodeResponse(request);
  if (!response || request.method !== 'GET' || response.req.method !== 'GET') return ask();
  const asked = perRequest.get(response) ?? new Map<string, Promise<unknown>>();
  perRequest.set(response, asked);
  const answer = (asked.get(key) as Promise<T> | undefined) ?? ask();
  asked.set(key, answer);
  return answer;
}

/** Whether what is asked for is to be read by nobody yet: a browser fetches ahead, or asks for the headers alone. */
export function isAhead(request: Request): boolean {
  const purpose = ['Purpose', 'Sec-Purpose', 'X-Moz'].map((name) => request.headers.get(name) ?? '').join(' ');
  return request.method === 'HEAD' || /prefetch|preview|prerender/i.test(purpose);
}
