import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';
import { parseBlanks } from './words.rules';

/** Blanks that are counted within one question, and a key that counts them as well. */

const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ fields, problems }) => [fields.stem, fields.answer, ...problems]);
const STEM = '1. 填空：1. ____ 2. ____ 3. ____';
const READ = ['填空：____ ____ ____', [['12.', '12'], ['Cats.', 'Cats'], ['Red']]];

describe.each([
  ['without a label', ['1. 12.', '2. Cats.', '3. Red']],
  ['behind a label', ['答案：1. 12.', '2. Cats.', '3. Red']],
  ['below a label', ['答案：', '1. 12.', '2. Cats.', '3. Red']],
  ['below a title', ['参考答案', '1. 12.', '2. Cats.', '3. Red']],
  ['on one line', ['答案：1. 12. 2. Cats. 3. Red']],
])('a key %s', (_how, key) => {
  test('is of the blanks', () => expect(read('一、填空题', STEM, ...key)).toEqual([READ]));
  test('is of the blanks, and the next question has its own', () =>
    expect(read('一、填空题', STEM, ...key, '2. 水是____。', '答案：冰')).toEqual([READ, ['水是____。', [['冰']]]]));
});

test.each([[['1. 1. 12. 2. Cats. 3. Red', '2. 冰']], [['1. 1. 12.', '2. Cats.', '3. Red', '2. 冰']]])(
  'the key of a whole paper with such an entry: %j',
  (key) =>
    expect(read('一、填空题', STEM, '2. 水是____。', '参考答案', ...key)).toEqual([READ, ['水是____。', [['冰']]]]),
);

test('the first entries of a paper are of its first questions, not of the blanks 1 and 2 of its last', () => {
  const questions = ['一、填空题', '1. 水是____。', '2. 雨是____。', '3. 填空：1. ____ 2. ____'];
  for (const key of [['3. 1. 甲', '2. 乙'], ['3. 1. 甲 2. 乙'], ['3. 甲；乙']])
    expect(read(...questions, '参考答案', '1. 冰', '2. 雪', ...key).map(([, answer]) => answer)).toEqual([
      [['冰']],
      [['雪']],
      [['甲'], ['乙']],
    ]);
});

test('numbers before their blanks stay in a question without a key', () =>
  expect(read('一、填空题', '1. 填：(1) ____ (2) ____ (3) ____')[0]?.[0]).toBe('填：(1) ____ (2) ____ (3) ____'));

test('a ratio behind the number of its question is no number of the next', () =>
  expect(
    read('一、填空题', '1. 比是____。', '2. 比是____。', '参考答案', '1. 1 : 2', '2. 3 : 4').map(([, key]) => key),
  ).toEqual([[['1 : 2']], [['3 : 4']]]));

test('a number alone is no answer', () => {
  expect(parseBlanks('1. 12.', 2)).toEqual([['1. 12.']]);
  expect(parseBlanks('1. 12.5 2. Cats 3. 3', 3)).toEqual([['12.5'], ['Cats'], ['3']]);
  expect(parseBlanks('1. 3.5 2. 2.1 3. 3', 2)).toEqual([['1. 3.5 2. 2.1 3. 3']]);
});

test('an answer that stands in its blank and below is not seen in the stem', () =>
  expect(read('一、填空题', '1. 首都是__北京__，河是__长江__。', '答案：北京；长江')).toEqual([
    ['首都是____，河是____。', [['北京'], ['长江']]],
  ]));
