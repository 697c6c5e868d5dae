import { Transform } from 'node:stream';

/**
 * Takes the zero bytes out of a page. React 18 fills up its buffer with them where a character of several bytes does
 * not fit at its end; in an attribute or a text area browsers would show, and send back, a broken character there.
 */
export function withoutZeroBytes(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? Buffer.from(chunk.filter((byte) => byte !== 0)) : chunk);
    },
  });
}
