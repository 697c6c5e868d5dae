import writeExcelFile from 'write-excel-file/node';
import { asBuffer } from './buffers.server';
import { AppError } from './errors';
import { ZipError, openZip, type ZipReader } from './zip.server';
import { hiddenColumns, parseSheet, sheetTexts, type RowLimits, type SheetRow } from './sheet-rows.server';
import { mergedCells, type MergedCell } from './sheet-merged.server';
import { pictureReader, type SheetPicture } from './sheet-pictures.server';
import { tags } from './sheet-xml.server';

/**
 * Spreadsheets that people upload, and those they get. Reading is our own (decision 0012): a stranger's file
 * is bounded in bytes, rows and columns before anything is built from it, and a number keeps the digits that
 * its cell shows (a student number typed as 20260012 with the format 0000000000 stays 0020260012).
 */

export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const MAX_FILE_BYTES = 10 * 1024 * 1024;
const LIMITS = { entries: 2000, entryBytes: 24 * 1024 * 1024, totalBytes: 40 * 1024 * 1024 };

export type { SheetRow } from './sheet-rows.server';

/**
 * Reads the first sheet of an .xlsx file, or the one called `sheetName`; rows without any text are left out. With
 * `keepLines` a cell keeps its line breaks and joined emoji, else it is one line.
 * @throws AppError unsupported_type, too_large or invalid, with a sentence for the person who chose the file
 */
export async function readSheetRows(
  source: AsyncIterable<Uint8Array>,
  { maxRows, headerRows, keepLines, sheetName }: RowLimits & { keepLines?: boolean; sheetName?: string },
): Promise<SheetRow[]> {
  return readSheetBytes({ bytes: await readBounded(source), maxRows, headerRows, keepLines, sheetName });
}

/** The same for a file that is in memory. */
export async function readSheetBytes({
  bytes,
  maxRows,
  headerRows,
  keepLines = false,
  sheetName,
}: RowLimits & {
  bytes: Uint8Array;
  keepLines?: boolean;
  sheetName?: string;
}): Promise<SheetRow[]> {
  return withZip(bytes, async (zip) => {
    const [sheet] = await sheetFiles(zip, sheetName);
    const rowsOf = await rowReader(zip, { keepLines });
    return (await rowsOf(sheet!.file, { maxRows, headerRows })).rows;
  });
}

/** A sheet as a person sees it; `rows` is null for one that is too large. */
export type NamedSheet = {
  name: string;
  rows: SheetRow[] | null;
  pictures?: SheetPicture[];
  isHidden?: boolean;
  /** The columns that somebody has hidden, from 0; their cells are among the others. */
  hiddenColumns?: number[];
  /** The cells that were merged over several rows. */
  merged?: MergedCell[];
};

const MAX_SHEETS = 60;

/**
 * Reads every sheet that is shown and names the hidden ones, each with at most `maxRows` rows: their cells with their
 * line breaks and looks, numbers as they are shown, and the pictures that lie over them.
 * @throws AppError as readSheetRows does, of the file or of its first sheet
 */
export async function readEverySheet(source: AsyncIterable<Uint8Array>, limits: RowLimits): Promise<NamedSheet[]> {
  return withZip(await readBounded(source), async (zip) => {
    const files = await sheetFiles(zip);
    const rowsOf = await rowReader(zip, { keepLines: true, isShown: true });
    const picturesOf = pictureReader(zip);
    const sheets: NamedSheet[] = [];
    for (const { name, file } of files.slice(0, MAX_SHEETS)) {
      try {
        sheets.push({ name, ...(await rowsOf(file, limits)), pictures: await picturesOf(file) });
      } catch (error) {
        const isTooLarge =
          (error instanceof ZipError && error.reason === 'too_large') ||
          (error instanceof AppError && error.code === 'too_large');
        if (!isTooLarge || sheets.length === 0) throw error;
        sheets.push({ name, rows: null });
      }
    }
    const hidden = (await hiddenSheets(zip)).map((name) => ({ name, rows: null, isHidden: true }));
    return [...sheets, ...files.slice(MAX_SHEETS).map(({ name }) => ({ name, rows: null })), ...hidden];
  });
}

/** @throws AppError unsupported_type or too_large for what cannot be opened */
async function withZip<T>(bytes: Uint8Array, work: (zip: ZipReader) => Promise<T>): Promise<T> {
  const archive = asBuffer(bytes);
  assertXlsx(archive);
  try {
    return await work(openZip(archive, LIMITS));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (error.reason === 'too_large') {
      throw new AppError('too_large', '这个表格的内容太多。请只保留要导入的工作表，删去图片和多余的格式后再试。');
    }
    throw new AppError('unsupported_type', '无法读取这个文件，它可能已损坏或加了密码。请另存为 .xlsx 后再试。');
  }
}

