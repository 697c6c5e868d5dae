import { toFile } from '~/lib/addresses/files';

/** What may be uploaded, by whom and how large. Safe to import in the browser. */

export const FILE_KINDS = ['image', 'audio', 'resource', 'xlsx'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/**
 * What a stored file can be used in; `ref` is the id in users, questions, exams, attempts, practices, works,
 * comments, posts or resources, 0 of the school itself.
 */
export type FileUse =
  | 'avatar'
  | 'question'
  | 'exam'
  | 'attempt'
  | 'practice'
  | 'work'
  | 'comment'
  | 'post'
  | 'resource'
  | 'school'
  | 'scan';

/** A stored file as pages and the API show it. */
export type StoredFile = {
  id: string;
  kind: FileKind;
  url: string;
  name: string;
  size: number;
  mime: string;
  durationMs: number | null;
  /** How long a recording's header says it is, when clearly less of it can be heard; otherwise null. */
  promisedMs: number | null;
  /** Nobody can be heard in a recording all through; false also of what was never measured. */
  isSilent: boolean;
  width: number | null;
  height: number | null;
  /** The day its bytes were deleted when the school's term for recordings was over; null while it can be played. */
  removedOn: string | null;
};

/** What stands where a recording was that the school's term has ended. */
export function removedText(removedOn: string): string {
  return `录音已按学校规定于 ${removedOn} 删除`;
}

/** Decoders and headers differ by so much about a whole recording: half a second, or half a per cent of a long one. */
const SHORT_MS = 500;
const SHORT_SHARE = 0.005;

/** What the header promised when clearly less than that could be decoded (cut off, damaged); otherwise null. */
export function shortfall(durationMs: number, promisedMs: number | undefined): number | null {
  if (promisedMs === undefined) return null;
  return promisedMs - durationMs > Math.max(SHORT_MS, promisedMs * SHORT_SHARE) ? promisedMs : null;
}

/** The sentence for a recording of which less can be heard than its header promises; empty for a whole one. */
export function shortText({
  durationMs,
  promisedMs,
}: {
  durationMs: number | null;
  promisedMs: number | null;
}): string {
  if (promisedMs === null || durationMs === null) return '';
  const seconds = (ms: number) => `${Math.floor(ms / 1000)} 秒`;
  return `录音不完整：文件标明 ${seconds(promisedMs)}，能听到的只有 ${seconds(durationMs)}`;
}

const MB = 1024 * 1024;

export const MAX_FILE_BYTES: Record<FileKind, number> = {
  image: 10 * MB,
  audio: 50 * MB,
  resource: 200 * MB,
  xlsx: 10 * MB,
};

/** Photos a student may give to one answer. */
export const MAX_PHOTOS_PER_ANSWER = 9;

/** Longer side of a stored image. */
export const MAX_IMAGE_SIDE = 2560;

/** Pixels of an image that arrives: above the largest phone cameras, below what decoding could hurt. */
export const MAX_IMAGE_PIXELS = 120_000_000;

/** More pixels than an A4 sheet has at 600 dpi: from here on a picture must have some bytes for them. */
const LARGE_PIXELS = 40_000_000;
/** A photo has some three pixels a byte, a black and white scan of a page a few hundred, of nothing some thousands. */
const MOST_PIXELS_A_BYTE = 1000;

/** Whether a picture's header states far more pixels than its bytes can say anything about: work for nothing. */
export function isOutOfProportion(pixels: number, bytes: number): boolean {
  return pixels > LARGE_PIXELS && pixels > bytes * MOST_PIXELS_A_BYTE;
}

/** What comes in passes (progressive, interlaced) is held whole while it is read, six bytes a pixel; cameras write none. */
const MOST_PASSES_PIXELS = 60_000_000;

/** Whether a picture that comes in passes is larger than what may be held whole. */
export function isTooLargeForPasses(pixels: number, isInPasses: boolean): boolean {
  return isInPasses && pixels > MOST_PASSES_PIXELS;
}

const KIND_LABELS: Record<FileKind, string> = { image: '图片', audio: '录音', resource: '资源', xlsx: '表格' };

/**
 * `accept` of file inputs. HEIC is left out on purpose: an iPhone then hands the photo over as JPEG.
 * "audio/*" alone lets a phone offer its recorder.
 */
export const ACCEPT: Record<FileKind, string> = {
  image: 'image/jpeg,image/png,image/webp',
  audio: 'audio/*',
  resource: '',
  xlsx: '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** One line under a file input that says what it takes. */
export function fileHint(kind: FileKind): string {
  const limit = `不超过 ${formatBytes(MAX_FILE_BYTES[kind])}`;
  switch (kind) {
    case 'image':
      return `JPG、PNG 或 WebP 图片，${limit}`;
    case 'audio':
      return `录音文件（m4a、mp3、wav、webm、amr 等），${limit}`;
    case 'xlsx':
      return `xlsx 表格，${limit}`;
    case 'resource':
      return `文档、课件、图片、音视频等，${limit}`;
  }
}

/** The sentence for a file above its limit. */
export function tooLargeText(kind: FileKind): string {
  return `${KIND_LABELS[kind]}太大了，每个${KIND_LABELS[kind]}文件最大 ${formatBytes(MAX_FILE_BYTES[kind])}。`;
}

/** Which kinds an account may upload: students give photos and recordings only. */
export function mayUploadKind(user: { userType: number }, kind: FileKind): boolean {
  return user.userType === 1 || kind === 'image' || kind === 'audio';
}

/** Degrees clockwise that a picture is shown turned by. */
export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** Widths that a picture can be asked for in: a thumbnail, a card's, a sheet on the page, a sheet looked at closely. */
export const PICTURE_WIDTHS = [240, 480, 960, 1920] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Up to here a picture shows in a list that there is one; wider ones are there to be read. */
const LIST_WIDTH = 480;

/** Whether a request for a file in this form opens or plays it, rather than asks about it or shows it in a list. */
export function opensFile({ method, width }: { method: string; width: PictureWidth | null }): boolean {
  return method === 'GET' && (width === null || width > LIST_WIDTH);
}

/** Where a stored picture is read turned, and no wider than asked for. */
export function pictureUrl(fileId: string, { rotation, width }: { rotation: Rotation; width?: PictureWidth }): string {
  const asked = [...(rotation === 0 ? [] : [`rotate=${rotation}`]), ...(width ? [`width=${width}`] : [])];
  return asked.length === 0 ? toFile(fileId) : `${toFile(fileId)}?${asked.join('&')}`;
}

/** After a quarter turn to the right, or to the left. */
export function turned(rotation: Rotation, direction: 'left' | 'right'): Rotation {
  return ((rotation + (direction === 'right' ? 90 : 270)) % 360) as Rotation;
}

const FILE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for a text that could be a stored file's id. */
export function isFileId(text: string): boolean {
  return FILE_ID.test(text);
}

/** A size for people: `35 KB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < MB) return `${Math.round(bytes / 1024)} KB`;
  const value = bytes / MB;
  return `${value < 10 && value % 1 !== 0 ? value.toFixed(1) : Math.round(value)} MB`;
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
};

/**
 * The name a stored file is shown and downloaded under, its extension following the content. A student's
 * upload gets a neutral one: blind marking and downloads must not carry a child's name or number.
 */
export function storedName(
  file: { id: string; kind: FileKind; mime: string; originalName: string },
  owner: { userType: number },
): string {
  const extension = EXTENSIONS[file.mime];
  if (owner.userType !== 1) {
    const base = `${file.kind === 'audio' ? '录音' : '图片'}-${file.id.slice(0, 8)}`;
    return extension ? `${base}.${extension}` : base;
  }
  const name = file.originalName === '' ? KIND_LABELS[file.kind] : file.originalName;
  if (!extension) return name;
  const dot = name.lastIndexOf('.');
  const base = dot > 0 ? name.slice(0, dot) : name;
  return `${base}.${extension}`;
}
