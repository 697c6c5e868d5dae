import { expect, test } from 'vitest';
import { nextStatus, type ExamStatus, type ExamTransition } from './states.rules';

test.each<[ExamStatus, ExamTransition, ExamStatus | null]>([
  ['draft', 'publish', 'published'],
  ['published', 'publish', null],
  ['published', 'withdraw', 'draft'],
  ['closed', 'withdraw', null],
  ['published', 'close', 'closed'],
  ['draft', 'close', null],
  ['closed', 'reopen', 'published'],
  ['released', 'reopen', null],
  ['closed', 'release', 'released'],
  ['published', 'release', null],
  ['released', 'unrelease', 'closed'],
])('%s, %s → %s', (status, transition, expected) => {
  expect(nextStatus(status, transition)).toBe(expected);
});
