import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import busboy from 'busboy';
import { AppError, orDiskFull } from '~/lib/errors';
import { boundMarks, clip } from '~/lib/text';
import { discardTemporary, temporaryDirectory, temporaryPath } from '~/lib/temporary-files.server';
import { hasBytes, roomForBody } from './receiving.server';
import { readNoFurther } from './request.server';

export type UploadLimits = {
  /** Of one file. */
  maxFileBytes: number;
  maxFiles: number;
  /** Of all files together, counted while they come. */
  maxTotalBytes?: number;
  /** A file that is too large is told by its own `isTooLarge` and costs the others nothing. */
  isEachForItself?: boolean;
  /** How many plain fields. */
  maxFields?: number;
  /** Of one plain field, in bytes. */
  maxFieldBytes?: number;
  /** Of all plain fields together, in bytes. */
  maxTextBytes?: number;
};

export type TextLimits = Pick<UploadLimits, 'maxFields' | 'maxFieldBytes' | 'maxTextBytes'>;

/**
 * A page of a paper with ten answers of 20,000 Chinese characters, or 2,000 students ticked, fits well. A page that is
 * refused gives back what was sent, which the thread that answers everybody writes out.
 */
const WHOLE_FORM: Required<TextLimits> = {
  maxFields: 5000,
  maxFieldBytes: 128 * 1024,
  maxTextBytes: 1024 * 1024,
};

/** For calls that take whole papers as a form; nothing of it is drawn again. */
export const CALL_FORM: Required<TextLimits> = {
  maxFields: 5000,
  maxFieldBytes: 1024 * 1024,
  maxTextBytes: 4 * 1024 * 1024,
};

/** For forms that anybody may send: a name, a password, a link. */
export const SMALL_FORM: Required<TextLimits> = { maxFields: 100, maxFieldBytes: 16 * 1024, maxTextBytes: 64 * 1024 };

/** Of such a form as it travels, its fields' names and what stands around them in it. */
const SMALL_BODY_BYTES = 4 * SMALL_FORM.maxTextBytes;
const isSmall = ({ maxTextBytes }: Required<TextLimits>) => maxTextBytes <= SMALL_FORM.maxTextBytes;

export type UploadedFile = {
  /** Name of the file input. */
  field: string;
  /** The file's own name, cleaned: no path, no control characters, at most 100 characters. */
  name: string;
  /** The temporary file. */
  path: string;
  size: number;
  /** Only with `isEachForItself`: it went beyond maxFileBytes, its bytes are not all here. */
  isTooLarge: boolean;
};

export type Uploads = {
  /** The plain fields only. */
  form: FormData;
  /**
   * The files. When one was too large, there were too many or the disk is full, reading this throws that refusal (at the
   * field), so inside answerForm it becomes a problem of the same page and the typed fields are kept.
   */
  readonly files: UploadedFile[];
  /** That refusal, for a form whose other fields are taken all the same. */
  readonly refusal: AppError | null;
  /** Removes the temporary files that were not stored; call it in a finally. */
  discard(): Promise<void>;
};

/** Reads a form's body as readMultipart does, works on it and removes the temporary files that were not stored. */
export async function withMultipart<T>(
  request: Request,
  limits: UploadLimits,
  work: (uploads: Uploads) => Promise<T>,
): Promise<T> {
  const uploads = await readMultipart(request, limits);
  try {
    return await work(uploads);
  } finally {
    await uploads.discard();
  }
}

/**
 * Reads a form's body, its files streamed to the temporary directory. A form without files (urlencoded)
 * gives its fields, so one action serves both. File inputs left empty are ignored.
 * @throws AppError invalid when the body breaks off, too_large for the fields; nothing is left behind then
 */
export async function readMultipart(request: Request, limits: UploadLimits): Promise<Uploads> {
  const type = request.headers.get('Content-Type') ?? '';
  const whole = { isEachForItself: false, maxTotalBytes: Infinity, ...WHOLE_FORM, ...limits };
  if (!request.body) return { form: new FormData(), files: [], refusal: null, discard: async () => undefined };
  if (!/^multipart\/form-data\b/i.test(type)) {
    return {
      form: await readFields(request, request.body, whole),
      files: [],
      refusal: null,
      discard: async () => undefined,
    };
  }
  return readParts(request, request.body, whole);
}

