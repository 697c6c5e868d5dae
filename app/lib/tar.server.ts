import type { FileHandle } from 'node:fs/promises';

/**
 * Archives in the plain ustar form, which every system opens (`tar -xf`). Reading is strict: whatever this writer
 * would not have written, one flipped bit in the padding included, is an error.
 */

const BLOCK = 512;
const CHUNK = 256 * 1024;
/** Above it the size is written in binary, as GNU tar and bsdtar do. */
const MAX_OCTAL_SIZE = 0o77777777777;

/** Why an archive was not read; the message is a sentence for the person who asked. */
export class TarError extends Error {}

/** One file's header: owner-readable, no owner named. `modifiedAt` in UTC milliseconds. */
export function tarHeader(name: string, size: number, modifiedAt: number): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new Error(`Not a name for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0, 'latin1');
  header.write(octal(0o600, 7), 100, 'latin1');
  header.write(octal(0, 7), 108, 'latin1');
  header.write(octal(0, 7), 116, 'latin1');
  if (size <= MAX_OCTAL_SIZE) {
    header.write(octal(size, 11), 124, 'latin1');
  } else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(octal(Math.floor(modifiedAt / 1000), 11), 136, 'latin1');
  header.write('        0', 148, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** What follows a file of this size. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** What ends an archive. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK);
}

export type TarEntry = { name: string; size: number; modifiedAt: number; content: AsyncIterable<Buffer> };

/**
 * The files of an archive in order. Each one's content has to be read before the next is asked for.
 * @throws TarError for a truncated or damaged archive
 */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  let position = 0;
  const read = async (length: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, position);
      if (bytesRead === 0) throw new TarError('备份文件不完整：它在中途断了（没有写完，或没有复制完）。');
      filled += bytesRead;
      position += bytesRead;
    }
    return buffer;
  };
  for (;;) {
    const at = position;
    const header = await read(BLOCK);
    if (isZero(header)) {
      if (!isZero(await read(BLOCK))) throw damaged(at);
      const { size } = await file.stat();
      if (size !== position) throw damaged(position);
      return;
    }
    const { name, size, modifiedAt } = parseHeader(header, at);
    let left = size;
    async function* content() {
      while (left > 0) {
        const chunk = await read(Math.min(CHUNK, left));
        left -= chunk.length;
        yield chunk;
      }
    }
    yield { name, size, modifiedAt, content: content() };
    if (left > 0) throw new Error(`${name} was not read to its end`);
    if (!isZero(await read(tarPadding(size).length))) throw damaged(position);
  }
}

function parseHeader(header: Buffer, at: number) {
  const text = (start: number, length: number) => header.toString('latin1', start, start + length).split('\0')[0] ?? '';
  const name = text(0, 100);
  const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : parseInt(text(124, 12), 8);
  const modifiedAt = parseInt(text(136, 12), 8) * 1000;
  try {
    if (tarHeader(name, size, modifiedAt).equals(header)) return { name, size, modifiedAt };
  } catch {
    // Numbers and names that no header holds.
  }
  throw damaged(at);
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);
const damaged = (position: number) => new TarError(`备份文件已损坏（第 ${position} 字节附近）。`);
