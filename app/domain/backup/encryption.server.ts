import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { isSystemError, naming } from '~/lib/file-errors.server';
import { TarError } from '~/lib/tar.server';

/** Backups under a passphrase, in the form of age (age-encryption.org): the program `age -d` opens them too. */

/** What is asked of a passphrase that is new. */
export const MIN_PASSPHRASE = 10;

const AGE = 'age-encryption.org/v1';
const GZIP = Buffer.from([0x1f, 0x8b]);
const CHUNK = 256 * 1024;

/** Why an archive under a passphrase was not opened; the message is a sentence for the person who asked. */
export class PassphraseError extends Error {}

/** Whether a file is under a passphrase. */
export async function isEncrypted(file: string): Promise<boolean> {
  return (await headOf(file)).toString('latin1').startsWith(AGE);
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * The bytes of an archive, opened with its passphrase where it is under one, unpacked where somebody packed it.
 * @throws PassphraseError without the passphrase or with another; TarError on the way when the file is damaged
 */
export async function openArchive(file: string, passphrase: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  const plain = createReadStream(file, { highWaterMark: CHUNK });
  if ((await headOf(file)).subarray(0, 2).equals(GZIP)) {
    const unpacked = createGunzip();
    plain.once('error', (error) => unpacked.destroy(error));
    return damagedAsSentence(plain.pipe(unpacked));
  }
  if (!(await isEncrypted(file))) return plain;
  if (!passphrase) {
    plain.destroy();
    throw new PassphraseError('这份备份有口令。请设环境变量 KAOPING_BACKUP_PASSPHRASE 再运行一次。');
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return damagedAsSentence(iterable(await decrypter.decrypt(pulledFrom(plain))));
  } catch (error) {
    plain.destroy();
    const isWrong = error instanceof Error && /no identity matched/.test(error.message);
    if (isWrong)
      throw new PassphraseError('口令不对，或者备份文件的开头坏了：打不开。请核对口令；口令没错就换一份备份。');
    if (isSystemError(error)) throw error;
    throw new TarError('备份文件已损坏，或者不完整。');
  }
}

/**
 * A web stream that reads when it is asked to. Node's own (Readable.toWeb) pushes: what it had in hand when a damaged
 * byte ended the reading came to a closed stream, and that error was nobody's to catch.
 */
function pulledFrom(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (isCancelled) return;
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        isCancelled = true;
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Node.js iterates over web streams; the types of browsers do not know it. */
const iterable = (stream: ReadableStream<Uint8Array>) => stream as unknown as AsyncIterable<Uint8Array>;

async function* damagedAsSentence(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    // gunzip's own have a number, and no call of the system.
    if (isSystemError(error)) throw error;
    throw new TarError('备份文件已损坏，或者不完整。');
  }
}

/** Where an archive's bytes go, one after the other. */
export type Sink = {
  write(bytes: Uint8Array): Promise<void>;
  /** After the last byte. */
  end(): Promise<void>;
  /** Instead of it. */
  abandon(): Promise<void>;
};

/** Writes into a file of this name, under the passphrase if there is one. */
export async function sinkInto(handle: FileHandle, file: string, passphrase: string | undefined): Promise<Sink> {
  const put = (bytes: Uint8Array) => naming(file, () => writeAll(handle, bytes));
  if (!passphrase) {
    const nothing = () => Promise.resolve();
    return { write: put, end: nothing, abandon: nothing };
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const encrypted = await encrypter.encrypt(readable);
  const pump = (async () => {
    for await (const chunk of iterable(encrypted)) await put(chunk);
  })();
  // Heard by whoever writes next.
  pump.catch(() => undefined);
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  /** A stream whose other end failed says nothing of why: the pump does. */
  const orWhy = (step: Promise<void>) =>
    Promise.race([step, pump]).catch(async (error: unknown) => {
      await pump;
      throw error;
    });
  return {
    write: (bytes) => orWhy(writer.write(bytes)),
    async end() {
      await orWhy(writer.close());
      await pump;
    },
    async abandon() {
      await writer.abort().catch(() => undefined);
      await pump.catch(() => undefined);
    },
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
}
