import { parseLetters } from '../../formats/words.rules';
import { optionKey } from '../../question.rules';
import type { TheoryBody } from '../../question.schema';
import type { AnswerKey, Refuse, TheoryRules } from '../kind.schema';
import { cleanKeys, keyWords, markKeys, optionCorrection, rightLetters } from './options.rules';
import { textOf } from './texts.rules';
import { theoryFile } from './theory-file.rules';

/** A question with options of its own, of which one or several are right. Pure. */

export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 10;

/** What the two kinds of choice say of themselves; `refuseCount` is what they do not take in common. */
export function choiceRules(
  kind: 'single' | 'multiple',
  { isOneOnly, refuseCount }: { isOneOnly: boolean; refuseCount: (keys: string[]) => string | null },
): TheoryRules {
  return {
    ...keyWords(kind),
    readKey: (fields, refuse) => readChoice(fields, refuse, refuseCount),
    clean: (body, value) => cleanKeys(body.options, value, isOneOnly),
    mark: markKeys,
    ...theoryFile(rightLetters, (body) => rightLetters(body).join('')),
    typedAnswer: (answer) => (Array.isArray(answer) ? (answer as unknown[]).map(textOf).join('') : textOf(answer)),
    typedFields: ({ stem, options, answer, analysis, more }) => {
      // A blank row between others keeps its letter: the key is written for what the form shows.
      const last = options.reduce((found, text, index) => (text === '' ? found : index), -1);
      return { ...more, stem, options: options.slice(0, last + 1), answer: parseLetters(answer) ?? [], analysis };
    },
    correction: optionCorrection((body: TheoryBody) => body.options, isOneOnly, true),
  };
}

/** Blank rows are dropped and the rest lettered anew, the right letters with them. */
function readChoice(
  fields: Record<string, unknown>,
  refuse: Refuse,
  refuseCount: (keys: string[]) => string | null,
): AnswerKey {
  const rows = (Array.isArray(fields.options) ? (fields.options as unknown[]) : []).map(optionText);
  const right = new Set(answerLetters(fields.answer));
  if (rows.length > MAX_OPTIONS) refuse('options', `选项最多 ${MAX_OPTIONS} 个`);
  const options: AnswerKey['options'] = [];
  const keys: string[] = [];
  rows.forEach((text, index) => {
    const isRight = right.delete(optionKey(index));
    if (text === '') {
      if (isRight) refuse(`options.${index}`, `选项 ${optionKey(index)} 是正确答案，请填写内容`);
      return;
    }
    if ([...text].length > 500) refuse(`options.${index}`, `选项 ${optionKey(index)} 最多 500 个字`);
    if (options.some((option) => option.text === text))
      refuse(`options.${index}`, `选项 ${optionKey(index)} 与前面的选项相同`);
    const key = optionKey(options.length);
    options.push({ key, text });
    if (isRight) keys.push(key);
  });
  if (options.length < MIN_OPTIONS) refuse('options', `请至少填写 ${MIN_OPTIONS} 个选项`);
  const problem = right.size > 0 ? `正确答案 ${[...right].join('、')} 不在选项里` : refuseCount(keys);
  if (problem !== null) refuse('answer', problem);
  return { options, keys, blanks: [], reference: '' };
}

function optionText(row: unknown): string {
  const text = typeof row === 'object' && row !== null ? (row as { text?: unknown }).text : row;
  return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : '';
}

/** Letters as an array, `A,C` or `AC`. */
function answerLetters(answer: unknown): string[] {
  const parts = Array.isArray(answer) ? (answer as unknown[]) : [answer ?? ''];
  return parts.flatMap((part) => String(part).toUpperCase().match(/[A-Z]/g) ?? []);
}
