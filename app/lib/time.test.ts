import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayProblems } from './day-problems.server';
import { formatClock, formatDate, formatMinute, formatSecond, parseTime } from './time';

/** What Intl itself says; only slower. */
function byIntl(milliseconds: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).formatToParts(milliseconds);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}:${of('second')}`;
}

const ZONES = ['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];

describe('times of a zone', () => {
  it.each(ZONES)('%s: shown as Intl shows them, through every change of its clocks', (zone) => {
    const time = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) });
    fc.assert(
      fc.property(time, (milliseconds) => {
        const right = byIntl(milliseconds, zone);
        expect(formatSecond(milliseconds, zone)).toBe(right);
        expect(formatMinute(milliseconds, zone)).toBe(right.slice(0, 16));
        expect(formatDate(milliseconds, zone)).toBe(right.slice(0, 10));
        expect(formatClock(milliseconds, zone)).toBe(right.slice(11));
      }),
      { numRuns: 300 },
    );
  });

  it('the minute before and after the clocks are put forward and back', () => {
    const forward = Date.UTC(2026, 2, 29, 1, 0);
    expect(formatMinute(forward - 60_000, 'Europe/Berlin')).toBe('2026-03-29 01:59');
    expect(formatMinute(forward, 'Europe/Berlin')).toBe('2026-03-29 03:00');
    const back = Date.UTC(2026, 9, 25, 1, 0);
    expect(formatMinute(back - 60_000, 'Europe/Berlin')).toBe('2026-10-25 02:59');
    expect(formatMinute(back, 'Europe/Berlin')).toBe('2026-10-25 02:00');
  });

  it('what was typed is read back as it was shown', () => {
    const milliseconds = Date.UTC(2026, 10, 21, 0, 30, 5);
    expect(parseTime(formatSecond(milliseconds))).toBe(milliseconds);
    const typed = [
      '2026年11月21日 8:30',
      '2026年11月21日8点30分',
      '2026年11月21号 8点30',
      '2026/11/21 ８：３０',
      '2026.11.21 8时30分',
    ];
    for (const text of typed) expect(parseTime(text), text).toBe(Date.UTC(2026, 10, 21, 0, 30));
    expect(parseTime('2026年11月21日15点')).toBe(Date.UTC(2026, 10, 21, 7, 0));
    for (const text of ['2026-11-218:30', '2026-11-21 8:', '2026-11-21 8:3', '2026-11-21', '11-21 8:30'])
      expect(parseTime(text), text).toBeUndefined();
  });
});

describe('the days of a filter', () => {
  it('says where one cannot be read and where they stand the wrong way round', () => {
    const unread = '应写成 2026-11-26 的样子，现在没有按它筛选';
    expect(dayProblems({ from: '', to: '' })).toEqual({});
    expect(dayProblems({ from: '2026-11-01', to: '２０２６／１１／１' })).toEqual({});
    expect(dayProblems({ from: '昨天', to: '2026-02-31' })).toEqual({ from: unread, to: unread });
    expect(dayProblems({ from: '2026-11-02', to: '2026-11-01' })).toEqual({
      to: '“到”比“从”早，这段时间没有日子',
    });
  });
});
