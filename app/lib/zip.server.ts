import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const ENCRYPTED = 0x0001;
const NAME_IS_UTF8 = 0x0800;

/** Why an archive was not read. */
export class ZipError extends Error {
  constructor(readonly reason: 'not_a_zip' | 'too_large' | 'unsafe_name') {
    super(reason);
    this.name = 'ZipError';
  }
}

export type ZipLimits = {
  entries: number;
  /** Bytes of one unpacked entry, and of all that are read from one archive. */
  entryBytes: number;
  totalBytes: number;
};

/** The wanted entries of a small archive in memory. */
export type ZipReader = {
  names: string[];
  /** An unpacked entry; undefined when there is none of that name. */
  read(name: string): Promise<Buffer | undefined>;
};

/**
 * Opens a ZIP archive that a stranger may have made. Sizes that the archive states are not believed: what
 * is unpacked is bounded while it is unpacked, and only entries that are asked for are unpacked at all.
 */
export function openZip(archive: Buffer, limits: ZipLimits): ZipReader {
  const directory = readDirectory(archive, limits.entries);
  let left = limits.totalBytes;
  return {
    names: [...directory.keys()],
    async read(name) {
      const entry = directory.get(name);
      if (!entry) return undefined;
      const packed = packedBytes(archive, entry);
      const allowed = Math.min(limits.entryBytes, left);
      const bytes = await unpack(packed, entry.method, allowed);
      if (crc32(bytes) !== entry.crc) throw new ZipError('not_a_zip');
      left -= bytes.length;
      return bytes;
    },
  };
}

type Entry = { method: number; crc: number; packedSize: number; offset: number };

function readDirectory(archive: Buffer, maxEntries: number): Map<string, Entry> {
  // The end record is the last thing in the file, before a comment of at most 65535 bytes.
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > archive.length || archive.readUInt32LE(end) !== END_OF_DIRECTORY) {
    throw new ZipError('not_a_zip');
  }
  const count = archive.readUInt16LE(end + 10);
  if (count > maxEntries) throw new ZipError('too_large');
  const entries = new Map<string, Entry>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new ZipError('not_a_zip');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = entryName(archive.subarray(at + 46, at + 46 + nameLength), archive.readUInt16LE(at + 8));
    if (archive.readUInt16LE(at + 8) & ENCRYPTED) throw new ZipError('not_a_zip');
    if (leavesArchive(name)) throw new ZipError('unsafe_name');
    entries.set(name, {
      method: archive.readUInt16LE(at + 10),
      crc: archive.readUInt32LE(at + 16),
      packedSize: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * The name of an entry by its bytes and general flags. Without the flag for UTF-8 it is in the code page of who packed
 * it: on a Chinese Windows GBK, where macOS and others write UTF-8 and set nothing.
 */
export function entryName(bytes: Uint8Array, flags: number): string {
  if (flags & NAME_IS_UTF8) return new TextDecoder().decode(bytes);
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding.
    }
  }
  return Buffer.from(bytes).toString('latin1');
}

/** A name that would point outside if somebody unpacked it: absolute, with backslashes or with steps upwards. */
function leavesArchive(name: string): boolean {
  return /^\/|^[A-Za-z]:|\\|\u0000/.test(name) || name.split('/').includes('..');
}

function packedBytes(archive: Buffer, entry: Entry): Buffer {
  const at = entry.offset;
  if (at + 30 > archive.length || archive.readUInt32LE(at) !== LOCAL_HEADER) throw new ZipError('not_a_zip');
  const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  if (start + entry.packedSize > archive.length) throw new ZipError('not_a_zip');
  return archive.subarray(start, start + entry.packedSize);
}

async function unpack(packed: Buffer, method: number, maxBytes: number): Promise<Buffer> {
  if (method === 0) {
    if (packed.length > maxBytes) throw new ZipError('too_large');
    return packed;
  }
  if (method !== 8 || maxBytes < 1) throw new ZipError(method === 8 ? 'too_large' : 'not_a_zip');
  try {
    return await inflate(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ZipError(isTooLarge ? 'too_large' : 'not_a_zip');
  }
}
