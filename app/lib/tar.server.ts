/**
 * Archives in the plain ustar form, which every system opens (`tar -xf`). Reading is strict: one flipped bit is an
 * error, in the padding too.
 */

const BLOCK = 512;
const CHUNK = 256 * 1024;
/** Above it the size is written in binary, as GNU tar and bsdtar do. */
const MAX_OCTAL_SIZE = 0o77777777777;

/** Why an archive was not read; the message is a sentence for the person who asked. */
export class TarError extends Error {}
class CutOff extends TarError {
  constructor(readonly rest: Buffer) {
    super('备份文件不完整：它在中途断了（没有写完，或没有复制完）。');
  }
}
class Damaged extends TarError {}

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
 * The files of an archive in order. Each one's content has to be read before the next is asked for. An archive that
 * another program packed again (GNU tar, bsdtar: folders, `./`, owners, pax headers) is read too. Where `onDamage` is
 * given it is told of what is damaged between the files, and reading goes on with the next header that is whole.
 * @throws TarError for a truncated or damaged archive
 */
export async function* readTar(
  archive: AsyncIterable<Uint8Array>,
  onDamage?: (position: number) => void,
): AsyncGenerator<TarEntry> {
  const tell = (position: number) => {
    if (!onDamage) throw damaged(position);
    onDamage(position);
  };
  const source = readerOf(archive);
  let extended: Extended = {};
  for (;;) {
    const at = source.position();
    let header = await source.read(BLOCK);
    // After the last file come zeros: two blocks, and as many more as fill GNU tar's last record.
    const isEnd = isZero(header) && isZero((header = await source.read(BLOCK)));
    if (isEnd || source.position() !== at + BLOCK || isDamagedHeader(header, at)) {
      const { next, isAllZero } = await nextHeader(source, header);
      if (next !== null || !isAllZero) tell(at);
      if (next === null) return;
      extended = {};
      header = next;
    }
    const parsed = parseHeader(header, at);
    const size = extended.size ?? parsed.size;
    const name = (extended.name ?? parsed.name).replace(/^(\.\/)+/, '');
    let left = size;
    async function* content() {
      while (left > 0) {
        const chunk = await source.read(Math.min(CHUNK, left));
        left -= chunk.length;
        yield chunk;
      }
    }
    if (parsed.type === 'x' || parsed.type === 'g') {
      if (size > MAX_EXTENDED) throw damaged(at);
      const records = parseExtended(await source.read(size), at);
      if (parsed.type === 'x') extended = records;
    } else {
      extended = {};
      if (parsed.type === '0') {
        yield { name, size, modifiedAt: parsed.modifiedAt, content: content() };
        if (left > 0) throw new Error(`${name} was not read to its end`);
      } else if (parsed.type !== '5' || size > 0) {
        throw new TarError(`备份里有不认识的内容：${name}（不是普通文件）。`);
      }
    }
    if (!isZero(await source.read(tarPadding(size).length))) tell(source.position());
  }
}

/** Whether this is no header, though the archive is one: what is no archive has its own sentence. */
function isDamagedHeader(header: Buffer, at: number): boolean {
  try {
    parseHeader(header, at);
    return false;
  } catch (error) {
    if (error instanceof Damaged) return true;
    throw error;
  }
}

/** The next header that is whole, of this block and those after it, and whether there was nothing but zeros before. */
async function nextHeader(source: ReturnType<typeof readerOf>, block: Buffer) {
  let isAllZero = true;
  try {
    while (isZero(block) || isDamagedHeader(block, source.position())) {
      isAllZero &&= isZero(block);
      block = await source.read(BLOCK);
    }
    return { next: block, isAllZero };
  } catch (error) {
    if (error instanceof CutOff) return { next: null, isAllZero: isAllZero && isZero(error.rest) };
    throw error;
  }
}

