import { AppError } from '~/lib/errors';
import { optionKey } from '../question.rules';
import { decodeText, withoutControls } from './decode-text.server';
import { emptyParsed, type ParsedQuestion, type ReadQuestions } from './format.rules';
import { breathe, checkCount, setChoice } from './parsed-fields.server';

/** Aiken: a question, options A. or A), then ANSWER: and one letter. All questions are single choices. */

const OPTION = /^([A-Za-zＡ-Ｚ])\s*[.)．）、]\s*(.*)$/;
const ANSWER = /^\s*(?:ANSWER|答案|正确答案)\s*[:：]\s*(.*)$/i;

type Draft = { line: number; stem: string[]; options: { letter: string; text: string }[] };

export const readAiken: ReadQuestions = async (file, onProgress) => {
  const { text, note } = withoutControls(decodeText(file.bytes));
  const lines = text.split('\n');
  const questions: ParsedQuestion[] = [];
  let draft: Draft | null = null;
  let isAfterBlank = false;
  for (const [index, whole] of lines.entries()) {
    const line = whole.trim();
    if (line === '') {
      isAfterBlank = true;
      continue;
    }
    const answer = ANSWER.exec(line);
    const option = OPTION.exec(line);
    if (answer) {
      questions.push(finish(draft ?? { line: index + 1, stem: [], options: [] }, answer[1] ?? ''));
      draft = null;
      checkCount(questions);
      await breathe(questions.length, Infinity, onProgress && ((done) => onProgress(done, done)));
    } else if (option && draft && isNextOption(option[1] ?? '', draft)) {
      draft.options.push({ letter: narrow(option[1] ?? ''), text: option[2] ?? '' });
    } else if (draft && isAfterBlank && draft.options.length > 0) {
      questions.push(finish(draft, null));
      draft = { line: index + 1, stem: [line], options: [] };
    } else if (draft) {
      continueText(draft, line);
    } else {
      draft = { line: index + 1, stem: [line], options: [] };
    }
    isAfterBlank = false;
  }
  if (draft) questions.push(finish(draft, null));
  if (questions.every((question) => question.problems.length > 0) && !lines.some((line) => ANSWER.test(line))) {
    throw new AppError('invalid', '文件里没有 Aiken 题目（每题以 ANSWER: 和一个字母结束）。请检查文件是否选对。');
  }
  note(questions);
  return questions;
};

/** Options go A, B, C …; another letter with a full stop is a line of the text. */
function isNextOption(letter: string, draft: Draft): boolean {
  return narrow(letter) === optionKey(draft.options.length);
}

function narrow(letter: string): string {
  return letter.normalize('NFKC').toUpperCase();
}

function continueText(draft: Draft, line: string): void {
  const last = draft.options[draft.options.length - 1];
  if (last) last.text += `\n${line}`;
  else draft.stem.push(line);
}

/** `answer`: what stands behind ANSWER: null when that line is missing. */
function finish(draft: Draft, answer: string | null): ParsedQuestion {
  const parsed = emptyParsed(draft.line);
  const letters: string[] = narrow(answer ?? '').match(/[A-Z]/g) ?? [];
  setChoice(
    parsed,
    'single',
    draft.stem.join('\n'),
    draft.options.map(({ letter, text }) => ({ text, isRight: letters.includes(letter) })),
  );
  const letter = letters[0] ?? '';
  if (answer === null) parsed.problems.push('缺少 ANSWER: 一行。请在选项后面写 ANSWER: 和正确选项的字母。');
  else if (letters.length > 1) {
    parsed.problems.push(
      `Aiken 每题只能有一个正确答案，这里写了“${answer.trim().slice(0, 40)}”。多选题请用 GIFT 或其他格式。`,
    );
  } else if (!/^\s*[A-ZＡ-Ｚ]\s*[.．。]?\s*$/i.test(answer)) {
    parsed.problems.push(`ANSWER: 后面应为一个选项字母，这里写了“${answer.trim().slice(0, 40)}”。`);
  } else if (!draft.options.some((option) => option.letter === letter)) {
    parsed.problems.push(`正确答案 ${letter} 不在选项里。`);
  }
  return parsed;
}
