import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type ZipPart = {
  /** Path inside the archive. */
  name: string;
  modifiedAt: number;
  /** A text is packed; bytes go in as they are: recordings and photos are packed already. */
  content: string | AsyncIterable<Uint8Array>;
};

/** A ZIP archive as it is read, one chunk of one part at a time in memory. Archives stay below 4 GB. */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    if (chunk.length > 0) ready.push(chunk);
  });
  const take = function* () {
    while (ready.length > 0) yield ready.shift() as Uint8Array;
  };
  for await (const part of parts) {
    const isText = typeof part.content === 'string';
    const entry = isText ? new ZipDeflate(part.name, { level: 6 }) : new ZipPassThrough(part.name);
    entry.mtime = part.modifiedAt;
    zip.add(entry);
    if (typeof part.content === 'string') {
      entry.push(Buffer.from(part.content, 'utf8'), true);
    } else {
      for await (const chunk of part.content) {
        entry.push(chunk);
        yield* take();
      }
      entry.push(new Uint8Array(), true);
    }
    yield* take();
  }
  zip.end();
  yield* take();
}
