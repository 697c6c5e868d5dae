/** Recorders that never learn the end write a size near the largest there is. */
const UNKNOWN_SIZE = 0x7f000000;

/** Samples one by one: integers, floats, A-law, µ-law, and what is said more exactly further on. */
const PLAIN = new Set([1, 3, 6, 7, 0xfffe]);

/**
 * How long a wav's header says its sound is, in ms, from the file's first bytes; undefined for any other file, and
 * where it was written without knowing. Decoders go by the file's size and do not say.
 */
export function wavPromiseMs(head: Uint8Array): number | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return undefined;
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ' && at + 24 <= bytes.length && PLAIN.has(bytes.readUInt16LE(at + 8))) {
      bytesPerSecond = bytes.readUInt32LE(at + 12) * bytes.readUInt16LE(at + 20);
    }
    if (name === 'data') {
      const isKnown = size > 0 && size < UNKNOWN_SIZE && bytesPerSecond > 0;
      return isKnown ? Math.round((size / bytesPerSecond) * 1000) : undefined;
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}
