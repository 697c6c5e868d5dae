import { AppError } from '~/lib/errors';
import { decodeText, withoutControls, withoutControlsIn } from './decode-text.server';
import { noteLostPictures, type Picture, withPictures } from './docx-pictures';
import type { ParsedQuestion, ReadQuestions, WriteQuestions } from './format.rules';
import { asKey, bundledFiles, isArchive } from './paper-bundle.server';
import { paperLines, verbatimLines } from './paper-lines';
import { parseText, toLines } from './text-format';
import type { TextLine } from './text-line';
import { NOTHING_BESIDE, settlePictureNotes, withPicturesMarked } from './text-pictures.server';

/** Plain text in the forms teachers type questions in. */
export const readText: ReadQuestions = async (file, onProgress) => {
  const questions = isArchive(file.bytes) ? await readBundle(file.bytes) : await readOne(file.bytes);
  if (questions.length === 0) {
    throw new AppError('invalid', '文件里没有找到题目。请在每道题前写题号（如“1.”），在题后写“答案：”。');
  }
  onProgress?.(questions.length, questions.length);
  return questions;
};

async function readOne(bytes: Buffer): Promise<ParsedQuestion[]> {
  const { text, note } = withoutControls(decodeText(bytes));
  const pictures: Picture[] = [];
  const questions = parsed(await withPicturesMarked(toLines(text), pictures, NOTHING_BESIDE), pictures);
  note(questions);
  return questions;
}

/** A paper and its answers in one zip, with the pictures that they name. */
async function readBundle(bytes: Buffer): Promise<ParsedQuestion[]> {
  const files = (await bundledFiles(bytes)) ?? [];
  if (files.length === 0 || files.some(({ isText }) => !isText))
    throw new AppError('unsupported_type', '这个压缩文件里没有纯文本的试卷，请选择别的格式。');
  const pictures: Picture[] = [];
  const lines: TextLine[] = [];
  for (const one of files) {
    const plain = toLines(decodeText(one.bytes)).map(withoutControlsIn);
    const own = await withPicturesMarked(plain, pictures, one.beside);
    lines.push(...(one.isAnswers ? asKey(own, one) : own));
  }
  return parsed(lines, pictures);
}

function parsed(lines: TextLine[], pictures: Picture[]): ParsedQuestion[] {
  const questions = parseText(lines);
  if (pictures.length === 0) return questions;
  noteLostPictures(questions, lines, '行');
  return questions.map((question) => {
    const placed = withPictures(question, pictures);
    settlePictureNotes(placed);
    return placed;
  });
}

/** The same forms, readable and read back: all but pictures, audio and directories. */
export const writeText: WriteQuestions = async (questions, options) => {
  const lines = paperLines(questions, options).flatMap((line) => {
    const isApart = line.role === 'section' || line.role === 'question';
    return [...(isApart ? [''] : []), ...verbatimLines(line)];
  });
  return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n`), extension: 'txt', mime: 'text/plain; charset=utf-8' };
};
