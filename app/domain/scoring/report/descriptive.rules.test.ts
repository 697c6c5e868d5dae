import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  covarianceOf,
  kurtosis,
  max,
  mean,
  meanOf,
  min,
  quantile,
  skewness,
  standardDeviation,
  varianceOf,
} from './descriptive.rules';

const scores = (minLength: number) => fc.array(fc.integer({ min: 0, max: 100 }), { minLength, maxLength: 40 });

/** The variance over all pairs, (1/(n(n−1))) Σ_{i<j} (x_i − x_j)²: no mean in it. */
const pairVariance = (xs: number[]) => pairCovariance(xs, xs);
function pairCovariance(xs: number[], ys: number[]): number {
  let sum = 0;
  for (let i = 0; i < xs.length; i += 1) {
    for (let j = 0; j < i; j += 1) sum += ((xs[i] ?? 0) - (xs[j] ?? 0)) * ((ys[i] ?? 0) - (ys[j] ?? 0));
  }
  return sum / (xs.length * (xs.length - 1));
}

describe('mean, variance, covariance, standard deviation', () => {
  it('hand-worked', () => {
    // 2 4 4 4 5 5 7 9: mean 40/8 = 5, squares 9+1+1+1+0+0+4+16 = 32, variance 32/7.
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(mean(values)).toEqual({ value: 5, reason: null });
    expect(varianceOf(values)).toBeCloseTo(32 / 7, 12);
    expect(standardDeviation(values).value).toBeCloseTo(Math.sqrt(32 / 7), 12);
    // (1,2,3) with (2,6,4): means 2 and 4; (−1)(−2) + 0·2 + 1·0 = 2; 2/2 = 1.
    expect(covarianceOf([1, 2, 3], [2, 6, 4])).toBe(1);
    expect(min(values).value).toBe(2);
    expect(max(values).value).toBe(9);
  });

  it('undefined cases are null and say why; equal values vary by nothing, dust included', () => {
    expect(mean([])).toEqual({ value: null, reason: '还没有成绩' });
    expect(min([]).reason).toBe('还没有成绩');
    expect(standardDeviation([80])).toEqual({ value: null, reason: '人数不足 2 人，没有标准差' });
    expect(standardDeviation([80, 80]).value).toBe(0);
    expect(varianceOf([0.1 + 0.2, 0.3, 0.3])).toBe(0);
    expect(varianceOf([99.99999999999999, 100, 100])).toBe(0);
  });

  it('equals the form over all pairs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ max: 100, min: 0 }), fc.float({ min: 0, max: 100, noNaN: true })), {
          minLength: 2,
          maxLength: 30,
        }),
        (pairs) => {
          const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
          expect(varianceOf(xs)).toBeCloseTo(pairVariance(xs), 6);
          expect(covarianceOf(xs, ys)).toBeCloseTo(pairCovariance(xs, ys), 6);
        },
      ),
    );
  });
});

describe('median and quartiles', () => {
  it('hand-worked, as QUARTILE.INC and R give them', () => {
    // Four values: the quartiles lie at places 0.75, 1.5 and 2.25 of 0 … 3.
    expect([0.25, 0.5, 0.75].map((p) => quantile([40, 10, 30, 20], p).value)).toEqual([17.5, 25, 32.5]);
    // Five values: places 1, 2 and 3.
    expect([0.25, 0.5, 0.75].map((p) => quantile([1, 2, 3, 4, 10], p).value)).toEqual([2, 3, 4]);
    expect(quantile([70], 0.25).value).toBe(70);
    expect(quantile([], 0.5)).toEqual({ value: null, reason: '还没有成绩' });
  });

  it('lies between neighbours, at the middle by counting, and the same way round from above', () => {
    fc.assert(
      fc.property(scores(1), (values) => {
        const inOrder = [...values].sort((a, b) => a - b);
        const half = inOrder.length / 2;
        const middle =
          inOrder.length % 2 === 1 ? inOrder[Math.floor(half)] : ((inOrder[half - 1] ?? 0) + (inOrder[half] ?? 0)) / 2;
        expect(quantile(values, 0.5).value).toBe(middle);
        const fromAbove = quantile(
          values.map((value) => -value),
          0.75,
        ).value;
        expect(quantile(values, 0.25).value).toBeCloseTo(-(fromAbove ?? NaN), 9);
      }),
    );
  });
});

describe('skewness and kurtosis', () => {
  it('hand-worked', () => {
    // 1 2 3 4 10: mean 4, differences −3 −2 −1 0 6; m2 = 50/5 = 10, m3 = 180/5 = 36, m4 = 1394/5 = 278.8.
    // k2 = 12.5, k3 = 25·36/12 = 75, k4 = 25·(6·278.8 − 12·100)/24 = 492.5.
    const values = [1, 2, 3, 4, 10];
    expect(skewness(values).value).toBeCloseTo(75 / 12.5 ** 1.5, 12);
    expect(kurtosis(values).value).toBeCloseTo(492.5 / 156.25, 12);
    expect(skewness([60, 70, 80]).value).toBeCloseTo(0, 12);
  });

  it('undefined cases', () => {
    expect(skewness([1, 2]).reason).toBe('人数不足 3 人，没有偏度');
    expect(skewness([5, 5, 5]).reason).toBe('成绩都相同，没有偏度');
    expect(kurtosis([1, 2, 3]).reason).toBe('人数不足 4 人，没有峰度');
    expect(kurtosis([5, 5, 5, 5]).reason).toBe('成绩都相同，没有峰度');
  });

  it('equal the standardised forms of the textbooks (and of spreadsheets: SKEW, KURT)', () => {
    fc.assert(
      fc.property(scores(4), (values) => {
        fc.pre(new Set(values).size > 1);
        const n = values.length;
        const s = Math.sqrt(pairVariance(values));
        const sum = (power: number) =>
          values.reduce((total, value) => total + ((value - meanOf(values)) / s) ** power, 0);
        expect(skewness(values).value).toBeCloseTo((n / ((n - 1) * (n - 2))) * sum(3), 6);
        const textbook =
          ((n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3))) * sum(4) - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3));
        expect(kurtosis(values).value).toBeCloseTo(textbook, 6);
      }),
    );
  });
});
