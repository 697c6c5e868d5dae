import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader';
import { SHEET_CODE_START } from '~/domain/exam/writing-sheet.rules';
import { MAX_IMAGE_PIXELS } from '~/domain/file/file.rules';
import { assertSoundParts, openPicture } from '~/domain/file/picture.server';
import { AppError } from '~/lib/errors';
import { whetherRefused } from '~/lib/wasm-limit';
import { MAX_PAGES, SEVERAL_CODES } from './scan.rules';

/** Finds the code on scanned sheets and stands them upright: work of the threads (docs/decisions/0044). */

/** Pixels that a page is looked at with; a code on a sheet of A4 is then some 300 wide. */
const LOOK_SIDE = 2400;
/** What is too small for its code to be told apart is looked at doubled. */
const SMALL_SIDE = 1500;
const PAGE_SIDE = 2400;
const PDF_SCALE = 200 / 72;
/** Below this a page stands straight enough. */
const STRAIGHT_DEGREES = 0.7;

type Picture = () => Sharp;
type Point = { x: number; y: number };
/**
 * What a page says. `code`: its code's text, SEVERAL_CODES where it has those of more than one sheet, null when there is
 * none to be read. `digest`: of the page before anything was covered, for covered blank sheets all look the same.
 */
export type SheetReading = { code: string | null; digest: string };
type Found = { code: string; position: ReadResult['position']; scale: number; width: number; height: number };

let reader: Promise<unknown> | undefined;

/** The package would fetch its program from the net; here it stands beside it. */
async function loadReader(): Promise<void> {
  reader ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).then((bytes) =>
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(bytes).buffer },
      fireImmediately: true,
    }),
  );
  await reader;
}

/**
 * Reads the code of a photo and writes the photo to `target`, upright by its code. With `hideHead` what stands beside
 * and above the code (the student's name) is covered.
 */
export async function readPicture(input: { path: string; target: string; hideHead: boolean }): Promise<SheetReading> {
  const upright: Picture = () => openPicture(input.path).autoOrient();
  try {
    await assertSoundParts(input.path);
    return await readAndStand(upright, input.target, input.hideHead);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : '';
    if (/pixel limit/i.test(reason)) {
      throw new AppError('too_large', `图片的像素太多了（上限 ${MAX_IMAGE_PIXELS / 10_000} 万像素）`);
    }
    throw new AppError('unsupported_type', '这张图片打不开，可能没有传完整或已损坏');
  }
}

/** How many pages a PDF has. */
export async function countPdfPages({ path }: { path: string }): Promise<number> {
  return withPdf(path, (document) => Promise.resolve(document.getPageCount()));
}

/** Does with pages of a PDF, from `from` (0 is the first), what readPicture does with photos. */
export async function readPdfPages(input: {
  path: string;
  from: number;
  targets: string[];
  hideHead: boolean;
}): Promise<SheetReading[]> {
  return withPdf(input.path, async (document) => {
    const readings: SheetReading[] = [];
    for (const [index, target] of input.targets.entries()) {
      const page = document.getPage(input.from + index);
      const size = page.getOriginalSize();
      const longer = Math.max(size.originalWidth, size.originalHeight, 1);
      const scale = Math.min(PDF_SCALE, PAGE_SIDE / longer);
      const { data, width, height } = await page.render({ scale, render: 'bitmap' });
      // The bitmap lies in the renderer's own memory, which the next page takes.
      const raw = Buffer.from(data);
      const picture: Picture = () =>
        sharp(raw, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' });
      readings.push(await readAndStand(picture, target, input.hideHead));
    }
    return readings;
  });
}

type PdfDocument = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;

const TOO_BIG_TO_DRAW = '这个 PDF 展开后太大了，没有读完；请换一种方式扫描，或分成几份上传';

/** What runs out of the renderer's memory (app/threads.server.ts) is refused; nobody else's work is. */
async function withPdf<T>(path: string, work: (document: PdfDocument) => Promise<T>): Promise<T> {
  const done = await whetherRefused(() => openPdf(path, work));
  if ('value' in done) return done.value;
  throw done.isMemory ? new AppError('too_large', TOO_BIG_TO_DRAW) : done.error;
}

async function openPdf<T>(path: string, work: (document: PdfDocument) => Promise<T>): Promise<T> {
  const bytes = await readFile(path);
  // A renderer of its own for each piece of work: what one file leaves in its memory ends with it.
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes).catch((error: unknown) => {
      const isLocked = /password/i.test(error instanceof Error ? error.message : '');
      throw new AppError(
        'unsupported_type',
        isLocked ? '这个 PDF 有密码，请去掉密码再上传' : '这个 PDF 打不开，可能没有传完整或已损坏',
      );
    });
    if (document.getPageCount() > MAX_PAGES) {
      throw new AppError('too_large', `这个 PDF 有 ${document.getPageCount()} 页，一次最多 ${MAX_PAGES} 页`);
    }
    return await work(document);
  } finally {
    library.destroy();
  }
}