/** Bytes of a stream by number. */
function readerOf(stream: AsyncIterable<Uint8Array>) {
  const chunks = stream[Symbol.asyncIterator]();
  let ready: Buffer = Buffer.alloc(0);
  let position = 0;
  const next = async () => {
    const { done, value } = await chunks.next();
    return done ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  };
  const take = (length: number) => {
    const part = ready.subarray(0, length);
    ready = ready.subarray(length);
    position += part.length;
    return part;
  };
  return {
    position: () => position,
    async read(length: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for (let missing = length; missing > 0;) {
        if (ready.length === 0) {
          const chunk = await next();
          if (!chunk) throw new CutOff(Buffer.concat(parts));
          ready = chunk;
          continue;
        }
        const part = take(missing);
        parts.push(part);
        missing -= part.length;
      }
      return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    },
  };
}

/** What a pax header says of the file after it; times and owners do not matter here. */
type Extended = { name?: string; size?: number };
const MAX_EXTENDED = 64 * 1024;

function parseExtended(bytes: Buffer, at: number): Extended {
  const found: Extended = {};
  for (let start = 0; start < bytes.length;) {
    const space = bytes.indexOf(0x20, start);
    const length = Number(bytes.toString('latin1', start, space));
    const record = bytes.subarray(start, start + length);
    if (space < 0 || !Number.isInteger(length) || length < 5 || record[record.length - 1] !== 0x0a) throw damaged(at);
    const [key = '', ...value] = record.toString('utf8', space - start + 1, length - 1).split('=');
    if (key === 'path') found.name = value.join('=');
    if (key === 'size') found.size = Number(value.join('='));
    if (/^GNU\.sparse/.test(key) || (found.size !== undefined && !Number.isSafeInteger(found.size))) throw damaged(at);
    start += length;
  }
  return found;
}

/** Every byte of a header counts in its sum, and the sum's own field has one form: a flipped bit is found. */
function parseHeader(header: Buffer, at: number) {
  const text = (start: number, length: number) => header.toString('latin1', start, start + length).split('\0')[0] ?? '';
  const blank = Buffer.from(header).fill(0x20, 148, 156);
  const sum = blank.reduce((total, byte) => total + byte, 0);
  const isSummed = header.toString('latin1', 148, 156) === `${sum.toString(8).padStart(6, '0')}\0 `;
  // The oldest form (v7) says nothing of itself: its sum has to do.
  const isTar = /^(ustar(\u000000|\u0020\u0020\0)|\0{8})$/.test(header.toString('latin1', 257, 265));
  const size = numberAt(header, 124, 12);
  const modifiedAt = numberAt(header, 136, 12) * 1000;
  const flag = header.toString('latin1', 156, 157);
  // GNU tar keeps times where POSIX keeps the beginning of a long name.
  const prefix = header.toString('latin1', 257, 265) === 'ustar\u000000' ? text(345, 155) : '';
  const name = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`;
  const packer = at === 0 && !isSummed ? packerOf(header) : undefined;
  if (packer !== undefined) throw new TarError(`这是用 ${packer} 打包的文件。请先把它解开，再用里面的备份文件。`);
  if (at === 0 && (!isTar || (!isSummed && text(257, 5) === '')))
    throw new TarError('这不是考评的备份文件，或者它的开头已损坏。');
  if (!isSummed || !isTar || !Number.isSafeInteger(size) || !Number.isFinite(modifiedAt)) throw damaged(at);
  return { name, size, modifiedAt, type: flag === '\0' ? '0' : flag };
}

/** How the files of other packers begin. */
const PACKERS: [name: string, head: number[]][] = [
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf]],
  ['RAR', [0x52, 0x61, 0x72, 0x21]],
];

function packerOf(bytes: Buffer): string | undefined {
  return PACKERS.find(([, head]) => head.every((byte, index) => bytes[index] === byte))?.[0];
}

/** A number of a header: octal digits, or binary where they do not suffice. */
function numberAt(header: Buffer, start: number, length: number): number {
  if (header[start] === 0x80) return Number(header.readBigUInt64BE(start + length - 8));
  const digits = header.toString('latin1', start, start + length).replace(/[\0 ]+$/, '');
  return /^[0-7]+$/.test(digits) ? parseInt(digits, 8) : NaN;
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);
const damaged = (position: number) => new Damaged(`备份文件已损坏（第 ${position} 字节附近）。`);
