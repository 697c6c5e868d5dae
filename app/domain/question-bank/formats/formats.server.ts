import { AppError } from '~/lib/errors';
import { openZip, ZipError } from '~/lib/zip.server';
import { readAiken } from './aiken-format.server';
import { decodeHead, unknownEncoding } from './decode-text.server';
import { FORMAT_INFO, FORMAT_ORDER } from './format-info.rules';
import type { FormatName, IncomingFile, ReadQuestions, WriteQuestions } from './format.rules';
import { readGift } from './gift-read.server';
import { writeGift } from './gift-write.server';
import { readMoodle } from './moodle-read.server';
import { writeMoodle } from './moodle-write.server';
import { readQti } from './qti-read.server';
import { UNSAFE_NAME } from './qti-package.server';
import { writeQti } from './qti-write.server';
import { readJson, writeJson } from './json-format.server';
import { isTextBundle } from './paper-bundle.server';
import { readText, writeText } from './text-file.server';
import { weighTexts } from './text-signs';
import { readXlsx, writeXlsx } from './xlsx-format.server';

/** Every reader and writer by the name of its format; a format without one is not offered. */

const READERS: Partial<Record<FormatName, ReadQuestions>> = {
  moodle: readMoodle,
  qti: readQti,
  text: readText,
  // Its libraries are the largest: they come with the first Word file.
  docx: async (...given) => (await import('./docx-read.server')).readDocx(...given),
  xlsx: readXlsx,
  json: readJson,
  gift: readGift,
  aiken: readAiken,
};

const WRITERS: Partial<Record<FormatName, WriteQuestions>> = {
  moodle: writeMoodle,
  qti: writeQti,
  text: writeText,
  docx: async (...given) => (await import('./docx-write.server')).writeDocx(...given),
  xlsx: writeXlsx,
  json: writeJson,
  gift: writeGift,
};

/** The formats that files can be read in, in the order they are offered. */
export function readableFormats(): FormatName[] {
  return FORMAT_ORDER.filter((name) => READERS[name]);
}

/** The formats that questions can be written in, in the order they are offered. */
export function writableFormats(): FormatName[] {
  return FORMAT_ORDER.filter((name) => WRITERS[name]);
}

/** @throws AppError invalid when no reader of that format is there */
export function readerOf(name: FormatName): ReadQuestions {
  const read = READERS[name];
  if (!read) throw new AppError('invalid', `不能导入${FORMAT_INFO[name].label}文件`, { format: '请选择别的格式' });
  return read;
}

/** @throws AppError invalid when no writer of that format is there */
export function writerOf(name: FormatName): WriteQuestions {
  const write = WRITERS[name];
  if (!write) throw new AppError('invalid', `不能导出为${FORMAT_INFO[name].label}`, { format: '请选择别的格式' });
  return write;
}

const NAMES_ONLY = { entries: 20_000, entryBytes: 0, totalBytes: 0 };
/** Enough of a text to see its form. */
const HEAD_BYTES = 256 * 1024;

/** What a file may be, by its content and, where that says nothing, by its name: the likeliest first. */
export type Recognised = { format: FormatName; others: FormatName[] };

/** @throws AppError unsupported_type for what is none of the formats */
export function detectFormat(file: IncomingFile): FormatName {
  return recognise(file).format;
}

/**
 * What a file is and what it may be read as instead.
 * @throws AppError unsupported_type for what is none of the formats
 */
