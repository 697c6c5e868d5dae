import { describe, expect, test } from 'vitest';
import { contentDisposition, parseRange, sendFile } from '~/http/send-file.server';

const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const ETAG = `"${'ab'.repeat(16)}"`;
const MODIFIED = Date.UTC(2026, 10, 21, 1, 2, 3, 456);

function send(headers: Record<string, string> = {}, method = 'GET') {
  return sendFile(new Request('http://localhost/api/file/x', { method, headers }), {
    name: '录音 "第1题".webm',
    mime: 'audio/webm',
    size: BYTES.length,
    sha256: 'ab'.repeat(32),
    modifiedAt: MODIFIED,
    disposition: 'inline',
    async *open({ start, end }) {
      for (let at = start; at <= end; at += 64) yield BYTES.subarray(at, Math.min(at + 64, end + 1));
    },
  });
}
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('the whole file with headers that keep it harmless', async () => {
  const response = await send();
  expect(response.status).toBe(200);
  expect(await bodyOf(response)).toEqual(BYTES);
  expect(Object.fromEntries(response.headers.entries())).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache, no-transform',
    'content-length': '1000',
    'content-type': 'audio/webm',
    etag: ETAG,
    'last-modified': 'Sat, 21 Nov 2026 01:02:03 GMT',
    'x-content-type-options': 'nosniff',
  });
  // Without allow-scripts; with its own origin, so that a recording opened by itself plays.
  expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.*; sandbox allow-same-origin$/);
});

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-', 0, 999],
  ['bytes=100-299', 100, 299],
  ['bytes=990-5000', 990, 999],
  ['bytes=-10', 990, 999],
  ['bytes=-5000', 0, 999],
])('%s', async (range, start, end) => {
  const response = await send({ Range: range });
  expect(response.status).toBe(206);
  expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/1000`);
  expect(response.headers.get('Content-Length')).toBe(String(end - start + 1));
  expect(await bodyOf(response)).toEqual(BYTES.subarray(start, end + 1));
});

test.each(['bytes=1000-', 'bytes=-0', 'bytes=5000-6000'])('%s cannot be had', async (range) => {
  const response = await send({ Range: range });
  expect([response.status, response.headers.get('Content-Range')]).toEqual([416, 'bytes */1000']);
});

test.each(['bytes=5-2', 'bytes=0-1,5-6', 'bytes=-', 'bytes=a-b', 'lines=1-2'])(
  '%s gives the whole file',
  async (range) => {
    const response = await send({ Range: range });
    expect([response.status, (await bodyOf(response)).length]).toEqual([200, 1000]);
  },
);

test('HEAD has the headers and no bytes', async () => {
  const whole = await send({}, 'HEAD');
  expect([whole.status, whole.headers.get('Content-Length'), whole.body]).toEqual([200, '1000', null]);
  const part = await send({ Range: 'bytes=0-99' }, 'HEAD');
  expect([part.status, part.headers.get('Content-Length'), part.body]).toEqual([206, '100', null]);
});

describe('conditions', () => {
  const second = new Date(MODIFIED).toUTCString();
  const before = new Date(MODIFIED - 5000).toUTCString();
  test.each([
    ['If-None-Match', ETAG, 304],
    ['If-None-Match', `W/${ETAG}`, 304],
    ['If-None-Match', `"other", ${ETAG}`, 304],
    ['If-None-Match', '"other"', 200],
    ['If-Modified-Since', second, 304],
    ['If-Modified-Since', before, 200],
  ])('%s: %s → %d', async (name, value, status) => {
    const response = await send({ [name]: value });
    expect(response.status).toBe(status);
    expect(response.headers.get('ETag')).toBe(ETAG);
    if (status === 304) expect(response.body).toBeNull();
  });

  test.each([
    [ETAG, 206],
    [second, 206],
    ['"other"', 200],
    [before, 200],
  ])('If-Range %s → %d', async (value, status) => {
    expect((await send({ Range: 'bytes=0-9', 'If-Range': value })).status).toBe(status);
  });
});

test('a missing object is an error before anything is answered', async () => {
  const missing = sendFile(new Request('http://localhost/'), {
    name: 'a',
    mime: 'audio/webm',
    size: 10,
    sha256: 'ab'.repeat(32),
    modifiedAt: 0,
    disposition: 'inline',
    // eslint-disable-next-line require-yield -- it fails at the first read
    async *open() {
      throw new Error('ENOENT');
    },
  });
  await expect(missing).rejects.toThrow('ENOENT');
});

test('names of any script in Content-Disposition', () => {
  const odd = contentDisposition('inline', '卷\ud800"\r\nX-Evil: 1\0.pdf');
  expect(odd).toMatch(/^inline; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.%-]+$/);
  expect(odd).not.toMatch(/%0[AD0]/);
  expect(contentDisposition('attachment', '期中 "卷" (1)\'.xlsx')).toBe(
    `attachment; filename="__ ___ (1)'.xlsx"; filename*=UTF-8''%E6%9C%9F%E4%B8%AD%20%22%E5%8D%B7%22%20%281%29%27.xlsx`,
  );
});

test('a range of an empty file', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange(null, 0)).toBeNull();
});
