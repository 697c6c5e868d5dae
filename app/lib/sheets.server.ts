import { asBuffer } from './buffers.server';
import { readBounded, type readSheetBytes, type Sheet, type SheetRow, type writeSheet } from './spreadsheet.server';
import { inThread } from './threads.server';

/** Spreadsheets where people wait: read and made in a thread. */

/**
 * Reads an .xlsx file as readSheetRows does.
 * @throws AppError unsupported_type, too_large or invalid, with a sentence for the person who chose the file
 */
export async function readSheet(
  source: AsyncIterable<Uint8Array>,
  options: { maxRows: number; headerRows?: number; keepLines?: boolean; sheetName?: string },
): Promise<SheetRow[]> {
  const bytes = await readBounded(source);
  return inThread<typeof readSheetBytes>(
    'files',
    'readSheet',
    { bytes, ...options },
    { overLimit: '这个表格的内容太多，没有读完。请只保留要导入的工作表，删去图片和多余的格式后再试。' },
  );
}

/** Makes an .xlsx file as writeSheet does. */
export async function makeSheet(sheets: Sheet[]): Promise<Buffer> {
  const overLimit = '表格太大，没有做成。请先筛选，再分几次导出。';
  return asBuffer(await inThread<typeof writeSheet>('files', 'writeSheet', sheets, { overLimit }));
}
