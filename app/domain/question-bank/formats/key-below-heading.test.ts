import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** A table of answers between the heading of a section and its first question. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const CHOICE = 'A. 甲 B. 乙 C. 丙 D. 丁';
const asked = (name: string, ...key: string[]) => [
  name,
  ...key,
  `1. ${name}甲（ ）`,
  CHOICE,
  `2. ${name}乙（ ）`,
  CHOICE,
];
const FIRST = ['题号 1 2', '答案 B C'];
const SECOND = ['题号 1 2', '答案 A D'];

test('each section has the key that stands below its heading', () => {
  const judged = ['三、判断题', '题号 1 2', '答案 √ ×', '1. 地球是圆的。（ ）', '2. 月亮发光。（ ）'];
  const questions = read(...asked('一、单选题', ...FIRST), ...asked('二、单项选择题', ...SECOND), ...judged);
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['C'], ['A'], ['D'], 'T', 'F']);
  expect(questions.flatMap(({ problems }) => problems)).toEqual([]);
  expect(questions.some(({ isDoubtful }) => isDoubtful)).toBe(false);
});

test('the section before it, which has no key, is given none in silence', () => {
  const questions = read(...asked('一、单选题'), ...asked('二、单项选择题', ...SECOND));
  expect(questions.slice(0, 2).map(({ fields }) => fields.answer)).toEqual([[], []]);
  expect(questions.slice(2).map(({ fields }) => fields.answer)).toEqual([['A'], ['D']]);
});

test('so is one on a line', () => {
  const key = '答案：1.A  2.D';
  const questions = read(...asked('一、单选题', ...FIRST), ...asked('二、单项选择题', key));
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['C'], ['A'], ['D']]);
});
