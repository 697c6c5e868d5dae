import { expect, test } from 'vitest';
import { limitHint } from './wizard.rules';

test('a limit that is longer than the window is said at its field, typed half or in full', () => {
  const values = { beginTime: '2026-11-30 04:43', endTime: '2026-11-30 05:17', writtenMinutes: '45' };
  expect(limitHint(values, 'written')).toBe('从开始到结束只有 34 分钟，比每人限时 45 分钟短：学生最多有 34 分钟。');
  expect(limitHint({ ...values, writtenMinutes: '34' }, 'written')).toBe('');
  expect(limitHint({ ...values, writtenMinutes: '' }, 'written')).toBe('');
  expect(limitHint({ ...values, endTime: '05:17' }, 'written')).toBe('');
  expect(limitHint({ ...values, endTime: '2026-11-30 04:00' }, 'written')).toBe('');
  expect(limitHint(values, 'oral')).toBe('');
});
