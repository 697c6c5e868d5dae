import { AppError } from '~/lib/errors';
import { findSoundMs, probeStreams } from './audio.server';
import { officeMime } from './document.server';
import { readOleNames } from './ole-names.server';
import { decodeText, textEncodingOf } from './plain-text.server';
import { extensionOf, MIME } from './resource-types.rules';
import { sniff } from './sniff';
import { readZipEntries, readZipMimetype } from './zip-entries.server';

const refuse = (message: string) => new AppError('unsupported_type', message);

const PROGRAM = '不能上传程序文件。需要分发软件时，请先压缩成 zip。';
const SCRIPT = '不能上传脚本或网页文件（html、svg、js、bat 等）。需要分发时，请先压缩成 zip。';
const MACROS = '文档里带有宏，打开时可能运行程序。请另存为不带宏的文档后再上传。';
const UNKNOWN = '看不出这是什么文件。可以上传文档、演示、表格、图片、音频、视频，或压缩成 zip 后上传。';
const DAMAGED = '这个文件打不开，可能已损坏或没有传完整，请检查后重新上传。';

const IMAGE_MIMES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif', heif: 'image/heif' };
const SOUND_MIMES = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  amr: 'audio/amr',
  aac: 'audio/aac',
  caf: 'audio/x-caf',
  aiff: 'audio/aiff',
};

/**
 * A teaching resource by its content: documents, pictures, sound, film, archives. Programs, scripts, pages that a
 * browser would run (html, svg) and whatever cannot be told are refused. `name` only tells apart what is the same in
 * content: a list of values (csv) from other text, a script from prose.
 * @throws AppError unsupported_type
 */
export async function checkResource(
  path: string,
  head: Uint8Array,
  name: string,
): Promise<{ mime: string; durationMs?: number }> {
  const mime = await findMime(path, head, name);
  const found = sniff(head);
  // What is listened to says how long it takes before anybody loads it.
  const isSound = found?.family === 'media' && mime.startsWith('audio/');
  const durationMs = isSound ? await findSoundMs(path, found.demuxer) : undefined;
  return durationMs === undefined ? { mime } : { mime, durationMs };
}

async function findMime(path: string, head: Uint8Array, name: string): Promise<string> {
  // The marks of UTF-16 could also begin a sound file.
  const isMarked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isMarked && (await textEncodingOf(path, head))) return textMime(path, head, name);
  const found = sniff(head);
  switch (found?.family) {
    case 'program':
      throw refuse(PROGRAM);
    case 'image':
      return IMAGE_MIMES[found.format];
    case 'media':
      return mediaMime(path, head, found.demuxer, name);
    case 'document':
      if (found.mime === 'application/pdf') return found.mime;
      return found.mime === 'application/zip' ? zipMime(path) : oleMime(path);
    default:
      return signedMime(head) ?? textMime(path, head, name);
  }
}

type Demuxer = Extract<NonNullable<ReturnType<typeof sniff>>, { family: 'media' }>['demuxer'];

/** Containers hold sound or film; ffprobe looks, and where it cannot be run the name says. */
async function mediaMime(path: string, head: Uint8Array, demuxer: Demuxer, name: string): Promise<string> {
  if (demuxer !== 'matroska' && demuxer !== 'mov' && demuxer !== 'ogg') return SOUND_MIMES[demuxer];
  const streams = await probeStreams(path, demuxer);
  if (streams && !streams.hasSound && !streams.hasPictures) throw refuse(DAMAGED);
  const isFilm = streams ? streams.hasPictures : !/^(weba|mka|m4a|m4b|ogg|oga|opus)$/.test(extensionOf(name));
  const text = Buffer.from(head).toString('latin1');
  if (demuxer === 'ogg') return isFilm ? 'video/ogg' : 'audio/ogg';
  if (demuxer === 'matroska') {
    const isWebm = text.slice(0, 64).includes('webm');
    return isFilm ? (isWebm ? 'video/webm' : 'video/x-matroska') : 'audio/webm';
  }
  if (!isFilm) return 'audio/mp4';
  const brand = text.slice(8, 12);
  return brand === 'qt  ' ? 'video/quicktime' : brand.startsWith('3g') ? 'video/3gpp' : 'video/mp4';
}

const OPEN_DOCUMENTS = /^application\/(vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)|epub\+zip)$/;

