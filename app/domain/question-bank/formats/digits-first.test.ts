import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** The first question of a paper without headings begins with a digit right behind its sign. */

const KEY = ['参考答案', '1.日本', '2.液体', '3.气体'];
const stems = (...lines: string[]) => parseText(toLines(lines.join('\n'))).map(({ fields }) => fields.stem);

test.each(['．', '.'])('1%s1945年 is question 1', (sign) => {
  const paper = [`1${sign}1945年____投降。`, `2${sign}水是____。`, `3${sign}火是____。`];
  expect(stems(...paper, ...KEY)).toEqual(['1945年____投降。', '水是____。', '火是____。']);
  expect(stems('期中测试卷', ...paper, ...KEY)).toHaveLength(3);
  const asked = [`1${sign}3个苹果6元，5个多少元？`, `2${sign}什么是水？`, `3${sign}什么是火？`];
  expect(stems(...asked, ...KEY)).toEqual(['3个苹果6元，5个多少元？', '什么是水？', '什么是火？']);
});

test('a text above question 1 that begins with a decimal is none', () => {
  const paper = ['1.5亿人观看了这场比赛。', '1. 水是____。', '2. 火是____。', '参考答案', '1. 液体', '2. 气体'];
  expect(stems(...paper)).toHaveLength(2);
});

test('the second one, which may be a line of the first, is told where the third follows', () => {
  const paper = ['1．1945年什么投降？', '2．3个苹果6元，5个多少元？', '3．什么是水？', '4．什么是火？', ...KEY, '4.火'];
  const [first] = parseText(toLines(paper.join('\n')));
  expect(first?.notes.join('')).toContain('像是第 2 题的开头');
  expect(first?.isDoubtful).toBe(true);
});
