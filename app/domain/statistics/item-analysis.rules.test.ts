import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  analysePapers,
  discriminationEfficiency,
  discriminationIndex,
  facilityIndex,
  type AnalysedItem,
} from './item-analysis.rules';

const fixed = (points: number[]): AnalysedItem[] =>
  points.map((one, index) => ({ id: index + 1, points: one, drawId: null }));
/** Rows of a table of papers: every paper has every item, in order. */
const table = (rows: number[][]) => rows.map((points) => ({ items: points.map((_, index) => index), points }));

/**
 * Four papers of A (2 points), B (2) and C (4):
 *    A B C   T    T−A  T−B  T−C
 *    2 2 4   8     6    6    4
 *    2 0 3   5     3    5    2
 *    0 2 1   3     3    1    2
 *    0 0 0   0     0    0    0
 */
const ROWS = [
  [2, 2, 4],
  [2, 0, 3],
  [0, 2, 1],
  [0, 0, 0],
];

describe('a table worked by hand', () => {
  const analysis = analysePapers(fixed([2, 2, 4]), table(ROWS));
  const of = (figure: 'mean' | 'facility' | 'standardDeviation' | 'discriminationIndex') =>
    analysis.items.map((item) => item[figure].value);
  const close = (values: number[]) => values.map((value) => expect.closeTo(value, 9) as number);

  it('mean, facility and standard deviation', () => {
    expect(of('mean')).toEqual([1, 1, 2]);
    expect(of('facility')).toEqual([50, 50, 50]);
    // V(A) = V(B) = 4/3, V(C) = (4 + 1 + 1 + 4)/3.
    expect(of('standardDeviation')).toEqual(close([Math.sqrt(4 / 3), Math.sqrt(4 / 3), Math.sqrt(10 / 3)]));
    expect(analysis.items.map((item) => item.count)).toEqual([4, 4, 4]);
  });

  it('discrimination index: C/√(V·V) with the rest of the paper', () => {
    // A: C = (1·3 + 1·0 + 1·0 + 1·3)/3 = 2, V(T−A) = 18/3 = 6: 2/√8.
    // B: C = (3 − 2 − 2 + 3)/3 = 2/3, V(T−B) = 26/3: (2/3)/√(104/9) = 2/√104.
    // C: C = (4 + 0 + 0 + 4)/3 = 8/3, V(T−C) = 8/3: (8/3)/√(80/9) = 8/√80.
    expect(of('discriminationIndex')).toEqual(close([200 / Math.sqrt(8), 200 / Math.sqrt(104), 800 / Math.sqrt(80)]));
  });

  it('discriminative efficiency: the covariance of the greatest there could be', () => {
    // Sorted, B is 0 0 2 2 and its rest 0 1 5 6: (3 + 2 + 2 + 3)/3 = 10/3; (2/3)/(10/3) = 20 %. A and C are in order.
    expect(analysis.items.map((item) => item.discriminationEfficiency.value)).toEqual(close([100, 20, 100]));
  });

  it('weights', () => {
    expect(analysis.items.map((item) => item.intendedWeight.value)).toEqual([25, 25, 50]);
    // C(A,T) = 2 + 4/3 = 10/3, C(B,T) = 2/3 + 4/3 = 2, C(C,T) = 8/3 + 10/3 = 6.
    const roots = [Math.sqrt(10 / 3), Math.sqrt(2), Math.sqrt(6)];
    const sum = roots.reduce((total, root) => total + root, 0);
    expect(analysis.items.map((item) => item.effectiveWeight.value)).toEqual(close(roots.map((r) => (100 * r) / sum)));
  });

  it('alpha, error ratio and standard error', () => {
    // V(T) = (16 + 1 + 1 + 16)/3 = 34/3; α = 3/2 · (1 − (18/3)/(34/3)) = 12/17; 1 − α = 5/17.
    expect(analysis.count).toBe(4);
    expect(analysis.alpha.value).toBeCloseTo(12 / 17, 12);
    expect(analysis.errorRatio.value).toBeCloseTo(100 * Math.sqrt(5 / 17), 9);
    // √(5/17 · 34/3) = √(10/3) points, of 8.
    expect(analysis.standardError.value).toBeCloseTo((100 * Math.sqrt(10 / 3)) / 8, 9);
  });
});

