import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 【解析】【1题详解】… 【2题详解】… on one line. */

const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ fields }) => [fields.answer, fields.analysis]);
const PAPER = [
  ...['一、阅读', '阅读短文，完成1～2题。', '春天来了，小明在山上。'],
  ...['1．人在哪里？', 'A．山上', 'B．水里', '2．写出季节。'],
];
const READ = [
  [['A'], '考查信息。选A。'],
  ['春', '考查概括。'],
];

describe('each is the analysis of its question', () => {
  test.each([
    ['【答案】1．A 2．春', '【解析】【1题详解】考查信息。选A。【2题详解】考查概括。'],
    ['【答案】1．A 2．春 【解析】【1题详解】考查信息。选A。 【2题详解】考查概括。'],
    ['参考答案', '1．A', '2．春', '【解析】【第1小题详解】考查信息。选A。【第2小题详解】考查概括。'],
    ['参考答案', '1．A 2．春', '【1题详解】考查信息。选A。', '【2题详解】考查概括。'],
  ])('%s', (...key) => expect(read(...PAPER, ...key)).toEqual(READ));

  test('and one that is but named goes on', () =>
    expect(read('1．甲？', '答案：乙', '解析：见【2题详解】。')).toEqual([['乙', '见【2题详解】。']]));
});
