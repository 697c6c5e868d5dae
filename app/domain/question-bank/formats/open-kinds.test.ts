import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Banks in which the kind runs into the text of each question. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const OPTIONS = ['A、铁', 'B、铜', 'C、木', 'D、纸'];
const shown = (questions: ReturnType<typeof read>) =>
  questions.map(({ kind, fields, problems, notes }) => [kind, fields.stem, fields.answer, ...problems, ...notes]);

test('it is the kind of the question, and no word of its stem', () => {
  const questions = read(
    '1、多选题属于金属的是（ ）。',
    ...OPTIONS,
    '参考答案: A,B',
    '2、单选题中国的首都是（ ）。',
    ...OPTIONS,
    '参考答案: C',
    '3、判断题地球是圆的。',
    '参考答案: 正确',
  );
  expect(shown(questions)).toEqual([
    ['multiple', '属于金属的是（ ）。', ['A', 'B']],
    ['single', '中国的首都是（ ）。', ['C']],
    ['judge', '地球是圆的。', 'T'],
  ]);
});

test('below a number on a line of its own it begins the next question', () => {
  const questions = read(
    '第一章 金属',
    '',
    '1',
    '',
    '单选题可以燃烧的是(C)。',
    '',
    ...OPTIONS,
    '2',
    '',
    '单选题(D)可以写字。',
    '',
    ...OPTIONS,
    '3',
    '',
    '判断题铁是金属。(√)',
  );
  expect(questions.map(({ kind, fields }) => [kind, fields.stem, fields.answer])).toEqual([
    ['single', '可以燃烧的是(\u3000\u3000)。', ['C']],
    ['single', '(\u3000\u3000)可以写字。', ['D']],
    ['judge', '铁是金属。', 'T'],
  ]);
  expect(questions[0]?.fields.options).toEqual(['铁', '铜', '木', '纸']);
});

test('sentences about such questions keep their words', () => {
  const stems = ['多选题适合考什么？', '单选题与多选题有何不同？', '判断题属于哪一类？'];
  expect(read(...stems.map((stem, at) => `${at + 1}、${stem}`)).map(({ fields }) => fields.stem)).toEqual(stems);
});