describe('undefined cases are null and say why', () => {
  const only = (rows: number[][], points: number[]) => analysePapers(fixed(points), table(rows));

  it('no papers, and one', () => {
    const none = only([], [2, 3]);
    expect(none.alpha.reason).toBe('答卷不足 2 份，算不出信度');
    expect(none.items[0]).toMatchObject({
      count: 0,
      mean: { value: null, reason: '还没有成绩' },
      facility: { value: null, reason: '还没有成绩' },
      standardDeviation: { value: null, reason: '答卷不足 2 份，没有标准差' },
      discriminationIndex: { value: null, reason: '答卷不足 2 份，算不出区分度' },
      discriminationEfficiency: { value: null, reason: '答卷不足 2 份，算不出区分效率' },
      intendedWeight: { value: 40 },
      effectiveWeight: { value: null, reason: '答卷不足 2 份，或总分都相同，没有有效权重' },
    });
    expect(only([[1, 2]], [2, 3]).items[0]?.effectiveWeight.reason).toBe('答卷不足 2 份，或总分都相同，没有有效权重');
  });

  it('one item has no rest, no alpha', () => {
    const one = only([[1], [2]], [2]);
    expect(one.alpha).toEqual({ value: null, reason: '不足 2 道题，算不出信度' });
    expect(one.errorRatio.reason).toBe('不足 2 道题，算不出信度');
    expect(one.items[0]?.discriminationIndex.reason).toBe('没有其他题的得分可比，算不出区分度');
    expect(one.items[0]?.effectiveWeight.value).toBe(100);
  });

  it('an item or a rest that is the same everywhere', () => {
    const same = only([[2, 1, 1], [2, 0, 2], [2, 1, 1]], [2, 2, 2]); // prettier-ignore
    expect(same.items[0]?.discriminationIndex.reason).toBe('这题得分都相同，没有区分度');
    expect(same.items[0]?.discriminationEfficiency.reason).toBe('这题得分都相同，没有区分效率');
    expect(same.alpha.reason).toBe('总分都相同，算不出信度');
    const rest = only([[0, 2], [1, 2]], [2, 2]); // prettier-ignore
    expect(rest.items[0]?.discriminationIndex.reason).toBe('其余题目的得分都相同，没有区分度');
  });

  it('a negative covariance with the total has no effective weight, and the others share it out', () => {
    // A 0 0 1, B 3 2 0: totals 3 2 1; C(A,T) = −0.5, C(B,T) = 1.5.
    const negative = only([[0, 3], [0, 2], [1, 0]], [1, 3]); // prettier-ignore
    expect(negative.items[0]?.effectiveWeight.reason).toBe('这题与总分的协方差为负，没有有效权重');
    expect(negative.items[1]?.effectiveWeight.value).toBeCloseTo(100, 9);
    expect(negative.items[0]?.discriminationIndex.value).toBeLessThan(0);
  });

  it('no points', () => {
    expect(facilityIndex([0, 0], 0).reason).toBe('这题没有分值');
    expect(analysePapers(fixed([0, 0]), table([[0, 0]])).items[0]?.intendedWeight.reason).toBe('这份卷没有满分');
  });
});

