import { codePointLength } from '~/lib/text';
import type { Refuse, TheoryRules } from '../kind.schema';
import { analysisRow, BLANK, lines, textOf } from '../shared/texts.rules';
import { theoryFile } from '../shared/theory-file.rules';

const MAX_REFERENCE = 5000;

/** 简答: a text that a person marks, or who practises; a reference to hold it against. */
export const short: TheoryRules = {
  readKey: ({ answer }, refuse) => ({ options: [], keys: [], blanks: [], reference: readReference(answer, refuse) }),
  clean: (_, value) => ({ text: lines(value.text ?? '') }),
  mark: () => null,
  keyRows: ({ reference, analysis }) => [{ term: '参考答案', texts: [reference] }, analysisRow(analysis)],
  answerColumns: () => ['作答'],
  answerCells: (_, { value }) => [value?.text?.trim() ? value.text : BLANK],
  keyCell: ({ body }) => body.reference,
  apiKey: ({ reference }) => reference,
  ...theoryFile(
    ({ reference }) => reference,
    ({ reference }) => reference,
  ),
  typedAnswer: (answer) => (Array.isArray(answer) ? (answer as unknown[]).map(textOf).join('') : textOf(answer)),
  typedFields: ({ stem, answer, analysis, more }) => ({ ...more, stem, answer, analysis }),
  correction: null,
};

function readReference(answer: unknown, refuse: Refuse): string {
  const text = typeof answer === 'number' ? String(answer) : (answer ?? '');
  const reference = typeof text === 'string' ? lines(text).trim() : null;
  if (reference !== null && codePointLength(reference) <= MAX_REFERENCE) return reference;
  refuse('answer', `参考答案最多 ${MAX_REFERENCE} 个字`);
  return '';
}