export function recognise({ name, bytes }: IncomingFile): Recognised {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const magic = bytes.subarray(0, 4).toString('hex');
  if (magic === '504b0304') return { format: detectArchive(bytes), others: [] };
  if (magic === 'd0cf11e0') {
    throw new AppError(
      'unsupported_type',
      '这是旧版的 .doc 或 .xls 文件，或是加了密码的文件。请在 Word、Excel 或 WPS 里另存为不加密的 .docx 或 .xlsx 后再试。',
    );
  }
  if (magic === '25504446') {
    throw new AppError('unsupported_type', '这是 PDF 文件，不能导入。请用 Word 打开，另存为 .docx 后再试。');
  }
  if (bytes.subarray(0, 5).toString('latin1') === '{\\rtf') {
    throw new AppError('unsupported_type', '这是 RTF 文件，不能导入。请用 Word 或 WPS 打开，另存为 .docx 后再试。');
  }
  const head = decodeHead(bytes.subarray(0, HEAD_BYTES)) ?? declaredHead(bytes.subarray(0, HEAD_BYTES));
  if (head === null) {
    if (!bytes.includes(0)) throw unknownEncoding();
    throw new AppError('unsupported_type', '看不出这是什么文件。可以导入的有：' + readableLabels());
  }
  return recogniseText(head, extension);
}

/** The beginning of an XML file in an encoding of one byte a sign that it states: its tags are the same in each. */
function declaredHead(head: Buffer): string | null {
  const text = head.toString('latin1');
  return /^\s{0,20}<\?xml[^>]{0,200}encoding=/.test(text) && !head.includes(0) ? text : null;
}

function readableLabels(): string {
  return readableFormats()
    .map((name) => FORMAT_INFO[name].label)
    .join('、');
}

function detectArchive(bytes: Buffer): FormatName {
  try {
    const { names } = openZip(bytes, NAMES_ONLY);
    if (names.some((name) => name.startsWith('word/'))) return 'docx';
    if (names.some((name) => name.startsWith('xl/'))) return 'xlsx';
    if (names.includes('content.xml') && names.includes('META-INF/manifest.xml')) {
      throw new AppError(
        'unsupported_type',
        '这是 OpenDocument 文件（.odt 或 .ods），不能导入。请用 Word、Excel、WPS 或 LibreOffice 打开，另存为 .docx 或 .xlsx 后再试。',
      );
    }
    if (names.some((name) => /(^|\/)imsmanifest\.xml$/i.test(name) || /\.xml$/i.test(name))) return 'qti';
    if (names.some((name) => /\.docx$/i.test(name))) return 'docx';
    if (isTextBundle(names)) return 'text';
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (error.reason === 'unsafe_name') throw new AppError('invalid', UNSAFE_NAME);
    throw new AppError('unsupported_type', '无法打开这个压缩文件，它可能已损坏或加了密码，请重新导出后再试。');
  }
  throw new AppError(
    'unsupported_type',
    '这个压缩文件里没有题目。可以导入的有 .docx、.xlsx 和 QTI 试题包（里面有 imsmanifest.xml），以及把试卷和答案两个 Word（或 txt）文件打成的一个 zip（答案的文件名里写“答案”）。',
  );
}

function recogniseText(head: string, extension: string): Recognised {
  const start = head.trimStart();
  if (/^<(\?xml|!DOCTYPE|!--|[a-z])/i.test(start)) {
    if (/<quiz[\s>]/.test(head)) return { format: 'moodle', others: [] };
    if (/<([\w-]+:)?(questestinterop|assessmentItem|qti-assessment-item|assessmentTest|manifest)[\s>]/.test(head)) {
      return { format: 'qti', others: [] };
    }
    if (/^(?:<!--[\s\S]{0,500}?-->\s{0,20})?<(?:!DOCTYPE html|html)[\s>]/i.test(start)) {
      throw new AppError(
        'unsupported_type',
        '这是网页文件（有的 .doc 其实是另存的网页），不能导入。请用 Word 或 WPS 打开，另存为 .docx 后再试。',
      );
    }
    throw new AppError('unsupported_type', '这个 XML 文件里没有题目。可以导入 Moodle XML 和 QTI。');
  }
  if (/^[[{]\s*(["{[\]}]|$)/.test(start)) return { format: 'json', others: ['text'] };
  if (extension === 'csv') {
    throw new AppError('unsupported_type', '这是 CSV 表格。请用 Excel 或 WPS 打开，另存为 .xlsx 后再导入。');
  }
  const [first, ...rest] = weighTexts(head, extension).map(({ format }) => format);
  return { format: first ?? 'text', others: rest };
}
