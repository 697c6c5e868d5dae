import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys of judgements that name the right ones and the wrong ones. */

const JUDGED = ['一、判断题（每题1分）', ...[1, 2, 3, 4, 5].map((number) => `${number}. 判断${number}。（  ）`)];
const answers = (...key: string[]) => {
  const questions = parseText(toLines([...JUDGED, ...key].join('\n')));
  return questions.map(({ fields, problems }) => (problems.length > 0 ? '?' : fields.answer)).join('');
};

test.each([
  ['答案：正确：1、3、4；错误：2、5'],
  ['答案：对：134 错：25'],
  ['答案：错误：2、5；正确：1、3、4。'],
  ['答案：正确的有1、3-4，错误的有2和5'],
  ['答案：√：1，3，4 ×：2，5'],
  ['答案：1、3、4正确；2、5错误'],
  ['参考答案', '一、判断题：对的：1、3、4；错的：2、5'],
  ['参考答案', '正确：1、3、4。', '错误：2、5。'],
  ['正确：（1）（3）（4）；错误：（2）（5）'],
])('%s', (...key) => {
  expect(answers(...key)).toBe('TFTTF');
});

describe('what leaves a question out or names it twice is no such key', () => {
  test.each([['答案：正确：1、3；错误：5'], ['答案：正确：1、2、3；错误：3、4、5']])('%s', (key) => {
    expect(answers(key)).toMatch(/^\?{4}/);
  });
});

test('numbers without end take no time', () => {
  const begin = performance.now();
  answers(`答案：正确：${'1'.repeat(250)}x`, `正确：${'1 、'.repeat(70)}x`, `${'1 '.repeat(90)}对${'2 '.repeat(50)}`);
  expect(performance.now() - begin).toBeLessThan(2000);
});