async function readAndStand(picture: Picture, target: string, hideHead: boolean): Promise<SheetReading> {
  await loadReader();
  const found = await findCode(picture);
  if (!found) {
    await fitted(picture()).jpeg({ quality: 90 }).toFile(target);
    return { code: null, digest: digestOf(await readFile(target)) };
  }
  const { topLeft, topRight } = found.position;
  const measured = (Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x) * 180) / Math.PI;
  const quarter = Math.round(measured / 90) * 90;
  const angle = Math.abs(measured - quarter) < STRAIGHT_DEGREES ? quarter : measured;
  // Drawn first: one pipeline turns before it makes narrower.
  const drawn = await fitted(picture()).png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  const stood = await sharp(drawn.data)
    .rotate(-angle, { background: '#fff' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const head = hideHead ? headBottom(found, angle, drawn.info, stood.info) : 0;
  let upright = sharp(stood.data);
  if (head > 0) {
    const cover = { width: stood.info.width, height: Math.min(head, stood.info.height), channels: 3 as const };
    upright = upright.composite([{ input: { create: { ...cover, background: '#fff' } }, top: 0, left: 0 }]);
  }
  await upright.jpeg({ quality: 90 }).toFile(target);
  return { code: found.code, digest: digestOf(stood.data) };
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const fitted = (image: Sharp) =>
  image
    .resize({ width: LOOK_SIDE, height: LOOK_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb');

/** Looks as it came, then with its contrast stretched, then doubled. */
async function findCode(picture: Picture): Promise<Found | null> {
  const { data, info } = await fitted(picture()).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const raw = () => sharp(data, { raw: { width, height, channels: 4 } });
  const first = await look(data, width, height);
  if (first) return { ...first, scale: 1, width, height };
  const stretched = await raw().greyscale().normalise().toColourspace('srgb').ensureAlpha().raw().toBuffer();
  const second = await look(stretched, width, height);
  if (second) return { ...second, scale: 1, width, height };
  if (Math.max(width, height) > SMALL_SIDE) return null;
  const larger = await raw()
    .resize({ width: width * 2, kernel: 'cubic' })
    .normalise()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const third = await look(larger.data, larger.info.width, larger.info.height);
  return third && { ...third, scale: 2, width, height };
}

async function look(data: Buffer, width: number, height: number): Promise<Pick<Found, 'code' | 'position'> | null> {
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const results = await readBarcodes({ data: pixels, width, height, colorSpace: 'srgb' } as ImageData, {
    formats: ['QRCode'],
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
    maxNumberOfSymbols: 4,
  });
  // A page may carry other codes: an advertisement, a textbook's.
  const valid = results.filter(({ isValid }) => isValid);
  const sheets = valid.filter(({ text }) => SHEET_CODE_START.test(text));
  const [own] = sheets.length > 0 ? sheets : valid;
  if (!own) return null;
  const texts = new Set(sheets.map(({ text }) => text));
  return { code: texts.size > 1 ? SEVERAL_CODES : own.text.slice(0, 60), position: own.position };
}

type Size = { width: number; height: number };

/** Down to where the head of the sheet reaches: the lower edge of its code, and a little. */
function headBottom(found: Found, angle: number, before: Size, after: Size): number {
  const turn = (-angle * Math.PI) / 180;
  const stood = ({ x, y }: Point) => {
    const [dx, dy] = [x / found.scale - before.width / 2, y / found.scale - before.height / 2];
    return dx * Math.sin(turn) + dy * Math.cos(turn) + after.height / 2;
  };
  const { topLeft, bottomLeft, bottomRight } = found.position;
  const bottom = Math.max(stood(bottomLeft), stood(bottomRight));
  return Math.max(0, Math.round(bottom + (stood(bottomLeft) - stood(topLeft)) * 0.12));
}
