import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { nodeResponse } from './request.server';

type ByteRange = { start: number; end: number };

export type SentFile = {
  name: string;
  mime: string;
  size: number;
  /** Changes whenever the bytes do. */
  sha256: string;
  /** UTC milliseconds; null where it is nobody's business when the file came: whose paper it is of could be told by it. */
  modifiedAt: number | null;
  disposition: 'inline' | 'attachment';
  /** False for what the browser shows by a viewer of its own (PDF); still without script or anything from elsewhere. */
  isSandboxed?: boolean;
  open(range: ByteRange): AsyncIterable<Uint8Array>;
};

/**
 * Answers a request for stored bytes: ranges (206, 416), conditions (304), HEAD. Kept by the browser but
 * asked about every time, so that a right that ended ends at once. The bytes go out as fast as the
 * connection takes them and no faster: Remix's adapter would collect a slow reader's file in memory.
 */
export async function sendFile(request: Request, file: SentFile): Promise<Response> {
  const etag = etagOf(file.sha256);
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    // no-transform: compression would break lengths and ranges.
    'Cache-Control': 'private, no-cache, no-transform',
    'Content-Disposition': contentDisposition(file.disposition, file.name),
    // What a file contains must never act as a page of ours: no scripts, nothing from elsewhere. A recording
    // opened by itself needs its own origin, or the browser's player may not fetch it.
    'Content-Security-Policy': policyOf(file),
    'Content-Type': file.mime,
    ETag: etag,
    ...(file.modifiedAt === null ? {} : { 'Last-Modified': new Date(file.modifiedAt).toUTCString() }),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  if (isUnchanged(request, etag, file.modifiedAt)) return new Response(null, { status: 304, headers });

  const range = mayUseRange(request, etag, file.modifiedAt)
    ? parseRange(request.headers.get('Range'), file.size)
    : null;
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  headers.set('Content-Length', String(end - start + 1));
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${file.size}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers });

  const chunks = file.open({ start, end })[Symbol.asyncIterator]();
  // The first read tells whether the object is there, while the answer can still be an error.
  const first = await chunks.next();
  return new Response(paced(first, chunks, nodeResponse(request)), { status, headers });
}

/**
 * Answers with bytes that are made from a stored file. `sha256` must name the file and how it is made; a browser that
 * has them already costs no making.
 */
export async function sendMade(
  request: Request,
  file: Omit<SentFile, 'size' | 'open'>,
  make: () => Promise<Uint8Array>,
): Promise<Response> {
  const bytes = isUnchanged(request, etagOf(file.sha256), file.modifiedAt) ? new Uint8Array() : await make();
  const open = async function* ({ start, end }: ByteRange) {
    yield await Promise.resolve(bytes.subarray(start, end + 1));
  };
  return sendFile(request, { ...file, size: bytes.length, open });
}

/** Answers with a download that is made while it is sent, at the connection's pace; its length is not known before. */
export async function sendChunks(
  request: Request,
  file: { name: string; mime: string },
  chunks: AsyncIterator<Uint8Array>,
): Promise<Response> {
  const headers = {
    'Cache-Control': 'no-store, no-transform',
    'Content-Disposition': contentDisposition('attachment', file.name),
    'Content-Type': file.mime,
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
  return new Response(paced(await chunks.next(), chunks, nodeResponse(request)), { headers });
}

function policyOf({ disposition, isSandboxed = true }: Pick<SentFile, 'disposition' | 'isSandboxed'>): string {
  const rest = "img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";
  if (!isSandboxed) return `default-src 'none'; object-src 'self'; ${rest}`;
  return `default-src 'none'; ${rest}; sandbox${disposition === 'inline' ? ' allow-same-origin' : ''}`;
}

function etagOf(sha256: string): string {
  return `"${sha256.slice(0, 32)}"`;
}

/** A stream that reads on only when the connection has taken what it was given. */
function paced(
  first: IteratorResult<Uint8Array>,
  chunks: AsyncIterator<Uint8Array>,
  connection: ServerResponse | undefined,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | undefined = first;
  const closed = new AbortController();
  // A reader that went away: end quietly and let go of the file.
  connection?.once('close', () => closed.abort());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (connection?.writableNeedDrain) {
          await once(connection, 'drain', { signal: closed.signal }).catch(() => undefined);
        }
        if (closed.signal.aborted || connection?.destroyed) {
          await chunks.return?.();
          controller.close();
          return;
        }
        const result = next ?? (await chunks.next());
        next = undefined;
        if (result.done) controller.close();
        else controller.enqueue(result.value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function isUnchanged(request: Request, etag: string, modifiedAt: number | null): boolean {
  const tags = request.headers.get('If-None-Match');
  if (tags !== null) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  }
  const since = Date.parse(request.headers.get('If-Modified-Since') ?? '');
  return modifiedAt !== null && Math.floor(modifiedAt / 1000) * 1000 <= since;
}

function mayUseRange(request: Request, etag: string, modifiedAt: number | null): boolean {
  const condition = request.headers.get('If-Range');
  if (condition === null) return true;
  if (condition.includes('"')) return condition === etag;
  return modifiedAt !== null && Date.parse(condition) === Math.floor(modifiedAt / 1000) * 1000;
}

/**
 * The one range that is asked for. Null means the whole file: no range, several at once, or a header that
 * makes no sense, which a server may ignore.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [from, to] = [match[1] ?? '', match[2] ?? ''];
  if (from === '') {
    const length = Number(to);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

/** The first byte that a request asks for: 0 without a range. */
export function firstByteOf(request: Request): number {
  return Number(/^bytes=(\d+)-/.exec(request.headers.get('Range')?.trim() ?? '')?.[1] ?? 0);
}

/** The header for a file of any name: plain letters for old clients, the real name as UTF-8. */
export function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  // Half a character would be refused, a line break be kept in the name.
  const clean = Buffer.from(name)
    .toString()
    .replace(/\p{Cc}+/gu, ' ');
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(clean).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
