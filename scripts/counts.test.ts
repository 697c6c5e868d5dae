import { expect, test } from 'vitest';
import { countStories, fileSeconds, inWords, readCounts } from './counts.mjs';

test('a story that passed only when tried again is named, and how long a file took with all tries', () => {
  const spec = (title: string, status: string) => ({
    file: 'sitting.spec.ts',
    line: 7,
    title,
    tests: [{ status, results: status === 'flaky' ? [{ duration: 9000 }, { duration: 500 }] : [{ duration: 1000 }] }],
  });
  const report = {
    stats: { expected: 1, flaky: 2, unexpected: 1, skipped: 0 },
    errors: [],
    suites: [
      {
        file: 'sitting.spec.ts',
        specs: [spec('starts', 'flaky'), spec('ends', 'expected')],
        suites: [{ file: 'sitting.spec.ts', specs: [spec('hands in', 'flaky'), spec('fails', 'unexpected')] }],
      },
    ],
  };
  expect(countStories(report)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    again: ['sitting.spec.ts:7 starts', 'sitting.spec.ts:7 hands in'],
    files: [{ file: 'sitting.spec.ts', seconds: 21 }],
  });
});

test('how long a file of tests took', () => {
  const testResults = [{ name: '/srv/school/app/exam.test.ts', startTime: 1000, endTime: 3500 }];
  expect(fileSeconds({ testResults }, '/srv/school')).toEqual([{ file: 'app/exam.test.ts', seconds: 2.5 }]);
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
