import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distributionInTens, scoreFigures } from './scores.rules';

const THRESHOLDS = { passFrom: 60, goodFrom: 70, excellentFrom: 86, lowFrom: 40 };

test('every figure is of the scores that people see, rates by the thresholds', () => {
  // 59.5 reads as 60 and passes, 85.49 as 85 and is not excellent, 39.5 as 40 and is not low.
  const scores = [100, 86, 85.49, 70, 59.5, 59.4, 39.5, 12];
  const figures = scoreFigures({ scores, absent: 3, unscored: 1 }, THRESHOLDS);
  expect(figures).toMatchObject({
    count: 8,
    absent: 3,
    unscored: 1,
    passRate: { value: 62.5 },
    goodRate: { value: 50 },
    excellentRate: { value: 25 },
    lowRate: { value: 12.5 },
    min: { value: 12 },
    max: { value: 100 },
    mean: { value: 64 },
    median: { value: 65 },
  });
});

test('without scores every figure says why there is none, and nobody is in the distribution', () => {
  const { count, absent, unscored, distribution, ...figures } = scoreFigures(
    { scores: [], absent: 2, unscored: 0 },
    THRESHOLDS,
  );
  expect([count, absent, unscored]).toEqual([0, 2, 0]);
  expect(distribution.every((ten) => ten.count === 0)).toBe(true);
  for (const figure of Object.values(figures)) {
    expect(figure.value).toBeNull();
    expect(figure.reason).toMatch(/还没有成绩|人数不足/);
  }
});

test('tens from 0–9 to 90–100', () => {
  const tens = distributionInTens([0, 9, 10, 89, 90, 99, 100]);
  expect(tens.map((ten) => [ten.from, ten.to, ten.count])).toEqual([
    [0, 9, 2],
    [10, 19, 1],
    [20, 29, 0],
    [30, 39, 0],
    [40, 49, 0],
    [50, 59, 0],
    [60, 69, 0],
    [70, 79, 0],
    [80, 89, 1],
    [90, 100, 3],
  ]);
});

test('everybody is in one ten, and no figure is ever NaN', () => {
  fc.assert(
    fc.property(fc.array(fc.float({ min: 0, max: 100, noNaN: true })), (scores) => {
      const figures = scoreFigures({ scores, absent: 0, unscored: 0 }, THRESHOLDS);
      expect(figures.distribution.reduce((sum, ten) => sum + ten.count, 0)).toBe(scores.length);
      for (const figure of Object.values(figures)) {
        if (typeof figure !== 'object' || Array.isArray(figure)) continue;
        expect(figure.value === null || Number.isFinite(figure.value)).toBe(true);
        expect(figure.value === null).toBe(figure.reason !== null);
      }
    }),
  );
});
