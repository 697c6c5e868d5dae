import { expect, test } from 'vitest';
import { countStories, failedTests, fileSeconds, inWords, readCounts } from './counts.mjs';

test('a story that failed or passed only when tried again is named, and how long a file took with all tries', () => {
  const spec = (title: string, status: string) => ({
    file: 'sitting.spec.ts',
    line: 7,
    title,
    tests: [
      {
        status,
        results:
          status === 'flaky'
            ? [{ duration: 9000 }, { duration: 500 }]
            : [{ duration: 1000, error: { message: '\u001b[31mno\u001b[39m\n  such page' } }],
      },
    ],
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
    failures: ['sitting.spec.ts:7 fails — no such page'],
    again: ['sitting.spec.ts:7 starts', 'sitting.spec.ts:7 hands in'],
    files: [{ file: 'sitting.spec.ts', seconds: 21 }],
  });
});

test('how long a file of tests took', () => {
  const testResults = [{ name: '/srv/school/app/exam.test.ts', startTime: 1000, endTime: 3500 }];
  expect(fileSeconds({ testResults }, '/srv/school')).toEqual([{ file: 'app/exam.test.ts', seconds: 2.5 }]);
});

test('a test that failed is named with its reason, and a file that could not be loaded', () => {
  const failing = { status: 'failed', fullName: 'a score is rounded', failureMessages: ['AssertionError: 1\n  at x'] };
  const testResults = [
    { name: '/srv/school/a.test.ts', status: 'failed', message: '', assertionResults: [{ status: 'passed' }, failing] },
    { name: '/srv/school/b.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
    { name: '/srv/school/c.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed' }] },
  ];
  expect(failedTests({ testResults }, '/srv/school')).toEqual([
    'a.test.ts a score is rounded — AssertionError: 1 at x',
    'b.test.ts — no such file',
  ]);
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