describe('against an independent computation', () => {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  /** Over all pairs of papers: no mean in it. */
  const c = (xs: number[], ys: number[]) => {
    let total = 0;
    for (const [i, x] of xs.entries()) {
      for (const [j, other] of xs.entries()) total += (x - other) * ((ys[i] ?? 0) - (ys[j] ?? 0));
    }
    return total / (2 * xs.length * (xs.length - 1));
  };
  const orders = (values: number[]): number[][] =>
    values.length <= 1
      ? [values]
      : values.flatMap((value, index) =>
          orders([...values.slice(0, index), ...values.slice(index + 1)]).map((rest) => [value, ...rest]),
        );
  const matrix = (maxRows: number) =>
    fc.tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: maxRows })).chain(([items, rows]) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: items, maxLength: items }), {
        minLength: rows,
        maxLength: rows,
      }),
    );

  it('index, weights and alpha from the matrix of covariances', () => {
    fc.assert(
      fc.property(matrix(15), (rows) => {
        const columns = (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] ?? 0));
        const analysis = analysePapers(fixed(columns.map(() => 5)), table(rows));
        // C(x_p, T) is the sum of the row of the matrix, V(T) the sum of it all, C(x_p, X_p) the row without the diagonal.
        const covariances = columns.map((x) => columns.map((y) => c(x, y)));
        const withTotal = covariances.map(sum);
        const total = sum(withTotal);
        const roots = withTotal.map((one) => (one > 1e-9 ? Math.sqrt(one) : 0));
        for (const [index, item] of analysis.items.entries()) {
          const own = covariances[index]?.[index] ?? 0;
          const rest = (withTotal[index] ?? 0) - own;
          const restVariance = total - 2 * (withTotal[index] ?? 0) + own;
          if (own < 1e-9 || restVariance < 1e-9) expect(item.discriminationIndex.value).toBeNull();
          else {
            const expected = (100 * rest) / Math.sqrt(own * restVariance);
            expect(item.discriminationIndex.value).toBeCloseTo(expected, 6);
          }
          if ((withTotal[index] ?? 0) < -1e-9) expect(item.effectiveWeight.value).toBeNull();
          else if (sum(roots) > 1e-9) {
            expect(item.effectiveWeight.value).toBeCloseTo((100 * (roots[index] ?? 0)) / sum(roots), 3);
          }
        }
        if (total < 1e-9) expect(analysis.alpha.value).toBeNull();
        else {
          // Alpha as the mean covariance between items over the mean of all, textbook form.
          const between = total - sum(covariances.map((row, index) => row[index] ?? 0));
          const p = columns.length;
          const alpha = between / (p * (p - 1)) / (total / (p * p));
          expect(analysis.alpha.value).toBeCloseTo(alpha, 6);
          expect(analysis.errorRatio.value).toBeCloseTo(100 * Math.sqrt(Math.max(0, 1 - alpha)), 4);
        }
      }),
    );
  });

  it('the greatest covariance is that of the best of all orders', () => {
    fc.assert(
      fc.property(matrix(5), (rows) => {
        const [x = [], y = []] = [0, 1].map((index) => rows.map((row) => row[index] ?? 0));
        const figure = discriminationEfficiency(x, y);
        if (figure.value === null) return;
        const greatest = Math.max(...orders(x).map((order) => c(order, y)));
        expect(figure.value).toBeCloseTo((100 * c(x, y)) / greatest, 6);
        expect(figure.value).toBeLessThanOrEqual(100 + 1e-9);
        expect(Math.abs(discriminationIndex(x, y).value ?? 0)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('every item in a pool of its own draw is the same as a paper without draws', () => {
    fc.assert(
      fc.property(matrix(10), (rows) => {
        const plain = fixed((rows[0] ?? []).map(() => 5));
        const drawn = plain.map((item) => ({ ...item, drawId: item.id }));
        const [one, other] = [analysePapers(plain, table(rows)), analysePapers(drawn, table(rows))];
        expect({ ...other, items: [] }).toEqual({ ...one, items: [] });
        for (const [index, item] of other.items.entries()) {
          const { effectiveWeight, ...rest } = item;
          const { effectiveWeight: own, ...same } = one.items[index] ?? item;
          expect(rest).toEqual(same);
          expect([effectiveWeight.value, own === undefined]).toEqual([null, false]);
        }
      }),
    );
  });
});
