import { expect, test } from 'vitest';
import { countStories, inWords, readCounts } from './counts.mjs';

test('a story that passed only when tried again is named', () => {
  const spec = (title: string, status: string) => ({ file: 'sitting.spec.ts', line: 7, title, tests: [{ status }] });
  const report = {
    stats: { expected: 1, flaky: 2, unexpected: 1, skipped: 0 },
    errors: [],
    suites: [
      {
        specs: [spec('starts', 'flaky'), spec('ends', 'expected')],
        suites: [{ specs: [spec('hands in', 'flaky'), spec('fails', 'unexpected')] }],
      },
    ],
  };
  expect(countStories(report)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    again: ['sitting.spec.ts:7 starts', 'sitting.spec.ts:7 hands in'],
  });
});

test('counts are read as they are written; skipped is said only when something was', () => {
  for (const counts of [
    { passed: 12, failed: 0, skipped: 3 },
    { passed: 1, failed: 2, skipped: 0 },
  ]) {
    expect(readCounts(`7 passed, 7 failed\n${inWords(counts)}\n`)).toEqual(counts);
  }
  expect(inWords({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed');
  expect(readCounts('ended')).toBeUndefined();
});
