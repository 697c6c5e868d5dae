import { expect, test } from 'vitest';
import { formatChange, optionName } from './format.rules';

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
