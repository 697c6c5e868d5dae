import diagnosticsChannel from 'node:diagnostics_channel';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { serverNow } from '~/lib/clock.server';
import { env } from '~/lib/env.server';
import { fillHeaders } from './headers.server';
import { refuseOddRequests } from './refused-request.server';
import { arrivalOf, watchBody } from './request-body.server';

/**
 * remix-serve hands a Fetch Request on, which knows neither the client's address nor when its headers
 * arrived. Node announces every request on a diagnostics channel before any handler sees it; there we
 * stamp both, with a request id, as headers that a client cannot set (decision 0003).
 */
const ADDRESS = 'x-kaoping-address';
const ARRIVED = 'x-kaoping-arrived';
const REQUEST_ID = 'x-kaoping-request-id';
const FROM_ORIGIN = 'x-kaoping-origin';
const NUMBERED_HOST = 'x-kaoping-numbered-host';

/** Whether the cookies name a session at all, right or wrong. */
const mayHaveSession = (cookies = '') => /(kaoping_session|__Host-kaoping)=/.test(cookies);

function stamp(message: unknown): void {
  const { request, response, server } = message as {
    request: IncomingMessage;
    response: ServerResponse;
    server: Server;
  };
  refuseOddRequests(server);
  // What was written after the connection had been ended: nobody is answered.
  if (request.socket.destroyed) return;
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
  if (url.includes('%00') && !url.startsWith('/api/')) request.url = url.replaceAll('%00', '%EF%BF%BD');
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

const globals = globalThis as {
  kaopingStamp?: (message: unknown) => void;
  kaopingResponses?: Map<string, ServerResponse>;
};

const openResponses = (globals.kaopingResponses ??= new Map<string, ServerResponse>());

/** Starts stamping; called once at boot (again after a reload in development, replacing the old one). */
export function stampRequests(): void {
  if (globals.kaopingStamp) diagnosticsChannel.unsubscribe('http.server.request.start', globals.kaopingStamp);
  globals.kaopingStamp = stamp;
  diagnosticsChannel.subscribe('http.server.request.start', stamp);
}

/**
 * When this request counts as made, by the server's clock (milliseconds); pass it on as `now`. That is its beginning,
 * or, for one whose sender let its body wait too long, the arrival of its last byte: where a deadline hangs on it,
 * ask when the body has been read.
 */
export function requestTime(request: Request): number {
  const message = nodeResponse(request)?.req;
  const arrival = message && arrivalOf(message);
  if (arrival?.hasStalled) return arrival.lastAt;
  return Number(request.headers.get(ARRIVED)) || serverNow();
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
