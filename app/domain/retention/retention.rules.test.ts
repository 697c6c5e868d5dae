import { expect, it } from 'vitest';
import { isAutomatic, keptReason, NO_AUTOMATION, NO_RECORDINGS, sumOf } from './retention.rules';

const open = { isHeld: false, status: 'released' as const, isUnsettled: false, isAsked: false };

it('lets go only of a released exam with nothing open and no hold', () => {
  expect(keptReason(open)).toBeNull();
  expect(keptReason({ ...open, isHeld: true })).toBe('held');
  expect(keptReason({ ...open, status: 'published' })).toBe('running');
  expect(keptReason({ ...open, status: 'closed' })).toBe('unreleased');
  expect(keptReason({ ...open, isUnsettled: true })).toBe('unsettled');
  expect(keptReason({ ...open, isAsked: true })).toBe('asked');
});

it('adds up counts and sizes and keeps the oldest', () => {
  const sums = [NO_RECORDINGS, { count: 2, bytes: 30, oldest: 500 }, { count: 1, bytes: 5, oldest: 400 }];
  expect(sumOf(sums)).toEqual({ count: 3, bytes: 35, oldest: 400 });
  expect(sumOf([])).toEqual(NO_RECORDINGS);
});

it('waits for a new yes when the term became shorter', () => {
  const automation = { ...NO_AUTOMATION, isOn: true, days: 400 };
  expect(isAutomatic(automation, 400)).toBe(true);
  expect(isAutomatic(automation, 500)).toBe(true);
  expect(isAutomatic(automation, 200)).toBe(false);
  expect(isAutomatic({ ...automation, isOn: false }, 400)).toBe(false);
});
