import { AppError } from '~/lib/errors';
import { sniff } from './sniff';
import { readZipEntries, type ZipEntry } from './zip-entries.server';

const OOXML = 'application/vnd.openxmlformats-officedocument.';
const XLSX_MIME = `${OOXML}spreadsheetml.sheet`;
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;

/** A spreadsheet by its content: a zip with a workbook inside that does not unpack to an unreasonable size. */
export async function checkXlsx(path: string, head: Uint8Array): Promise<{ mime: string }> {
  const found = sniff(head);
  if (found?.family === 'document' && found.mime === 'application/x-cfb') {
    throw new AppError('unsupported_type', '这是旧的 xls 格式或加了密码的表格，请另存为不带密码的 xlsx 后再上传。');
  }
  const entries = found?.family === 'document' && found.mime === 'application/zip' ? await readZipEntries(path) : null;
  if (!entries || officeMime(entries) !== XLSX_MIME) {
    throw new AppError('unsupported_type', '这不是 xlsx 表格，请用“另存为”选择“Excel 工作簿 (*.xlsx)”后再上传。');
  }
  if (entries.reduce((sum, entry) => sum + entry.unpackedSize, 0) > MAX_UNPACKED_BYTES) {
    throw new AppError('too_large', '这个表格展开后太大，请删去多余的工作表或图片后再上传。');
  }
  return { mime: XLSX_MIME };
}

const IMAGE_MIMES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif', heif: 'image/heif' };
const MEDIA_MIMES = {
  matroska: 'video/webm',
  mov: 'video/mp4',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  amr: 'audio/amr',
  aac: 'audio/aac',
};

/** A teaching resource: anything but a program. Unknown types stay bytes that a browser only saves. */
export async function checkResource(path: string, head: Uint8Array): Promise<{ mime: string }> {
  const found = sniff(head);
  switch (found?.family) {
    case 'program':
      throw new AppError('unsupported_type', '不能上传程序文件。需要分发软件时，请先压缩成 zip。');
    case 'image':
      return { mime: IMAGE_MIMES[found.format] };
    case 'media':
      return { mime: MEDIA_MIMES[found.demuxer] };
    case 'document':
      if (found.mime === 'application/zip')
        return { mime: officeMime((await readZipEntries(path)) ?? []) ?? found.mime };
      return { mime: found.mime === 'application/pdf' ? found.mime : 'application/octet-stream' };
    default:
      return { mime: 'application/octet-stream' };
  }
}

function officeMime(entries: ZipEntry[]): string | undefined {
  const names = new Set(entries.map((entry) => entry.name));
  if (names.has('xl/workbook.xml')) return XLSX_MIME;
  if (names.has('word/document.xml')) return `${OOXML}wordprocessingml.document`;
  if (names.has('ppt/presentation.xml')) return `${OOXML}presentationml.presentation`;
  return undefined;
}
