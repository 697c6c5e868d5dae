import { open } from 'node:fs/promises';

// A directory this long is no document of a school.
const MAX_DIRECTORY_SECTORS = 4096;
const ENTRY_BYTES = 128;

/** Names of the streams and storages in an OLE file (doc, xls, ppt, wps …); null when it is damaged. */
export async function readOleNames(path: string): Promise<Set<string> | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const readAt = async (position: number, length: number) => {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await file.read(buffer, 0, length, position);
      return bytesRead === length ? buffer : null;
    };
    const header = await readAt(0, 512);
    const shift = header?.readUInt16LE(30);
    if (!header || (shift !== 9 && shift !== 12)) return null;
    const sectorBytes = 1 << shift;
    const perSector = sectorBytes / 4;
    const sector = (number: number) => {
      const position = (number + 1) * sectorBytes;
      // The last sector of a file may be cut short.
      return position >= size ? Promise.resolve(null) : readAt(position, Math.min(sectorBytes, size - position));
    };
    const next = async (number: number) => {
      const index = Math.floor(number / perSector);
      // Tables beyond the first 109 belong to files above 7 MB; their directory usually starts the chain all the same.
      if (index >= 109) return END;
      const table = await sector(header.readUInt32LE(76 + index * 4));
      const at = (number % perSector) * 4;
      return table && at + 4 <= table.length ? table.readUInt32LE(at) : END;
    };
    const names = new Set<string>();
    let number = header.readUInt32LE(48);
    for (let count = 0; number < END && count < MAX_DIRECTORY_SECTORS; count += 1) {
      const entries = await sector(number);
      if (!entries) break;
      for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
        const length = Math.min(64, entries.readUInt16LE(at + 64));
        if (length > 2) names.add(entries.toString('utf16le', at, at + length - 2));
      }
      number = await next(number);
    }
    return names.size > 0 ? names : null;
  } finally {
    await file.close();
  }
}

/** What ends a chain of sectors. */
const END = 0xfffffffa;