/** What reads the rows of one of the workbook's sheets. */
async function rowReader(zip: ZipReader, how: { keepLines: boolean; isShown?: boolean }) {
  const strings = await read(zip, 'xl/sharedStrings.xml');
  const styles = await read(zip, 'xl/styles.xml');
  const texts = sheetTexts({ strings, styles, workbook: await read(zip, 'xl/workbook.xml') }, how);
  return async (file: string, limits: RowLimits) => {
    const xml = await read(zip, file);
    return { rows: parseSheet(xml, texts, limits), hiddenColumns: hiddenColumns(xml), merged: mergedCells(xml) };
  };
}

/** The whole of a source, as long as it may be. @throws AppError too_large */
export async function readBounded(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES) throw new AppError('too_large', '表格文件不能超过 10 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function assertXlsx(archive: Buffer): void {
  const magic = archive.subarray(0, 4).toString('hex');
  if (magic === 'd0cf11e0') {
    throw new AppError(
      'unsupported_type',
      '这是旧版 .xls 文件，或是加了密码的表格。请在 Excel 或 WPS 中另存为不加密的 .xlsx 后再试。',
    );
  }
  if (magic !== '504b0304') throw new AppError('unsupported_type', '这不是 .xlsx 表格。请下载模板，填写后再上传。');
}

async function read(zip: ZipReader, name: string): Promise<string> {
  return (await zip.read(name))?.toString('utf8') ?? '';
}

/** The names of the sheets that are hidden. */
async function hiddenSheets(zip: ZipReader): Promise<string[]> {
  const names: string[] = [];
  for (const tag of tags(await read(zip, 'xl/workbook.xml'))) {
    if (tag.name !== 'sheet' || tag.isEnd) continue;
    if (/hidden/i.test(tag.attribute('state') ?? '')) names.push(tag.attribute('name') ?? '');
  }
  return names.slice(0, MAX_SHEETS);
}

/** The files of the sheets with this name, or of those that are shown, in their order: at least one. */
async function sheetFiles(zip: ZipReader, wanted?: string): Promise<{ name: string; file: string }[]> {
  const workbook = await read(zip, 'xl/workbook.xml');
  const relations = await read(zip, 'xl/_rels/workbook.xml.rels');
  const files = new Map<string, string>();
  for (const tag of tags(relations)) {
    if (tag.name !== 'Relationship') continue;
    const target = tag.attribute('Target') ?? '';
    const file = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    if (zip.names.includes(file)) files.set(tag.attribute('Id') ?? '', file);
  }
  const sheets: { name: string; file: string }[] = [];
  for (const tag of tags(workbook)) {
    if (tag.name !== 'sheet' || tag.isEnd) continue;
    const name = tag.attribute('name') ?? '';
    const isMeant = wanted === undefined ? !/hidden/i.test(tag.attribute('state') ?? '') : name === wanted;
    const file = files.get(tag.attribute('r:id') ?? tag.attribute('id') ?? '');
    if (isMeant && file !== undefined) sheets.push({ name, file });
  }
  if (sheets.length === 0) throw new AppError('unsupported_type', '这个文件里没有工作表。请下载模板，填写后再上传。');
  return sheets;
}

// ---------------------------------------------------------------- writing

export type SheetColumn = { header: string; width: number };

/** A cell to write: text, a number, or nothing. */
export type SheetCell = string | number | null;

export type Sheet = { name: string; columns: SheetColumn[]; rows: SheetCell[][]; blankRows?: number };

/**
 * Makes an .xlsx file. Every text is typed as text with the text format: nothing in it can act as a formula, also
 * after somebody edits the cell, and leading zeros stay. Numbers are numbers, for people to reckon with. `blankRows`
 * more rows are prepared as text for typing into.
 */
export async function writeSheet(sheets: Sheet[]): Promise<Buffer> {
  const textCell = (value: string | null) => ({ value: value ?? undefined, type: String, format: '@' }) as const;
  // Large lists repeat the same few texts (A, 对, 未作答): one cell stands for all of them.
  const known = new Map<string, ReturnType<typeof textCell>>();
  const cell = (value: SheetCell) => {
    if (value === null) return null;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (value.length > MAX_SHARED_LENGTH) return textCell(forXml(value));
    const shared = known.get(value) ?? textCell(forXml(value));
    known.set(value, shared);
    return shared;
  };
  return writeExcelFile(
    sheets.map((sheet) => ({
      sheet: sheet.name,
      stickyRowsCount: 1,
      columns: sheet.columns.map((column) => ({ width: column.width })),
      data: [
        sheet.columns.map((column) => ({
          ...textCell(forXml(column.header)),
          fontWeight: 'bold' as const,
          backgroundColor: '#EEF2F7',
        })),
        ...sheet.rows.map((row) => row.map(cell)),
        ...Array.from({ length: sheet.blankRows ?? 0 }, () => sheet.columns.map(() => textCell(null))),
      ],
    })),
  ).toBuffer();
}

const MAX_SHARED_LENGTH = 16;

/** Without the control characters that XML cannot carry; what looks like Excel's escape of one (_x000D_) stays text. */
function forXml(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
