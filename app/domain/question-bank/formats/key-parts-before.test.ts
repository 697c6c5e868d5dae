import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** The name of a part of the paper on the line of its answers. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const choices = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => [
    `${from + index}. What is ${from + index}?`,
    'A. one B. two C. three',
  ]).flat();

test.each(['第三部分 ', '第三部分：', '第一节 ', 'Section B '])('%s41-43 BAC', (part) => {
  const paper = ['第一部分 听力', '第一节', ...choices(1, 2), '第三部分 语言运用', '第一节', ...choices(41, 3)];
  const questions = read(...paper, '参考答案', '第一部分 1-2 AB', `${part}41-43 BAC`);
  expect(questions.map(({ fields }) => String(fields.answer))).toEqual(['A', 'B', 'B', 'A', 'C']);
});
