import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { logEvent } from '~/lib/log.server';

/** What no page and no call could be asked by, answered before anything tries to make an address of it. */

type Refusal = { status: 400 | 405; text: string };

const UNREADABLE: Refusal = { status: 400, text: '地址或请求的格式有误，无法读取。' };
const NO_SUCH_METHOD: Refusal = { status: 405, text: '不支持这种请求方法。' };
const ALLOWED = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Why this request cannot be one of ours; null for all that browsers and other clients send. */
export function refusalOf({ method = '', url = '', headers }: IncomingMessage): Refusal | null {
  // A Fetch Request takes neither.
  if (method === 'TRACE' || method === 'TRACK') return NO_SUCH_METHOD;
  const [path = '', ...query] = url.split('?');
  if (!path.startsWith('/') || !isReadable(path)) return UNREADABLE;
  // How pages of earlier versions asked for their data: Remix would do it, and complain with a stack in the log.
  if (query.length > 0 && new URLSearchParams(query.join('?')).has('_data')) return UNREADABLE;
  const hosts = [headers.host, headers['x-forwarded-host']].flat();
  return hosts.every((host) => host === undefined || isHost(host)) ? null : UNREADABLE;
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function isHost(host: string): boolean {
  return /^[\w.:[\]-]*$/.test(host) && (host === '' || URL.canParse(`http://${host}/`));
}

/**
 * Requests of one connection that may wait for their answers. Browsers and proxies send the next one when they have the
 * answer; whoever writes on without it would have thousands answered, one after the other, before anybody else.
 */
const MAX_WAITING = 8;
const waiting = new WeakMap<Socket, number>();

/** Counts a request of a connection until it is answered; false when it is one too many: the connection has ended then. */
function mayWait({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > MAX_WAITING) {
    logEvent('warn', 'pipelined_requests', { count });
    socket.destroy();
    return false;
  }
  waiting.set(socket, count);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return true;
}

/** HTTP/1.1 asks for a host in every request; what speaks it and names none is no browser and no proxy. */
const namesNoHost = ({ httpVersion, headers }: IncomingMessage) => httpVersion === '1.1' && headers.host === undefined;

/**
 * Answers what refusalOf refuses, and ends a connection that does not wait for its answers; in the log each is one line.
 * True when nobody else need see the request.
 */
export function isRefused(request: IncomingMessage, response: ServerResponse): boolean {
  if (namesNoHost(request)) {
    // As Node.js itself does.
    response.writeHead(400, ['Connection', 'close']).end();
    return true;
  }
  if (!mayWait(request, response)) return true;
  const refusal = refusalOf(request);
  if (!refusal) return false;
  const { status, text } = refusal;
  const path = (request.url ?? '').split('?', 1)[0]?.slice(0, 200);
  logEvent('warn', 'odd_request', { status, method: request.method, path });
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' };
  response.writeHead(status, status === 405 ? { ...headers, Allow: ALLOWED } : headers).end(`${text}\n`);
  return true;
}
