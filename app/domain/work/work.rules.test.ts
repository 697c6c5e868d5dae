import { describe, expect, it } from 'vitest';
import { isHighScore, mayPublishAgain, periodStart, practicePercent, workContent } from './work.rules';

const ZONE = 'Asia/Shanghai';
const at = (text: string) => Date.parse(`${text}+08:00`);

describe('what is good enough', () => {
  it('is judged as it is shown: rounded half up', () => {
    expect([85.4, 85.5, 86, 100].map(isHighScore)).toEqual([false, true, true, true]);
    expect(isHighScore(null)).toBe(false);
  });

  it('of a practice is the marking points met, else the rating of 5', () => {
    expect(practicePercent({ score: 0.9, selfRating: 2 })).toBe(90);
    expect(practicePercent({ score: null, selfRating: 5 })).toBe(100);
    expect(practicePercent({ score: null, selfRating: 4 })).toBe(80);
    expect(practicePercent({ score: null, selfRating: null })).toBeNull();
  });
});

describe('periods begin in the school’s zone', () => {
  it.each([
    ['week', '2026-11-22T23:59:00', '2026-11-16T00:00:00'],
    ['week', '2026-11-23T00:00:00', '2026-11-23T00:00:00'],
    ['week', '2026-03-01T08:00:00', '2026-02-23T00:00:00'],
    ['month', '2026-11-22T23:59:00', '2026-11-01T00:00:00'],
    ['term', '2026-11-22T10:00:00', '2026-09-01T00:00:00'],
    ['term', '2027-01-31T23:00:00', '2026-09-01T00:00:00'],
    ['term', '2027-02-01T00:00:00', '2027-02-01T00:00:00'],
    ['term', '2027-08-31T00:00:00', '2027-02-01T00:00:00'],
  ] as const)('%s of %s', (period, now, begin) => {
    expect(periodStart(period, at(now), ZONE)).toBe(at(begin));
  });
});

it('leaves out items that show nothing', () => {
  const content = workContent([
    { title: '甲', fileIds: [], text: '' },
    { title: '乙', fileIds: ['a', 'b'], text: '' },
    { title: '丙', fileIds: [], text: '好' },
  ]);
  expect(content.items.map((item) => item.title)).toEqual(['乙', '丙']);
  expect(content).toMatchObject({ fileIds: ['a', 'b'], text: '好' });
});

it('is published again by its author only after a rejection or an own withdrawal', () => {
  const of = (state: string, decidedBy: number | null) => mayPublishAgain({ state, studentId: 1, decidedBy });
  expect(of('rejected', 9)).toBe(true);
  expect(of('withdrawn', 1)).toBe(true);
  expect(of('withdrawn', 9)).toBe(false);
  expect(of('pending', null)).toBe(false);
  expect(of('approved', 9)).toBe(false);
});
