import { expect, test } from 'vitest';
import { formatChange, optionName, withoutTotal } from './format.rules';

test.each([
  [68.04, 67.26, '+0.7'],
  [56.84, 57.26, '−0.5'],
  [80, 80.04, '0'],
  [80, 78, '+2'],
])('%d beside %d is %s: the difference of what is shown', (value, from, text) => {
  expect(formatChange(value, from)).toBe(text);
});

test('an option of a judge question is called by its word, a lettered one by its letter', () => {
  expect(
    [
      { key: 'T', text: '正确' },
      { key: 'F', text: '错误' },
    ].map(optionName),
  ).toEqual(['正确', '错误']);
  expect(optionName({ key: 'A', text: '正确' })).toBe('A');
});

test('an exam of which one part was sat says who missed the other and who has a score', () => {
  const none = { count: 0, absent: 0, unscored: 0 };
  expect(
    withoutTotal([
      { part: 'oral', scores: { ...none, absent: 60 } },
      { part: 'written', scores: { ...none, count: 39, absent: 21 } },
    ]),
  ).toBe('口语 60 人缺考，笔试 21 人缺考，笔试有 39 人的成绩。');
  expect(
    withoutTotal([
      { part: 'oral', scores: { ...none, unscored: 3 } },
      { part: 'written', scores: { ...none, count: 3 } },
    ]),
  ).toBe('口语 3 人没评完，笔试有 3 人的成绩。');
});