/**
 * The texts of a form whose files nobody wants. This is how every page reads its form: what Node itself offers takes
 * any number of fields and holds the whole body.
 */
export async function readTexts(request: Request, limits: TextLimits = WHOLE_FORM): Promise<FormData> {
  const uploads = await readMultipart(request, { ...limits, maxFileBytes: 0, maxFiles: 0, isEachForItself: true });
  await uploads.discard();
  return uploads.form;
}

/** No field is called anything longer. */
const MAX_NAME_BYTES = 1000;
const TOO_MUCH = '表单的内容太多了，没有保存。请返回上一页，删去一些后再提交。';
const MALFORMED = '文件名里有不能用的字符，没有上传。请改一个文件名再传。';
const INTERRUPTED = '上传中断了，请检查网络后重新上传。';

async function readParts(request: Request, body: ReadableStream, limits: Required<UploadLimits>): Promise<Uploads> {
  const form = new FormData();
  const arriving: (UploadedFile & { written: Promise<void> })[] = [];
  // The rest is still read after either, so that the browser shows the answer and not a broken connection.
  let refusedForm: AppError | undefined;
  let refusedFile: AppError | undefined;
  const refuseForm = (message: string) => (refusedForm ??= new AppError('too_large', message));
  const refuseFile = (field: string, message: string) =>
    (refusedFile ??= new AppError('too_large', message, { [field]: message }));
  const refuseCount = (field: string) => refuseFile(field, `一次最多上传 ${limits.maxFiles} 个文件。`);

  temporaryDirectory();
  const parser = createParser(request, limits);
  let [textBytes, totalBytes] = [0, 0];
  /** Of its files; taken with the first byte of one. */
  let room: Promise<() => void> | undefined;
  parser.on('field', (bytes, value, info) => {
    const name = Buffer.from(bytes, 'latin1').toString('utf8');
    textBytes += bytes.length + Buffer.byteLength(value);
    if (textBytes > limits.maxTextBytes || bytes.length > MAX_NAME_BYTES) refuseForm(TOO_MUCH);
    if (refusedForm) return;
    if (info.valueTruncated || info.nameTruncated) refusedForm = tooLong(name);
    form.append(name, storable(value));
  });
  parser.on('fieldsLimit', () => refuseForm(TOO_MUCH));
  parser.on('partsLimit', () => refuseForm(TOO_MUCH));
  parser.on('filesLimit', () => refuseForm(`一次最多上传 ${limits.maxFiles} 个文件。`));
  parser.on('file', (field, stream, info) => {
    // When the client goes away the stream fails too; the pipeline below reports it.
    stream.on('error', () => undefined);
    const name = cleanFileName(decodeFileName(info.filename ?? ''));
    if (name !== '' && arriving.filter(isChosen).length >= limits.maxFiles) refuseCount(field);
    if (refusedForm || refusedFile) {
      stream.resume();
      return;
    }
    const file = { field, name, path: temporaryPath(), size: 0, isTooLarge: false };
    const written = hasBytes(stream)
      .then((isThere) => (isThere ? (room ??= roomForBody(request, limits.maxFileBytes)) : undefined))
      .then(() => write(file, stream))
      // A full disk, or no room, refuses the file alone: the rest of the form is still read. Anything else ends it.
      .catch((error: unknown) => {
        const refused = orDiskFull(error);
        if (!(refused instanceof AppError)) {
          parser.destroy(error as Error);
          throw error;
        }
        refusedFile ??= new AppError(refused.code, refused.message, { [field]: refused.message });
        stream.unpipe();
        stream.resume();
      });
    written.catch(() => undefined);
    arriving.push(Object.assign(file, { written }));
    stream.on('limit', () => {
      if (limits.isEachForItself) file.isTooLarge = true;
      else refuseFile(field, `文件太大了，每个文件最大 ${formatMb(limits.maxFileBytes)}。`);
    });
  });

  const write = (file: UploadedFile, stream: Readable) => {
    const target = createWriteStream(file.path, { flags: 'wx' });
    stream.on('data', (chunk: Buffer) => {
      file.size += chunk.length;
      totalBytes += chunk.length;
      if (totalBytes > limits.maxTotalBytes) {
        refuseForm(`一次上传的文件合起来最大 ${formatMb(limits.maxTotalBytes)}，请分几次上传。`);
      }
    });
    stream.on('error', (error: Error) => target.destroy(error));
    if (stream.destroyed && !stream.readableEnded) target.destroy(stream.errored ?? new Error(INTERRUPTED));
    stream.pipe(target);
    return finished(target);
  };
  const discard = async () => {
    await discardTemporary(...arriving.map((file) => file.path));
    (await room?.catch(() => undefined))?.();
  };
  try {
    // What is refused already is not taken apart any further; of whoever may send little it is not read on either.
    let bodyBytes = 0;
    const transform = (chunk: Buffer, _encoding: string, done: TransformCallback) => {
      bodyBytes += chunk.length;
      if (isSmall(limits) && bodyBytes > SMALL_BODY_BYTES) refuseForm(TOO_MUCH);
      if (!refusedForm) done(null, chunk);
      else if (isSmall(limits)) done(new Error(TOO_MUCH));
      else done();
    };
    const gate = new Transform({ transform });
    await pipeline(Readable.fromWeb(body as NodeReadableStream), gate, parser);
    await Promise.all(arriving.map((file) => file.written));
    if (refusedForm) throw refusedForm;
  } catch (error) {
    await Promise.allSettled(arriving.map((file) => file.written));
    await discard();
    if (refusedForm && isSmall(limits)) readNoFurther(request);
    if (refusedForm) throw refusedForm;
    throw error instanceof AppError ? error : failure(error);
  }
  const files = arriving
    .filter(isChosen)
    .map(({ field, name, path, size, isTooLarge }) => ({ field, name, path, size, isTooLarge }));
  if (files.length > limits.maxFiles) refuseCount(files[0]?.field ?? '');
  if (refusedFile) await discard();
  else await discardTemporary(...arriving.filter((file) => !isChosen(file)).map((file) => file.path));
  return {
    form,
    get files() {
      if (refusedFile) throw refusedFile;
      return files;
    },
    refusal: refusedFile ?? null,
    discard,
  };
}

