import { describe, expect, it } from 'vitest';
import { roundShares } from './shares';

describe('roundShares', () => {
  it.each([
    [[37.5, 37.5, 25], 0, [38, 37, 25]],
    [[12.5, 87.5], 0, [13, 87]],
    [[100 / 3, 100 / 3, 100 / 3], 0, [34, 33, 33]],
    [[100 / 3, 100 / 3, 100 / 3], 1, [33.4, 33.3, 33.3]],
    [[30, 30, 20, 20], 0, [30, 30, 20, 20]],
    [[100, 0], 2, [100, 0]],
    [[62.5, 50], 0, [63, 50]],
    [[], 0, []],
  ])('%j with %d digits is %j', (percents, digits, shown) => {
    expect(roundShares(percents, digits)).toEqual(shown);
  });

  it('of every set of weights the shares make 100', () => {
    for (let a = 1; a <= 40; a += 3) {
      for (let b = 1; b <= 40; b += 2) {
        for (let c = 0; c <= 40; c += 7) {
          const shares = roundShares([a, b, c].map((one) => (one / (a + b + c)) * 100));
          expect(shares.reduce((sum, one) => sum + one, 0)).toBe(100);
        }
      }
    }
  });
});
