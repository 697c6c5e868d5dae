import { describe, expect, it } from 'vitest';
import { isMissing } from './stored-values';

describe('what counts as missing', () => {
  it.each([[[]], [{}], [''], [null], [undefined], ['null'], ['undefined']])('%j is missing', (value) => {
    expect(isMissing(value)).toBe(true);
  });

  it.each([[0], [false], ['0'], [[0]], [{ a: undefined }], [' ']])('%j is there', (value) => {
    expect(isMissing(value)).toBe(false);
  });
});