async function zipMime(path: string): Promise<string> {
  const entries = await readZipEntries(path);
  if (!entries) throw refuse(DAMAGED);
  const names = entries.map((entry) => entry.name);
  const office = officeMime(entries);
  if (office) {
    if (names.some((name) => /(^|\/)vbaProject\.bin$/i.test(name))) throw refuse(MACROS);
    return office;
  }
  const stated = await readZipMimetype(path);
  if (stated && OPEN_DOCUMENTS.test(stated)) return stated;
  const isApp = names.includes('AndroidManifest.xml') || names.some((name) => /^META-INF\/MANIFEST\.MF$/i.test(name));
  if (isApp) throw refuse(PROGRAM);
  return 'application/zip';
}

async function oleMime(path: string): Promise<string> {
  const names = await readOleNames(path);
  if (!names) throw refuse(DAMAGED);
  if (names.has('_VBA_PROJECT')) throw refuse(MACROS);
  if (names.has('EncryptedPackage')) return MIME.encrypted;
  if (names.has('WordDocument')) return MIME.doc;
  if (names.has('PowerPoint Document')) return MIME.ppt;
  if (names.has('Workbook') || names.has('Book')) return MIME.xls;
  // Installers (msi) and mails are OLE files too.
  throw refuse(UNKNOWN);
}

/** What only a resource can be, by its first bytes. */
function signedMime(head: Uint8Array): string | undefined {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  const ascii = (start: number, end: number) => String.fromCharCode(...head.subarray(start, end));
  if (ascii(0, 6) === 'Rar!\u001a\u0007') return 'application/vnd.rar';
  if (starts(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return 'application/x-7z-compressed';
  if (starts(0x1f, 0x8b, 0x08)) return 'application/gzip';
  if (/^BZh[1-9]1AY&SY/.test(ascii(0, 10))) return 'application/x-bzip2';
  if (starts(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00)) return 'application/x-xz';
  if (ascii(257, 262) === 'ustar') return 'application/x-tar';
  if (ascii(0, 5) === '{\\rtf') return 'application/rtf';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'AVI ') return 'video/x-msvideo';
  if (ascii(0, 4) === 'FLV\u0001') return 'video/x-flv';
  if (starts(0x00, 0x00, 0x01, 0xba) || starts(0x00, 0x00, 0x01, 0xb3)) return 'video/mpeg';
  if (head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47) return 'video/mpeg';
  if (starts(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)) return asfMime(head);
  if (starts(0x49, 0x49, 0x2a, 0x00) || starts(0x4d, 0x4d, 0x00, 0x2a)) return 'image/tiff';
  // A bitmap states its header's size after its own.
  if (ascii(0, 2) === 'BM' && [12, 40, 52, 56, 64, 108, 124].includes(head[14] ?? 0)) return 'image/bmp';
  return undefined;
}

/** Windows Media: film when a video stream is described (its GUID), else sound. */
function asfMime(head: Uint8Array): string {
  const film = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex');
  return Buffer.from(head).includes(film) ? 'video/x-ms-wmv' : 'audio/x-ms-wma';
}

// Texts that a double click would run, or a browser would draw.
const RUN_NAMES =
  /^(bat|cmd|com|ps1|psm1|vbs|vbe|js|jse|mjs|wsf|wsh|hta|sh|bash|command|py|pyw|rb|pl|php|jsp|asp|aspx|reg|inf|url|lnk|desktop|jar|html?|xhtml|mht(ml)?|svg|xml|xsl|swf)$/;
const PAGE =
  /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype|html|head|body|svg|script|iframe|\?php|\?xml|%|[a-z]+:svg)\b/i;
const RUN_TEXT =
  /^\s*(#!|@echo (off|on)\b|<\?php|windows registry editor|\[(internetshortcut|autorun)\]|mime-version:)/i;

async function textMime(path: string, head: Uint8Array, name: string): Promise<string> {
  if (!(await textEncodingOf(path, head))) throw refuse(UNKNOWN);
  const start = decodeText(head, true).replace(/^\ufeff/, '');
  if (PAGE.test(start) || RUN_TEXT.test(start) || /<(svg|script)[\s>]/i.test(start)) throw refuse(SCRIPT);
  const extension = extensionOf(name);
  if (RUN_NAMES.test(extension)) throw refuse(SCRIPT);
  return extension === 'csv' || extension === 'tsv' ? 'text/csv' : 'text/plain';
}
