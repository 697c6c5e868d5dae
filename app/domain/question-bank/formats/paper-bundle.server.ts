import { posix } from 'node:path';
import { AppError } from '~/lib/errors';
import { ZipError, openZip, type ZipReader } from '~/lib/zip.server';
import { isListLine } from './text-answers';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';
import type { Beside } from './text-pictures.server';

/** A zip of a paper and its answers, each a Word file or a plain text, and of the pictures that a text names. */

/** Whether the bytes are a zip, as Word files are too. */
export const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).toString('hex') === '504b0304';

/** Neither what a Mac adds nor ~$语文.docx, which stands beside a paper that is open in Word. */
const BUNDLED = /^(?!__MACOSX|(?:.*\/)?(?:\.|~\$))[^\\]+\.(?:docx|txt|md|markdown)$/i;
const MARKDOWN = /\.(?:md|markdown)$/i;
const IS_TEXT = /\.(?:txt|md|markdown)$/i;
const ANSWERS = /答案|解析|评分/;
const LIMITS = { entries: 2000, entryBytes: 20 * 1024 * 1024, totalBytes: 60 * 1024 * 1024 };

/** `isAnswers`: it is the key of the one before it; `isAnalyses`: its name speaks of analyses alone; `beside`: what it names. */
export type BundledFile = {
  bytes: Buffer;
  isText: boolean;
  isAnswers: boolean;
  isAnalyses: boolean;
  beside: Beside;
};

const baseOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);

/** Beside a paper of another name or form a README.md is none. */
function papersIn(names: string[]): string[] {
  const papers = names.filter((name) => BUNDLED.test(name));
  const isOther = papers.some((name) => /\.docx$/i.test(name))
    ? (name: string) => MARKDOWN.test(name)
    : (name: string) => /^readme\./i.test(baseOf(name));
  const own = papers.filter((name) => !isOther(name));
  return own.length > 0 ? own : papers;
}

/** What a zip has under an address that one of its files names, seen from that file; else the only file of that name. */
function besideOf(zip: ZipReader, from: string): Beside {
  return async (address) => {
    const name = nameIn(zip.names, from, address);
    if (name === undefined) return null;
    try {
      return (await zip.read(name)) ?? null;
    } catch (error) {
      if (error instanceof ZipError) return null;
      throw error;
    }
  };
}

function nameIn(names: string[], from: string, address: string): string | undefined {
  const plain = decoded(address.replace(/[?#].*$/, '')).replace(/\\/g, '/');
  const whole = posix.normalize(posix.join(posix.dirname(from), plain));
  const alike = names.filter((name) => baseOf(name) === baseOf(plain) && !name.startsWith('__MACOSX'));
  return names.includes(whole) ? whole : alike.length === 1 ? alike[0] : undefined;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Whether the names in a zip are of plain texts that may be a paper and its answers. */
export const isTextBundle = (names: string[]) => papersIn(names).some((name) => IS_TEXT.test(name));

/**
 * The paper and its answers, the file whose name says 答案 last; null for anything but such a zip.
 * @throws AppError invalid when there are more files
 */
export async function bundledFiles(bytes: Buffer): Promise<BundledFile[] | null> {
  if (!isArchive(bytes)) return null;
  try {
    const zip = openZip(bytes, LIMITS);
    if (zip.names.some((name) => name.startsWith('word/'))) return null;
    const names = papersIn(zip.names);
    const answers = names.find((name) => ANSWERS.test(baseOf(name)));
    const paper = names.find((name) => name !== answers) ?? answers;
    if (paper === undefined) return null;
    const left = names.filter((name) => name !== paper && name !== answers);
    if (left.length > 0) throw new AppError('invalid', severalPapers(names.length, baseOf(left[0] ?? '')));
    const files = [paper, ...(answers === undefined || answers === paper ? [] : [answers])];
    return await Promise.all(
      files.map(async (name, index) => ({
        bytes: (await zip.read(name)) ?? Buffer.alloc(0),
        isText: IS_TEXT.test(name),
        isAnswers: index > 0,
        isAnalyses: index > 0 && /解析/.test(baseOf(name)) && !/答案/.test(baseOf(name)),
        beside: besideOf(zip, name),
      })),
    );
  } catch (error) {
    // Too many entries for this, or damaged: what reads it alone says so.
    if (error instanceof ZipError) return null;
    throw error;
  }
}

const severalPapers = (count: number, name: string) =>
  `这个压缩文件里有 ${count} 个文件（如“${name}”），一次只能导入一份试卷和它的答案，没有读取。请把每份试卷单独上传，或与它的答案（文件名里写“答案”）打成一个 zip。`;

/** The lines of a file of answers below a title of their own, whatever stands before the first of them. */
export function asKey(lines: TextLine[], { isAnalyses }: BundledFile): TextLine[] {
  const entry = lines.findIndex(({ text }) => isListLine(text.trim()));
  const counted = lines.findIndex(({ text }) => numberOf(text.trim())?.style === 'plain');
  const isKey = entry >= 0 && !(isAnalyses && counted >= 0 && counted <= entry);
  const first = isKey ? entry : counted;
  if (first < 0) return lines;
  const title = isKey || !isAnalyses ? '参考答案' : '解析';
  return [{ text: '', line: 0 }, { text: title, line: 0 }, ...lines.slice(first)];
}
