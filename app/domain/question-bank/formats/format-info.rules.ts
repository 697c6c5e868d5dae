import { AppError } from '~/lib/errors';
import type { Bank } from '../question.schema';
import type { FormatName } from './format.rules';

/** The formats as people choose them. Safe to import in the browser. */

export type FormatInfo = {
  label: string;
  /** Of what is read, where that may be of other versions than what is written. */
  readLabel?: string;
  /** Of the file, without the dot; the first is the usual one. */
  extensions: string[];
  /** What it is for, and what it cannot carry: one line of the export page. */
  carries: string;
  /** Banks whose questions it can hold. */
  banks: readonly Bank[];
  /** It can hold pictures, and audio unless `hasAudio` is false. */
  hasMedia: boolean;
  hasAudio: boolean;
  /** It can hold the directories that questions stand in. */
  hasDirectories: boolean;
  /** Of a file to be read. */
  maxBytes: number;
};

const MB = 1024 * 1024;
/** Of an uploaded file with questions, in bytes; of one that is nothing but text. */
export const MAX_IMPORT_BYTES = 20 * MB;
const MAX_TEXT_BYTES = 5 * MB;

const ALL = ['oral', 'written', 'theory'] as const;
const WRITTEN = ['written', 'theory'] as const;

export const FORMAT_INFO: Record<FormatName, FormatInfo> = {
  json: {
    label: '本系统 JSON',
    extensions: ['json'],
    carries: '备份，或搬到另一套考评系统：三个题库的全部内容，含图片、音频和目录',
    banks: ALL,
    hasMedia: true,
    hasAudio: true,
    hasDirectories: true,
    maxBytes: MAX_IMPORT_BYTES,
  },
  xlsx: {
    label: 'Excel',
    extensions: ['xlsx'],
    carries: '在 Excel 或 WPS 里成批修改后再导入；不含图片和音频',
    banks: ALL,
    hasMedia: false,
    hasAudio: false,
    hasDirectories: true,
    maxBytes: 10 * MB,
  },
  docx: {
    label: 'Word',
    extensions: ['docx'],
    carries: '可以打印的试卷，含图片，公式是 Word 的公式；可选是否附答案',
    banks: WRITTEN,
    hasMedia: true,
    hasAudio: false,
    hasDirectories: false,
    maxBytes: MAX_IMPORT_BYTES,
  },
  text: {
    label: '纯文本',
    extensions: ['md', 'txt'],
    carries: '题目和答案的文字；不含图片和音频',
    banks: WRITTEN,
    hasMedia: false,
    hasAudio: false,
    hasDirectories: false,
    maxBytes: MAX_TEXT_BYTES,
  },
  moodle: {
    label: 'Moodle XML',
    extensions: ['xml'],
    carries: '导入 Moodle 等教学平台，含图片、音频和分类；口语题按作文题写出，再导入时还是口语题',
    banks: ALL,
    hasMedia: true,
    hasAudio: true,
    hasDirectories: true,
    maxBytes: MAX_IMPORT_BYTES,
  },
  gift: {
    label: 'Moodle GIFT',
    extensions: ['gift', 'txt'],
    carries: '导入 Moodle 等教学平台的文本格式；不含图片和音频',
    banks: ALL,
    hasMedia: false,
    hasAudio: false,
    hasDirectories: true,
    maxBytes: MAX_TEXT_BYTES,
  },
  qti: {
    label: 'QTI 2.2',
    readLabel: 'QTI',
    extensions: ['zip', 'xml'],
    carries: '导入支持 IMS QTI 的考试系统，含图片和音频；口语题按作文题写出，再导入时还是口语题',
    banks: ALL,
    hasMedia: true,
    hasAudio: true,
    hasDirectories: true,
    maxBytes: MAX_IMPORT_BYTES,
  },
  aiken: {
    label: 'Aiken',
    extensions: ['txt'],
    carries: '只有单选题',
    banks: ['theory'],
    hasMedia: false,
    hasAudio: false,
    hasDirectories: false,
    maxBytes: MAX_TEXT_BYTES,
  },
};

/** What a file is called that was read: which version it had nobody needs to know. */
export const readLabelOf = (name: FormatName) => FORMAT_INFO[name].readLabel ?? FORMAT_INFO[name].label;

/** In the order they are offered. */
export const FORMAT_ORDER: readonly FormatName[] = ['text', 'docx', 'xlsx', 'json', 'moodle', 'gift', 'qti', 'aiken'];

/** Questions of one file, in and out. */
export const MAX_IMPORT_QUESTIONS = 5000;
export const MAX_EXPORT_QUESTIONS = 5000;

/** The refusal of a file with more. */
export function tooManyQuestions(): AppError {
  return new AppError('too_large', `一个文件最多 ${MAX_IMPORT_QUESTIONS} 道题，请分成几个文件导入。`);
}

/** `accept` of the file input: whatever one of these formats has. */
export function acceptOf(formats: readonly FormatName[]): string {
  return [...new Set(formats.flatMap((name) => FORMAT_INFO[name].extensions.map((each) => `.${each}`)))].join(',');
}
