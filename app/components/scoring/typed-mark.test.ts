import { describe, expect, it } from 'vitest';
import { isMarkComplete, maximumOf, overflows } from './typed-mark';

describe('digits typed one after the other', () => {
  it.each([
    ['88', 100, true],
    ['100', 100, true],
    ['10', 100, false],
    ['9', 100, false],
    ['0', 100, true],
    ['05', 100, true],
    ['7', 9, true],
    ['0', 5, true],
    ['1', 10, false],
    ['2', 10, true],
    ['10', 10, true],
    ['2', 20, false],
    ['3', 20, true],
    ['12', 20, true],
    ['4.', 5, false],
    ['4.5', 5, false],
    ['', 9, false],
    ['88', Number.NaN, false],
  ])('%s of %d is complete: %s', (text, maximum, expected) => expect(isMarkComplete(text, maximum)).toBe(expected));

  it.each([
    ['10', '5', 100, true],
    ['10', '0', 100, false],
    ['8', '8', 100, false],
    ['1', '5', 12, true],
    ['4.', '5', 5, false],
    ['', '9', 5, false],
    ['9', '9', Number.NaN, false],
  ])('%s and then %s of %d goes to the next field: %s', (text, digit, maximum, expected) =>
    expect(overflows(text, digit, maximum)).toBe(expected),
  );

  it('reads the maximum from the field', () => {
    expect([maximumOf('12.5'), maximumOf(undefined), maximumOf('x')]).toEqual([12.5, Number.NaN, Number.NaN]);
  });
});
