import { expect, test } from 'vitest';
import { listCourseClasses, readPeriod } from './census.rules';

test('a period is read in days of the school, its last day included', () => {
  expect(readPeriod({ from: '2026-11-01', to: '2026-11-02', category: '月考' }, 'Asia/Shanghai')).toEqual({
    from: Date.UTC(2026, 9, 31, 16),
    to: Date.UTC(2026, 10, 2, 16),
    categoryName: '月考',
  });
  expect(readPeriod({ from: '昨天', to: '2026-02-31', category: '' }, 'Asia/Shanghai')).toEqual({
    from: null,
    to: null,
    categoryName: '',
  });
});

test('every class once, by the name it has now', () => {
  const one = { id: 1, name: '甲班', nameNow: '甲班' };
  const two = (name: string) => ({ id: 2, name, nameNow: '二班' });
  expect(listCourseClasses([{ classes: [one, two('二班')] }, { classes: [one, two('一年级二班')] }])).toEqual([
    { id: 2, name: '二班' },
    { id: 1, name: '甲班' },
  ]);
});
