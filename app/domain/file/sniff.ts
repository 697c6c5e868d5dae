/**
 * What a file is by its first bytes; its name and the type the browser claims are never asked.
 * Only the types the school deals with are known; `undefined` is everything else.
 */
export type Sniffed =
  | { family: 'image'; format: 'jpeg' | 'png' | 'webp' | 'heif' | 'gif' }
  /** `demuxer` is ffmpeg's name for the container: it is never left to guess. */
  | { family: 'media'; demuxer: 'matroska' | 'mov' | 'mp3' | 'wav' | 'ogg' | 'flac' | 'amr' | 'aac' | 'caf' | 'aiff' }
  | { family: 'document'; mime: 'application/pdf' | 'application/zip' | 'application/x-cfb' }
  | { family: 'program' };

/** How many bytes `sniff` wants to see. */
export const SNIFF_BYTES = 4096;

export function sniff(head: Uint8Array): Sniffed | undefined {
  const ascii = (start: number, end: number) => String.fromCharCode(...head.subarray(start, end));
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);

  if (starts(0xff, 0xd8, 0xff)) return { family: 'image', format: 'jpeg' };
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { family: 'image', format: 'png' };
  if (ascii(0, 4) === 'GIF8') return { family: 'image', format: 'gif' };
  if (ascii(0, 4) === 'RIFF' || ascii(0, 4) === 'RF64') {
    if (ascii(8, 12) === 'WEBP') return { family: 'image', format: 'webp' };
    if (ascii(8, 12) === 'WAVE') return { family: 'media', demuxer: 'wav' };
    return undefined;
  }
  if (ascii(4, 8) === 'ftyp') {
    return /^(heic|heix|hevc|heim|heis|mif1|msf1|avif|avis)$/.test(ascii(8, 12))
      ? { family: 'image', format: 'heif' }
      : { family: 'media', demuxer: 'mov' };
  }
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return { family: 'media', demuxer: 'matroska' };
  if (ascii(0, 4) === 'OggS') return { family: 'media', demuxer: 'ogg' };
  if (ascii(0, 4) === 'fLaC') return { family: 'media', demuxer: 'flac' };
  if (ascii(0, 5) === '#!AMR') return { family: 'media', demuxer: 'amr' };
  if (ascii(0, 4) === 'caff') return { family: 'media', demuxer: 'caf' };
  if (ascii(0, 4) === 'FORM' && /^AIF[FC]$/.test(ascii(8, 12))) return { family: 'media', demuxer: 'aiff' };
  if (ascii(0, 3) === 'ID3') return { family: 'media', demuxer: 'mp3' };
  // Frame syncs: ADTS has layer 00, MPEG audio any other layer with a valid bit rate and sampling rate.
  const [first = 0, second = 0, third = 0] = head;
  if (first === 0xff && (second & 0xf6) === 0xf0) return { family: 'media', demuxer: 'aac' };
  if (
    first === 0xff &&
    (second & 0xe0) === 0xe0 &&
    (second & 0x06) !== 0 &&
    third >> 4 !== 15 &&
    (third & 0x0c) !== 0x0c
  ) {
    return { family: 'media', demuxer: 'mp3' };
  }
  if (ascii(0, 5) === '%PDF-') return { family: 'document', mime: 'application/pdf' };
  if (starts(0x50, 0x4b, 0x03, 0x04)) return { family: 'document', mime: 'application/zip' };
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return { family: 'document', mime: 'application/x-cfb' };
  if (starts(0x7f, 0x45, 0x4c, 0x46) || ascii(0, 2) === 'MZ' || ascii(0, 2) === '#!') return { family: 'program' };
  return undefined;
}
