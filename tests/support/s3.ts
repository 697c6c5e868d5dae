import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type S3Server = {
  /** As S3_URL has it. */
  url: string;
  settings: Record<'S3_URL' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>;
  objects: Map<string, { bytes: Buffer; at: Date }>;
  /** Each request as `PUT files/…`, those that were refused too. */
  asked: string[];
  /** So many of the next requests are answered 503. */
  fail(count: number): void;
  /** The next body that is sent arrives with one byte changed. */
  spoilNext(): void;
  /** Files of more bytes are answered 413, as a proxy before a store does. */
  refuseOver(bytes: number): void;
  /** From now on nobody answers. */
  stop(): Promise<void>;
};

const [KEY_ID, SECRET, REGION, BUCKET] = ['kaoping-test', 'a secret of the bucket', 'cn-test-1', 'kaoping'];

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * What the app asks of an S3-compatible store, a service outside, at its wire: signatures are computed again, sums
 * compared, lists come in pages.
 */
export async function startS3Server({ pageSize = 2 } = {}): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const asked: string[] = [];
  let failing = 0;
  let isSpoiling = false;
  let most = Infinity;
  const server = createServer((request, response) => {
    void bodyOf(request).then((sent) => {
      const url = new URL(request.url ?? '/', 'http://s3');
      const key = decodeURIComponent(url.pathname).replace(new RegExp(`^/${BUCKET}/?`), '');
      asked.push(`${request.method} ${key}`);
      if (failing > 0) {
        failing -= 1;
        return refuse(response, 503, 'SlowDown');
      }
      if (request.headers.authorization !== signatureOf(request, url)) {
        return refuse(response, 403, 'SignatureDoesNotMatch');
      }
      if (sent.length > most) return refuse(response, 413, 'EntityTooLarge');
      if (url.pathname === '/') {
        response.writeHead(200, { 'content-type': 'application/xml' });
        return response.end('<?xml version="1.0"?><ListAllMyBucketsResult></ListAllMyBucketsResult>');
      }
      if (!new RegExp(`^/${BUCKET}(/|$)`).test(url.pathname)) return refuse(response, 404, 'NoSuchBucket');
      let body = sent;
      if (isSpoiling && request.method === 'PUT') {
        isSpoiling = false;
        body = Buffer.from(sent.map((byte, index) => (index === 0 ? byte ^ 1 : byte)));
      }
      return answer({ request, response, url, key, body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${BUCKET}`;

  function answer(asking: {
    request: IncomingMessage;
    response: ServerResponse;
    url: URL;
    key: string;
    body: Buffer;
  }): void {
    const { request, response, key, body } = asking;
    const found = objects.get(key);
    if (request.method === 'PUT') {
      const sum = request.headers['content-md5'];
      if (sum && sum !== createHash('md5').update(body).digest('base64')) return refuse(response, 400, 'BadDigest');
      objects.set(key, { bytes: body, at: new Date() });
      response.writeHead(200, { etag: '"x"' }).end();
      return;
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    if (key === '') return list(asking);
    if (!found) return refuse(response, 404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const bytes =
      from === undefined ? found.bytes : found.bytes.subarray(Number(from), to ? Number(to) + 1 : undefined);
    response.writeHead(from === undefined ? 200 : 206, { 'content-length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  function list({ response, url: { searchParams } }: { response: ServerResponse; url: URL }): void {
    const prefix = searchParams.get('prefix') ?? '';
    const after = searchParams.get('continuation-token') ?? '';
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const shown = all.slice(0, Math.min(pageSize, Number(searchParams.get('max-keys') ?? pageSize)));
    const isCut = shown.length < all.length;
    const contents = shown.map((key) => {
      const { bytes, at } = objects.get(key) ?? { bytes: Buffer.alloc(0), at: new Date(0) };
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const next = isCut ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><Prefix>${prefix}</Prefix><KeyCount>${shown.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }

  return {
    url,
    settings: { S3_URL: url, S3_REGION: REGION, S3_ACCESS_KEY_ID: KEY_ID, S3_SECRET_ACCESS_KEY: SECRET },
    objects,
    asked,
    fail: (count) => (failing = count),
    spoilNext: () => (isSpoiling = true),
    refuseOver: (bytes) => (most = bytes),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

/** The Authorization header that this request should have: AWS Signature Version 4. */
function signatureOf(request: IncomingMessage, url: URL): string {
  const time = String(request.headers['x-amz-date']);
  const signed = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const escape = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .sort()
    .join('&');
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(''),
    signed,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    (so_far, part) => hmac(so_far, part),
    hmac(hmac(`AWS4${SECRET}`, time.slice(0, 8)), REGION),
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${KEY_ID}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}
