import { AppError } from '~/lib/errors';
import { decodeText, withoutControls } from './decode-text.server';
import type { ReadQuestions, WriteQuestions } from './format.rules';
import { paperLines, verbatimLines } from './paper-lines';
import { parseText, toLines } from './text-format';

/** Plain text in the forms teachers type questions in. */
export const readText: ReadQuestions = async (file, onProgress) => {
  const { text, note } = withoutControls(decodeText(file.bytes));
  const questions = parseText(toLines(text));
  note(questions);
  if (questions.length === 0) {
    throw new AppError('invalid', '文件里没有找到题目。请在每道题前写题号（如“1.”），在题后写“答案：”。');
  }
  onProgress?.(questions.length, questions.length);
  return questions;
};

/** The same forms, readable and read back: all but pictures, audio and directories. */
export const writeText: WriteQuestions = async (questions, options) => {
  const lines = paperLines(questions, options).flatMap((line) => {
    const isApart = line.role === 'section' || line.role === 'question';
    return [...(isApart ? [''] : []), ...verbatimLines(line)];
  });
  return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n`), extension: 'txt', mime: 'text/plain; charset=utf-8' };
};
