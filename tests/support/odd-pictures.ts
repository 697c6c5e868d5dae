import { deflateSync, crc32 } from 'node:zlib';

/** Pictures with more parts than anybody needs: small files that keep a decoder busy or fill its memory. */

/** A grey progressive JPEG, 64 pixels a side, whose coefficients come bit by bit: so many scans (883 at most), all of them right. */
export function makeScans(count: number): Buffer {
  const segment = (marker: number, body: number[]) =>
    Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body]);
  const table = (id: number, lengths: number[], symbols: number[]) =>
    segment(0xc4, [id, ...lengths, ...Array<number>(16 - lengths.length).fill(0), ...symbols]);
  const scan = (coefficient: number, high: number, low: number, data: Buffer) =>
    Buffer.concat([segment(0xda, [1, 1, 0, coefficient, coefficient, (high << 4) | low]), data]);
  // Every block by its own code: "no difference", "nothing more".
  const first = scan(0, 0, 0, Buffer.alloc(8));
  const bits = Array.from({ length: 63 * 14 }, (_, index) => [1 + Math.floor(index / 14), 13 - (index % 14)] as const);
  const others = bits.map(([coefficient, low]) =>
    scan(coefficient, low === 13 ? 0 : low + 1, low, Buffer.alloc(16, 0xaa)),
  );
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, 0, 64, 0, 64, 1, 1, 0x11, 0]),
    table(0x00, [1], [0]),
    table(0x10, [1, 1], [0xe0, 0x00]),
    first,
    ...others.slice(0, count - 1),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A PNG with so many packed texts of a million letters before its picture. */
export function withPackedTexts(png: Buffer, count: number): Buffer {
  const text = deflateSync(Buffer.alloc(1_000_000, 'a'));
  const body = Buffer.concat([Buffer.from('zTXtk\0\0', 'latin1'), text]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  const chunk = Buffer.concat([length, body, check]);
  // Behind the signature and IHDR.
  return Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(count).fill(chunk), png.subarray(33)]);
}

/** An animated WebP that shows a picture so many times. */
export function repeatFrame(webp: Buffer, times: number): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(name), length, body]);
  };
  const whole = Buffer.from([63, 0, 0, 47, 0, 0]);
  const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(6), whole, Buffer.from([10, 0, 0, 0]), webp.subarray(12)]));
  const head = [chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), whole])), chunk('ANIM', Buffer.alloc(6))];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...head, ...Array<Buffer>(times).fill(frame)]));
}
