import { expect, test } from 'vitest';
import { numberRanges } from './scan.rules';

test('many numbers are read as ranges', () => {
  expect(numberRanges([1, 2, 3, 4, 22])).toBe('1–4、22');
  expect(numberRanges([7, 3, 2])).toBe('2、3、7');
  expect(numberRanges([])).toBe('');
});
