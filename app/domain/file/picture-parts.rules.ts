import { sniff } from './sniff';

/**
 * What a picture is made of, counted without decoding it. Decoders do some work for each part however little it holds, so
 * a small file with thousands of them keeps one busy for minutes, or takes gigabytes.
 */

/** Of a progressive JPEG: programs write ten, the specification's own example sixteen. */
const MOST_SCANS = 100;
/** Of an animated WebP, of which the first is taken; each costs a look at all before it. */
const MOST_FRAMES = 1000;
/** Packed texts of a PNG, each of which may unpack to 8 MB; programs write a handful. */
const MOST_PACKED_TEXTS = 20;

/** Whether a picture has no more parts than cameras and programs give one. */
export function isPictureSound(bytes: Uint8Array): boolean {
  const found = sniff(bytes);
  if (found?.family !== 'image') return true;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (found.format === 'jpeg') return hasFewScans(view);
  if (found.format === 'png') return hasFew(pngParts(view), ['zTXt', 'iTXt'], MOST_PACKED_TEXTS);
  return found.format !== 'webp' || hasFew(webpParts(view), ['ANMF'], MOST_FRAMES);
}

function hasFew(parts: Iterable<string>, names: string[], most: number): boolean {
  let count = 0;
  for (const name of parts) {
    if (names.includes(name)) count += 1;
    if (count > most) return false;
  }
  return true;
}

function* pngParts(bytes: Buffer): Iterable<string> {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    yield bytes.toString('latin1', at + 4, at + 8);
  }
}

function* webpParts(bytes: Buffer): Iterable<string> {
  for (let at = 12; at + 8 <= bytes.length;) {
    yield bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
}

const [FILL, STUFFED, END_OF_IMAGE, START_OF_SCAN] = [0xff, 0x00, 0xd9, 0xda] as const;
/** Markers that stand alone, without a length: the restarts within a scan, and two more. */
const standsAlone = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01 || marker === STUFFED;

/** What stands in other segments (a preview in the EXIF) and after the end (a second picture) is none of its scans. */
function hasFewScans(bytes: Buffer): boolean {
  let scans = 0;
  let at = bytes.indexOf(FILL, 2);
  while (at >= 0 && at + 3 < bytes.length) {
    const marker = bytes[at + 1] ?? FILL;
    if (marker === END_OF_IMAGE) return true;
    if (marker === START_OF_SCAN) scans += 1;
    if (scans > MOST_SCANS) return false;
    if (marker === FILL) at += 1;
    else at = bytes.indexOf(FILL, standsAlone(marker) ? at + 2 : at + 2 + bytes.readUInt16BE(at + 2));
  }
  return true;
}
