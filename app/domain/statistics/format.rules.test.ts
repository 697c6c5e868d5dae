import { expect, test } from 'vitest';
import { formatChange } from './format.rules';

test.each([
  [68.04, 67.26, '+0.7'],
  [56.84, 57.26, '−0.5'],
  [80, 80.04, '0'],
  [80, 78, '+2'],
])('%d beside %d is %s: the difference of what is shown', (value, from, text) => {
  expect(formatChange(value, from)).toBe(text);
});