/** A file input left empty is sent as a file without name and bytes. */
function isChosen(file: UploadedFile): boolean {
  return file.name !== '' || file.size > 0;
}

function createParser(request: Request, limits: Required<UploadLimits>) {
  try {
    return busboy({
      headers: { 'content-type': request.headers.get('Content-Type') ?? '' },
      // The bytes of names as they came: see decodeFileName.
      defParamCharset: 'latin1',
      limits: {
        // Busboy stops at the limit itself; a file of just that size is still right.
        fileSize: limits.maxFileBytes + 1,
        // Empty file inputs count as files here.
        files: limits.maxFiles + 50,
        parts: limits.maxFiles + 50 + limits.maxFields,
        fields: limits.maxFields,
        fieldSize: limits.maxFieldBytes,
      },
    });
  } catch {
    throw new AppError('invalid', '上传的内容无法读取，请重新提交。');
  }
}

function formatMb(bytes: number): string {
  const mb = Math.floor(bytes / (1024 * 1024));
  return mb > 0 && mb % 1024 === 0 ? `${mb / 1024} GB` : `${mb} MB`;
}

/** What went wrong below: a full disk stays what it is, everything else is the client's body. */
function failure(error: unknown): unknown {
  const refusal = orDiskFull(error);
  if (refusal !== error) return refusal;
  const code = (error as { code?: string } | null)?.code;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EMFILE' || code === 'EIO') return error;
  if ((error as { message?: string } | null)?.message === 'Malformed part header')
    return new AppError('invalid', MALFORMED);
  return new AppError('invalid', INTERRUPTED);
}

function tooLong(name: string): AppError {
  return new AppError('too_large', `“${clip(name, 20)}”的内容太长了，没有保存。请返回上一页，删短后再提交。`);
}

