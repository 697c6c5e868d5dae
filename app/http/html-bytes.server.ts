import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';

/**
 * Takes a rendered page in and gives its bytes to `whole`, without zero bytes: React 18 fills up its buffer with them
 * where a character of several bytes does not fit at its end; in an attribute or a text area browsers would show, and
 * send back, a broken character there.
 */
export function collectPage(whole: (page: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      // React writes into the same buffer again.
      chunks.push(Buffer.from(chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk));
      done();
    },
    final(done) {
      whole(withEndAtEnd(Buffer.concat(chunks)));
      done();
    },
  });
}

const END = Buffer.from('</body></html>');

/**
 * Remix streams the page's data behind the end of the document, where no element may stand: browsers put it into the
 * body all the same, so that is where it goes.
 */
function withEndAtEnd(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const at = page.lastIndexOf(END);
  const after = at + END.length;
  if (at < 0 || after === page.length) return page;
  return Buffer.concat([page.subarray(0, at), page.subarray(after), END]);
}

/**
 * Nearly as small as the usual level 6 for half the work; in one go it costs the thread that answers less than
 * handing a stream's parts to another one (docs/decisions/0027).
 */
const LEVEL = 4;

/** The page as a browser with this Accept-Encoding wants it, its headers set to match. */
export function encodePage(
  page: Buffer<ArrayBuffer>,
  acceptEncoding: string | null,
  headers: Headers,
): Buffer<ArrayBuffer> {
  headers.append('Vary', 'Accept-Encoding');
  const isWanted = /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding ?? '');
  const body = isWanted ? gzipSync(page, { level: LEVEL }) : page;
  if (isWanted) headers.set('Content-Encoding', 'gzip');
  headers.set('Content-Length', String(body.length));
  return body;
}
