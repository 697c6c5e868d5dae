import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** English texts whose blanks are numbers before a line, between short ones, or alone. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const told = (...lines: string[]) =>
  read(...lines).map(({ fields, problems }) => [fields.stem, fields.answer, ...problems]);
const text = (draw: (number: number) => string) =>
  `Tom was ${draw(61)} (excite) boy. He ${draw(62)} (go) to school and ${draw(63)} home late.`;
const OPTIONS = ['61. A. good B. bad C. sad', '62. A. go B. goes C. went', '63. A. come B. comes C. came'];
const BARE = 'Tom was a 61 boy. He 62 to school and 63 home late.';
const chosen = (stem: string) => ['A', 'C', 'C'].map((key, at) => [`${stem}\n第 ${61 + at} 空`, [key]]);

describe.each([
  ['(61)____', (number: number) => `(${number})____`],
  ['（61） ____', (number: number) => `（${number}） ____`],
  ['___61___', (number: number) => `___${number}___`],
  ['_61_', (number: number) => `_${number}_`],
  ['61.____', (number: number) => `${number}.____`],
])('a blank drawn as %s', (_name, draw) => {
  test.each([
    [['答案：61. an excited 62. went 63. came']],
    [['参考答案', '61. an excited', '62. went', '63. came']],
    [['参考答案', '四、61. an excited 62. went 63. came']],
  ])('with the key %j', (key) =>
    expect(told('四、语法填空', '阅读短文，填入1个适当的单词。', text(draw), ...key)).toEqual([
      [`阅读短文，填入1个适当的单词。\n${text(() => '____')}`, [['an excited'], ['went'], ['came']]],
    ]),
  );

  test('between other sections', () =>
    expect(
      told(
        '一、单选题',
        '1. Who?',
        'A. I B. You',
        '二、语法填空',
        text(draw),
        '三、简答题',
        '64. Why?',
        '参考答案',
        '1. A',
        '61. excited 62. went 63. came',
        '64. Because.',
      ).map(([, answer]) => answer),
    ).toEqual([['A'], [['excited'], ['went'], ['came']], 'Because.']));
});

describe.each([
  ['on one line', OPTIONS],
  ['on a line each', OPTIONS.flatMap((line) => line.split(/ (?=[BC]\.)/))],
])('numbers alone, with their options %s', (_name, options) => {
  test('are the blanks', () => {
    const questions = read('三、完形填空', BARE, ...options, '参考答案', '61-63 ACC');
    expect(questions.map(({ fields }) => [fields.stem, fields.answer])).toEqual(
      chosen('Tom was a __61__ boy. He __62__ to school and __63__ home late.'),
    );
    expect(questions[1]?.notes).toContain('短文里的 62 当作空，请核对。');
  });

  test('with wide blanks around them, where another number is the same', () =>
    expect(
      told('三、完形填空', 'At   61   he had 62 books and   62   home   63  .', ...options, '参考答案', '61-63 ACC'),
    ).toEqual(chosen('At   __61__   he had 62 books and   __62__   home   __63__  .')));

  test('where one may be another is refused', () => {
    const [question] = read('三、完形填空', `${BARE} He has 63 books.`, ...options, '参考答案', '61-63 ACC');
    expect(question?.problems).toEqual([expect.stringContaining('“完形填空”没有读出来')]);
  });
});

test('years and amounts are no blanks', () => {
  const questions = read('一、听力', 'In 61 years.', ...OPTIONS, '参考答案', '61-63 ACC');
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['C'], ['C']]);
  expect(questions.map(({ fields }) => String(fields.stem)).join()).not.toContain('__');
});

test('短文改错 is refused with a way', () =>
  expect(told('四、短文改错', 'I were a student. I likes apples.', '答案：were→was; likes→like')[0]?.[2]).toMatch(
    /学生不能在原文里改。请改成简答题/,
  ));
