/**
 * MP3 is sound frames one after another, with whatever else anybody put before, between and behind them: ID3, APE and
 * lyrics tags, pictures. Only the frames are kept, so nothing else has to be known by name.
 */

type Frame = { bytes: number; samples: number; rate: number; key: number };

const RATES = [44_100, 48_000, 32_000];
const KBITS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** The longest frame: 320 kbit/s at 32 kHz with padding. */
const MAX_FRAME = 1441;
const ID3_HEADER = 10;

/** The frame of MPEG audio layer III that begins here; undefined for anything else. */
function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return undefined;
  const version = (second >> 3) & 3; // 3 is MPEG 1, 2 is MPEG 2, 0 is MPEG 2.5
  const base = RATES[(third >> 2) & 3];
  const kbits = (version === 3 ? KBITS_1 : KBITS_2)[third >> 4];
  if (version === 1 || base === undefined || !kbits) return undefined;
  const rate = base >> (version === 3 ? 0 : version === 2 ? 1 : 2);
  const samples = version === 3 ? 1152 : 576;
  const length = Math.floor((samples * 125 * kbits) / rate) + ((third >> 1) & 1);
  return { bytes: length, samples, rate, key: ((second & 0x18) << 8) | (third & 0x0c) };
}

function id3SizeAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0x49 || bytes[at + 1] !== 0x44 || bytes[at + 2] !== 0x33) return 0;
  const size = bytes.subarray(at + 6, at + ID3_HEADER);
  if (size.some((byte) => byte > 0x7f)) return 0;
  return size.reduce((sum, byte) => sum * 128 + byte, 0) + ID3_HEADER;
}

/** How many frames the first one says there are (Xing and Info; VBRI), itself not counted. */
function statedFrames(frame: Buffer): number | undefined {
  // Behind the side information, whose length depends on version and channels.
  for (const at of [36, 21, 13]) {
    const mark = frame.toString('latin1', at, at + 4);
    if (mark !== 'Xing' && mark !== 'Info') continue;
    const hasFrames = frame.length >= at + 12 && (frame.readUInt32BE(at + 4) & 1) === 1;
    return hasFrames ? frame.readUInt32BE(at + 8) : undefined;
  }
  return frame.toString('latin1', 36, 40) === 'VBRI' && frame.length >= 54 ? frame.readUInt32BE(50) : undefined;
}

/** Takes an MP3 piece by piece and gives back its frames. */
export function createFramePicker() {
  let rest = Buffer.alloc(0);
  let skip = 0;
  let isInRow = false;
  let first: { frame: Frame; stated: number | undefined } | undefined;
  let frames = 0;

  /** What of the bytes seen so far is certain; `isLast` when no more come. */
  function pick(chunk: Uint8Array, isLast = false): Buffer {
    rest = Buffer.concat([rest, chunk]);
    const picked: Buffer[] = [];
    let at = 0;
    // A frame counts when it follows a frame or another one follows it: both have to be in sight.
    const enough = isLast ? 4 : 2 * MAX_FRAME + ID3_HEADER;
    while (skip > 0 || rest.length - at >= enough) {
      if (skip > 0) {
        const skipped = Math.min(skip, rest.length - at);
        at += skipped;
        skip -= skipped;
        if (skip > 0) break;
        continue;
      }
      const frame = frameAt(rest, at);
      const isOfOurs = frame && (!first || first.frame.key === frame.key) && at + frame.bytes <= rest.length;
      if (frame && isOfOurs && (isInRow || frameAt(rest, at + frame.bytes)?.key === frame.key)) {
        const bytes = rest.subarray(at, at + frame.bytes);
        first ??= { frame, stated: statedFrames(bytes) };
        picked.push(bytes);
        frames += 1;
        isInRow = true;
        at += frame.bytes;
        continue;
      }
      isInRow = false;
      skip = id3SizeAt(rest, at);
      if (skip === 0) at += 1;
    }
    const result = Buffer.concat(picked);
    rest = Buffer.from(rest.subarray(at));
    return result;
  }

  /** How many frames there were, and how long the first one says that all are. */
  function count(): { frames: number; promisedMs: number | undefined } {
    const { frame, stated } = first ?? {};
    const promisedMs = frame && stated ? Math.round((stated * frame.samples * 1000) / frame.rate) : undefined;
    return { frames, promisedMs };
  }

  return { pick, count };
}