/**
 * Without NUL: nobody sees it, and PostgreSQL keeps it in no text. Halves of surrogate pairs are no UTF-8 already. Nor
 * with more marks on a sign than any script has. Lines end as they did in the field: a form travels with CR LF, and a
 * page that gives a text back so loses its first line end.
 */
const storable = (text: string) =>
  boundMarks(text.includes('\0') ? text.replaceAll('\0', '') : text).replace(/\r\n?/g, '\n');

const AMPERSAND = 38;

/** A urlencoded form, field by field as it comes; the rest of one that is too much is read and dropped. */
async function readFields(request: Request, body: ReadableStream, limits: Required<TextLimits>): Promise<FormData> {
  const form = new FormData();
  let [size, fields, textBytes] = [0, 0, 0];
  let refusal: AppError | undefined;
  /** The beginning of a field whose end has not come. */
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  const take = (bytes: Uint8Array) => {
    for (const [name, value] of new URLSearchParams(Buffer.from(bytes).toString('utf8'))) {
      fields += 1;
      const [nameBytes, valueBytes] = [Buffer.byteLength(name), Buffer.byteLength(value)];
      textBytes += nameBytes + valueBytes;
      const isTooMuch = fields > limits.maxFields || textBytes > limits.maxTextBytes || nameBytes > MAX_NAME_BYTES;
      if (isTooMuch) refusal = new AppError('too_large', TOO_MUCH);
      else if (valueBytes > limits.maxFieldBytes) refusal = tooLong(name);
      if (refusal) return;
      form.append(name, storable(value));
    }
  };
  try {
    for await (const chunk of Readable.fromWeb(body as NodeReadableStream) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      // Whoever sends so little is not read on; what comes is dropped while the answer is on its way.
      if (refusal && isSmall(limits)) {
        readNoFurther(request);
        break;
      }
      if (refusal) continue;
      const end = chunk.lastIndexOf(AMPERSAND);
      begun.push(end < 0 ? chunk : chunk.subarray(0, end));
      begunBytes += chunk.length;
      // Every byte may be written as three.
      if (begunBytes > limits.maxTextBytes * 3) refusal = new AppError('too_large', TOO_MUCH);
      if (end < 0 || refusal) continue;
      take(Buffer.concat(begun));
      begun = [chunk.subarray(end + 1)];
      begunBytes = chunk.length - end - 1;
    }
  } catch {
    throw new AppError('invalid', INTERRUPTED);
  }
  if (!refusal) take(Buffer.concat(begun));
  if (refusal) throw refusal;
  // An aborted body ends like a whole one; its length tells.
  const announced = request.headers.get('Content-Length');
  if (announced !== null && Number(announced) !== size) throw new AppError('invalid', INTERRUPTED);
  return form;
}

/**
 * A file's name out of the bytes it came in: UTF-8 from browsers, GB 18030 from old Chinese programs, percent codes
 * from some phones. Browsers write a quote as %22.
 */
export function decodeFileName(raw: string): string {
  const isDecoded = /[^\u0000-\u00ff]/.test(raw);
  const text = isDecoded || !/[\u0080-\u00ff]/.test(raw) ? raw : decodeBytes(Buffer.from(raw, 'latin1'), raw);
  if (/%[C-Fc-f][0-9A-Fa-f]%[89ABab][0-9A-Fa-f]/.test(text)) {
    try {
      return decodeURIComponent(text);
    } catch {
      // A per cent sign that means itself.
    }
  }
  return text.replace(/%22/g, '"');
}

function decodeBytes(bytes: Uint8Array, fallback: string): string {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding.
    }
  }
  return fallback;
}

/** A file's name as it may be kept and shown: no path, no control or direction characters; Chinese stays. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? '';
  const clean = last
    .normalize('NFC')
    // Control, zero-width and direction-changing characters: "gpj.exe" must not be able to read "exe.jpg".
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim();
  if (clean === '' || /^\.+$/.test(clean)) return '';
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 && clean.length - dot <= 12 ? clean.slice(dot) : '';
  return `${clip(clean.slice(0, clean.length - extension.length), 100)}${extension}`;
}

/** The bytes of an uploaded file, for those that are read whole. */
export function uploadedBytes(file: UploadedFile): Promise<Buffer> {
  return readFile(file.path);
}
