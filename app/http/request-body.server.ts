import type { IncomingMessage, ServerResponse } from 'node:http';
import { serverNow } from '~/lib/clock.server';

/**
 * What a slow line may need for a body: a while, and more for each byte (64 kbit/s), but never more than two minutes.
 * A body that takes longer counts from so long before its last byte: what it says may have been written last.
 */
const SLOW_START_MS = 15_000;
const SLOW_BYTES_PER_MS = 8;
const SLOWEST_MS = 120_000;

/**
 * More than anybody may send at once, a heap of scanned sheets with room to be told that it is too large. Whoever sends
 * on beyond it is cut off, whether or not somebody reads.
 */
const MAX_BODY_BYTES = 2 * 1024 * 1024 * 1024;

/**
 * What is still read, once the answer is given, of a sender who is not signed in: more than is on the way before the
 * answer can be seen (the buffers of a fast line hold some 6 MB), as being cut off then costs the answer too.
 */
const STRANGERS_REST_BYTES = 8 * 1024 * 1024;

/**
 * Each piece of a body sent in pieces costs a call, however small it is: from so many on they have to hold something.
 * What a slow line brings packet by packet is never as small.
 */
const MANY_PIECES = 10_000;
const SMALL_PIECE_BYTES = 64;

type Arrival = {
  lastAt: number;
  heldBackMs: number;
  bytes: number;
  pieces: number;
  maxBytes: number;
  isStrangers: boolean;
};
const arrivals = new WeakMap<IncomingMessage, Arrival>();

/** The earliest time at which what has come of this request's body may have been sent; -Infinity when it has none. */
export function earliestSent(request: IncomingMessage): number {
  const arrival = arrivals.get(request);
  if (!arrival) return -Infinity;
  const { lastAt, heldBackMs, bytes } = arrival;
  return lastAt - heldBackMs - Math.min(SLOWEST_MS, SLOW_START_MS + bytes / SLOW_BYTES_PER_MS);
}

/**
 * Follows the body of a write: whether it keeps coming, and, when nobody wants (the rest of) it, that it is read all the
 * same, of a stranger only so much. A browser sends its whole form before it looks at the answer: one that is not read
 * waits for ever, one whose connection ends shows no answer.
 */
export function watchBody(request: IncomingMessage, response: ServerResponse, isStranger: boolean): void {
  const { 'transfer-encoding': inPieces, 'content-length': length = '0' } = request.headers;
  if (inPieces === undefined && length === '0') return;
  const arrival: Arrival = {
    ...{ lastAt: serverNow(), heldBackMs: 0, bytes: 0, pieces: 0 },
    ...{ maxBytes: MAX_BODY_BYTES, isStrangers: isStranger },
  };
  arrivals.set(request, arrival);
  const destroy = request.destroy.bind(request);
  noteArrival(request, arrival, destroy);
  const readRest = () => {
    if (arrival.isStrangers) arrival.maxBytes = Math.min(arrival.maxBytes, arrival.bytes + STRANGERS_REST_BYTES);
    request.removeAllListeners('data');
    request.resume();
  };
  const isUnderWay = () => !request.readableEnded && !request.socket.destroyed;
  // Whoever stops reading a body gives up the body, not the answer.
  request.destroy = (error) => {
    if (!isUnderWay()) return destroy(error);
    readRest();
    return request;
  };
  response.once('prefinish', () => {
    if (isUnderWay()) readRest();
  });
}

/** Its sender turned out to be a stranger, whatever cookie they sent, or to send what only a stranger would. */
export function takeForStrangers(request: IncomingMessage): void {
  const arrival = arrivals.get(request);
  if (arrival) arrival.isStrangers = true;
}

/** The time in which the server itself would not read is not the sender's. */
function noteArrival(request: IncomingMessage, arrival: Arrival, destroy: IncomingMessage['destroy']): void {
  const push = request.push.bind(request);
  const read = request._read.bind(request);
  let isHeldBack = false;
  request.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => {
    arrival.lastAt = serverNow();
    arrival.bytes += chunk?.length ?? 0;
    arrival.pieces += 1;
    const isCrumbs = arrival.pieces > MANY_PIECES && arrival.bytes < arrival.pieces * SMALL_PIECE_BYTES;
    if (isCrumbs || arrival.bytes > arrival.maxBytes) {
      destroy();
      request.socket.destroy();
      return false;
    }
    const wantsMore = push(chunk, encoding);
    isHeldBack = !wantsMore;
    return wantsMore;
  };
  request._read = (size: number) => {
    if (isHeldBack) arrival.heldBackMs += serverNow() - arrival.lastAt;
    isHeldBack = false;
    read(size);
  };
}
