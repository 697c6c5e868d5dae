import { describe, expect, it, test } from 'vitest';
import { parseTime } from '~/lib/time';
import { calendarWeeks, monthBounds, monthLabel, monthOf, monthsBeside, shiftMonth } from './calendar.rules';

const timeZone = 'Asia/Shanghai';
const at = (text: string) => parseTime(text, timeZone) ?? 0;
const now = at('2026-11-21 00:30');

describe('the calendar’s months', () => {
  it('come from the address, else from the school’s clock', () => {
    expect(monthOf('2026-02', now, timeZone)).toBe('2026-02');
    // Half past midnight in Shanghai is still the day before in UTC.
    expect(monthOf(null, at('2026-12-01 00:30'), timeZone)).toBe('2026-12');
    for (const bad of ['2026-13', 'x', '1999-01', '9999-01', '2026-1']) {
      expect(monthOf(bad, now, timeZone)).toBe('2026-11');
    }
    expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1), monthLabel('2026-02')]).toEqual([
      '2027-01',
      '2025-12',
      '2026年2月',
    ]);
    expect(monthBounds('2026-11', timeZone)).toEqual({ from: at('2026-11-01 00:00'), to: at('2026-12-01 00:00') });
  });
});

test('the months lead five years back and two ahead, and end there', () => {
  expect(monthsBeside('2026-01', '2026-11')).toEqual({ before: '2025-12', after: '2026-02' });
  expect(monthsBeside('2021-11', '2026-11')).toEqual({ before: null, after: '2021-12' });
  expect(monthsBeside('2028-11', '2026-11')).toEqual({ before: '2028-10', after: null });
  expect(monthsBeside('2150-03', '2026-11')).toEqual({ before: '2150-02', after: null });
});

describe('the month in weeks', () => {
  const weeks = (month: string, exams: Parameters<typeof calendarWeeks>[1] = []) =>
    calendarWeeks(month, exams, { now, timeZone });

  it('begins on Monday, is whole, and marks today', () => {
    for (const month of ['2026-02', '2026-11', '2027-05', '2024-02']) {
      const days = weeks(month).flat();
      expect(days.length % 7).toBe(0);
      expect(new Date(days[0]?.date ?? '').getUTCDay()).toBe(1);
      expect(days.filter((day) => day.isOfMonth)).toHaveLength(
        Number(new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).getUTCDate()),
      );
    }
    expect(
      weeks('2026-11')
        .flat()
        .filter((day) => day.isToday)
        .map((day) => day.date),
    ).toEqual(['2026-11-21']);
    // February 2027 is exactly four weeks from a Monday.
    expect(weeks('2027-02')).toHaveLength(4);
  });

  it('holds each exam on its days, with the times that fall on them', () => {
    const exam = (begin: string, end: string) => ({
      examId: 1,
      name: '期中',
      part: 'oral' as const,
      beginsAt: at(begin),
      endsAt: at(end),
    });
    const timesOf = (begin: string, end: string) =>
      weeks('2026-11', [exam(begin, end)])
        .flat()
        .flatMap((day) => day.entries.map((entry) => `${day.date.slice(8)} ${entry.time}`));
    expect(timesOf('2026-11-05 09:00', '2026-11-05 11:30')).toEqual(['05 09:00–11:30']);
    expect(timesOf('2026-11-05 09:00', '2026-11-07 17:00')).toEqual(['05 09:00 开始', '06 进行中', '07 17:00 截止']);
    expect(timesOf('2026-11-05 09:00', '2026-11-07 00:00')).toEqual(['05 09:00 开始', '06 进行中']);
    expect(timesOf('2026-10-30 09:00', '2026-11-02 12:00')).toEqual(['01 进行中', '02 12:00 截止']);
    expect(timesOf('2026-11-05 09:00', '2026-11-25 17:00')).toEqual(['05 09:00 开始', '25 17:00 截止']);
    expect(timesOf('2026-12-01 00:00', '2026-12-02 12:00')).toEqual([]);
  });
});
