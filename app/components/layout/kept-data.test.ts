import { expect, test } from 'vitest';
import { isReadingOn } from './kept-data';

const click = (from: string, to: string, formMethod?: string) =>
  isReadingOn({
    currentUrl: new URL(from, 'http://x'),
    nextUrl: new URL(to, 'http://x'),
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    formMethod: formMethod as 'GET',
  });

test('a click and a filter read on; a write and the same address once more do not', () => {
  expect(click('/a?id=1', '/b?id=1')).toBe(true);
  expect(click('/a?id=1', '/a?id=1&tab=x')).toBe(true);
  expect(click('/a?id=1', '/a?id=1&keyword=x', 'GET')).toBe(true);
  expect(click('/a?id=1', '/b?id=1', 'POST')).toBe(false);
  expect(click('/a?id=1', '/a?id=1', 'POST')).toBe(false);
  expect(click('/a?id=1', '/a?id=1')).toBe(false);
});
