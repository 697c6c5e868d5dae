import { open } from 'node:fs/promises';
import { entryName } from '~/lib/zip.server';

export type ZipEntry = { name: string; unpackedSize: number };

const END_BYTES = 22 + 0xffff;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;

/** Names and declared sizes of what a zip file holds, from its directory alone; null when it has none. */
export async function readZipEntries(path: string): Promise<ZipEntry[] | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const tail = await readAt(file, Math.max(0, size - END_BYTES), Math.min(size, END_BYTES));
    const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
    if (end < 0 || end + 22 > tail.length) return null;
    const directorySize = tail.readUInt32LE(end + 12);
    const directoryStart = tail.readUInt32LE(end + 16);
    if (directorySize > MAX_DIRECTORY_BYTES || directoryStart + directorySize > size) return null;
    return parseDirectory(await readAt(file, directoryStart, directorySize));
  } finally {
    await file.close();
  }
}

/** What an OpenDocument or EPUB file says it is: its first entry, stored as it is; undefined for other archives. */
export async function readZipMimetype(path: string): Promise<string | undefined> {
  const file = await open(path, 'r');
  try {
    const head = await readAt(file, 0, 128);
    if (head.length < 38 || head.readUInt16LE(8) !== 0 || head.toString('latin1', 30, 38) !== 'mimetype')
      return undefined;
    const start = 38 + head.readUInt16LE(28);
    return head.toString('latin1', start, start + head.readUInt32LE(22)).trim();
  } finally {
    await file.close();
  }
}

async function readAt(file: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function parseDirectory(directory: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: entryName(directory.subarray(at + 46, at + 46 + nameLength), directory.readUInt16LE(at + 8)),
      unpackedSize: directory.readUInt32LE(at + 24),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}
