import { clipBytes } from '~/lib/text';

/** What a teaching resource is to people. */
export const RESOURCE_KINDS = ['document', 'slides', 'sheet', 'image', 'audio', 'video', 'archive'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

type ResourceType = {
  kind: ResourceKind;
  /** Endings that suit the content; the first is given to a file whose own does not. */
  extensions: readonly [string, ...string[]];
};

const OOXML = 'application/vnd.openxmlformats-officedocument.';
export const MIME = {
  docx: `${OOXML}wordprocessingml.document`,
  xlsx: `${OOXML}spreadsheetml.sheet`,
  pptx: `${OOXML}presentationml.presentation`,
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  encrypted: 'application/x-ole-storage',
} as const;
const ODF = 'application/vnd.oasis.opendocument.';

/** Every type a resource can be, by its content. */
const TYPES: Record<string, ResourceType> = {
  'application/pdf': { kind: 'document', extensions: ['pdf'] },
  [MIME.doc]: { kind: 'document', extensions: ['doc', 'wps', 'dot', 'wpt'] },
  [MIME.docx]: { kind: 'document', extensions: ['docx', 'dotx'] },
  [MIME.encrypted]: { kind: 'document', extensions: ['docx', 'xlsx', 'pptx'] },
  [`${ODF}text`]: { kind: 'document', extensions: ['odt'] },
  'application/rtf': { kind: 'document', extensions: ['rtf', 'doc'] },
  'application/epub+zip': { kind: 'document', extensions: ['epub'] },
  'text/plain': { kind: 'document', extensions: ['txt', 'md', 'srt', 'vtt', 'lrc', 'log', 'tex'] },
  'text/csv': { kind: 'sheet', extensions: ['csv', 'tsv'] },
  [MIME.xls]: { kind: 'sheet', extensions: ['xls', 'et', 'xlt', 'ett'] },
  [MIME.xlsx]: { kind: 'sheet', extensions: ['xlsx', 'xltx'] },
  [`${ODF}spreadsheet`]: { kind: 'sheet', extensions: ['ods'] },
  [MIME.ppt]: { kind: 'slides', extensions: ['ppt', 'dps', 'pps', 'pot', 'dpt'] },
  [MIME.pptx]: { kind: 'slides', extensions: ['pptx', 'ppsx', 'potx'] },
  [`${ODF}presentation`]: { kind: 'slides', extensions: ['odp'] },
  'image/jpeg': { kind: 'image', extensions: ['jpg', 'jpeg'] },
  'image/png': { kind: 'image', extensions: ['png'] },
  'image/webp': { kind: 'image', extensions: ['webp'] },
  'image/gif': { kind: 'image', extensions: ['gif'] },
  'image/heif': { kind: 'image', extensions: ['heic', 'heif', 'avif'] },
  'image/bmp': { kind: 'image', extensions: ['bmp'] },
  'image/tiff': { kind: 'image', extensions: ['tif', 'tiff'] },
  'audio/webm': { kind: 'audio', extensions: ['webm', 'weba', 'mka'] },
  'audio/mp4': { kind: 'audio', extensions: ['m4a', 'mp4', 'm4b'] },
  'audio/mpeg': { kind: 'audio', extensions: ['mp3', 'mp2'] },
  'audio/wav': { kind: 'audio', extensions: ['wav'] },
  'audio/ogg': { kind: 'audio', extensions: ['ogg', 'oga', 'opus'] },
  'audio/flac': { kind: 'audio', extensions: ['flac'] },
  'audio/amr': { kind: 'audio', extensions: ['amr'] },
  'audio/x-caf': { kind: 'audio', extensions: ['caf'] },
  'audio/aiff': { kind: 'audio', extensions: ['aiff', 'aif', 'aifc'] },
  'audio/aac': { kind: 'audio', extensions: ['aac'] },
  'audio/x-ms-wma': { kind: 'audio', extensions: ['wma'] },
  'video/mp4': { kind: 'video', extensions: ['mp4', 'm4v'] },
  'video/webm': { kind: 'video', extensions: ['webm'] },
  'video/ogg': { kind: 'video', extensions: ['ogv', 'ogg'] },
  'video/x-matroska': { kind: 'video', extensions: ['mkv'] },
  'video/quicktime': { kind: 'video', extensions: ['mov', 'qt'] },
  'video/3gpp': { kind: 'video', extensions: ['3gp', '3g2'] },
  'video/x-msvideo': { kind: 'video', extensions: ['avi'] },
  'video/x-ms-wmv': { kind: 'video', extensions: ['wmv', 'asf'] },
  'video/x-flv': { kind: 'video', extensions: ['flv'] },
  'video/mpeg': { kind: 'video', extensions: ['mpg', 'mpeg', 'vob', 'ts', 'm2ts'] },
  'application/zip': { kind: 'archive', extensions: ['zip'] },
  'application/vnd.rar': { kind: 'archive', extensions: ['rar'] },
  'application/x-7z-compressed': { kind: 'archive', extensions: ['7z'] },
  'application/gzip': { kind: 'archive', extensions: ['gz', 'tgz'] },
  'application/x-tar': { kind: 'archive', extensions: ['tar'] },
  'application/x-bzip2': { kind: 'archive', extensions: ['bz2', 'tbz2'] },
  'application/x-xz': { kind: 'archive', extensions: ['xz', 'txz'] },
};

/** What a stored file of this type is to people; a type that no resource has counts as a document. */
export function resourceKindOf(mime: string): ResourceKind {
  return TYPES[mime]?.kind ?? 'document';
}

/** The ending of a name as people mean it: short, Latin letters and digits, '' when there is none. */
export function extensionOf(name: string): string {
  return /[^.]\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

// File systems take 255 bytes of UTF-8; a browser adds “ (1)” where the name is taken.
const MAX_NAME_BYTES = 220;

/**
 * The name a resource is kept and saved under: no path, no control or direction characters, nothing Windows refuses,
 * not longer than file systems take, with an ending that suits its content whatever the name said.
 */
export function resourceFileName(name: string, mime: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\<>:"|?*]/g, '_')
    .trim();
  const extensions: readonly string[] = TYPES[mime]?.extensions ?? ['bin'];
  const own = extensionOf(clean);
  const extension = extensions.includes(own) ? clean.slice(-own.length) : (extensions[0] ?? 'bin');
  const base = (own === '' ? clean : clean.slice(0, -own.length - 1)).replace(/[. ]+$/, '');
  const safe = base === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(base) ? `资源${base}` : base;
  return `${clipBytes(safe, MAX_NAME_BYTES)}.${extension}`;
}

/** How a browser can show it safely: itself, or as text that we draw. Null: only to be saved. */
export type Preview = 'image' | 'audio' | 'video' | 'pdf' | 'text';

const PLAYED = ['audio/webm', 'audio/mp4', 'audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac', 'audio/aac'];
const SHOWN = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp'];
const FILMS = ['video/mp4', 'video/webm', 'video/ogg', 'video/quicktime', 'video/x-matroska'];

/** How this type is previewed. Pages (html, svg) and office documents never are. */
export function previewOf(mime: string): Preview | null {
  if (SHOWN.includes(mime)) return 'image';
  if (PLAYED.includes(mime)) return 'audio';
  if (FILMS.includes(mime)) return 'video';
  if (mime === 'application/pdf') return 'pdf';
  return mime === 'text/plain' || mime === 'text/csv' ? 'text' : null;
}
