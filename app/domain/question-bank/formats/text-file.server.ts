import { AppError } from '~/lib/errors';
import { decodeText, withoutControls, withoutControlsIn } from './decode-text.server';
import type { ParsedQuestion, ReadQuestions, WriteQuestions } from './format.rules';
import { asKey, bundledFiles, isArchive } from './paper-bundle.server';
import { paperLines, verbatimLines } from './paper-lines';
import { parseText, toLines } from './text-format';

/** Plain text in the forms teachers type questions in. */
export const readText: ReadQuestions = async (file, onProgress) => {
  const questions = isArchive(file.bytes) ? await readBundle(file.bytes) : readOne(file.bytes);
  if (questions.length === 0) {
    throw new AppError('invalid', '文件里没有找到题目。请在每道题前写题号（如“1.”），在题后写“答案：”。');
  }
  onProgress?.(questions.length, questions.length);
  return questions;
};

function readOne(bytes: Buffer): ParsedQuestion[] {
  const { text, note } = withoutControls(decodeText(bytes));
  const questions = parseText(toLines(text));
  note(questions);
  return questions;
}

/** A paper and its answers in one zip. */
async function readBundle(bytes: Buffer): Promise<ParsedQuestion[]> {
  const files = (await bundledFiles(bytes)) ?? [];
  if (files.length === 0 || files.some(({ isText }) => !isText))
    throw new AppError('unsupported_type', '这个压缩文件里没有纯文本的试卷，请选择别的格式。');
  const lines = files.flatMap((one) => {
    const own = toLines(decodeText(one.bytes)).map(withoutControlsIn);
    return one.isAnswers ? asKey(own, one) : own;
  });
  return parseText(lines);
}

/** The same forms, readable and read back: all but pictures, audio and directories. */
export const writeText: WriteQuestions = async (questions, options) => {
  const lines = paperLines(questions, options).flatMap((line) => {
    const isApart = line.role === 'section' || line.role === 'question';
    return [...(isApart ? [''] : []), ...verbatimLines(line)];
  });
  return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n`), extension: 'txt', mime: 'text/plain; charset=utf-8' };
};
