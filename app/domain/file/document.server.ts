import { AppError } from '~/lib/errors';
import { MIME } from './resource-types.rules';
import { sniff } from './sniff';
import { readZipEntries, type ZipEntry } from './zip-entries.server';

const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;

/** A spreadsheet by its content: a zip with a workbook inside that does not unpack to an unreasonable size. */
export async function checkXlsx(path: string, head: Uint8Array): Promise<{ mime: string }> {
  const found = sniff(head);
  if (found?.family === 'document' && found.mime === 'application/x-cfb') {
    throw new AppError('unsupported_type', '这是旧的 xls 格式或加了密码的表格，请另存为不带密码的 xlsx 后再上传。');
  }
  const entries = found?.family === 'document' && found.mime === 'application/zip' ? await readZipEntries(path) : null;
  if (!entries || officeMime(entries) !== MIME.xlsx) {
    throw new AppError('unsupported_type', '这不是 xlsx 表格，请用“另存为”选择“Excel 工作簿 (*.xlsx)”后再上传。');
  }
  if (entries.reduce((sum, entry) => sum + entry.unpackedSize, 0) > MAX_UNPACKED_BYTES) {
    throw new AppError('too_large', '这个表格展开后太大，请删去多余的工作表或图片后再上传。');
  }
  return { mime: MIME.xlsx };
}

/** Which kind of Office document a zip with these entries is. */
export function officeMime(entries: ZipEntry[]): string | undefined {
  const names = new Set(entries.map((entry) => entry.name));
  if (names.has('xl/workbook.xml')) return MIME.xlsx;
  if (names.has('word/document.xml')) return MIME.docx;
  if (names.has('ppt/presentation.xml')) return MIME.pptx;
  return undefined;
}
