import { describe, expect, test } from 'vitest';
import { allotPools, drawProblem } from './draw.rules';

describe('allotPools', () => {
  const sizes = (pools: number[][]) => pools.map((pool) => pool.length);

  test('a question goes to one rule only', () => {
    const pools = allotPools(
      [
        [1, 2, 3, 4],
        [3, 4, 5],
      ],
      [2, 2],
    );
    expect(new Set(pools.flat()).size).toBe(pools.flat().length);
    expect(pools.flat().sort()).toEqual([1, 2, 3, 4, 5]);
    expect(sizes(pools).every((size) => size >= 2)).toBe(true);
  });

  test('counts that can be met together are met, however the rules overlap', () => {
    // Taken greedily the first rule would leave the others nothing.
    expect(
      sizes(
        allotPools(
          [
            [1, 2, 3, 4, 5, 6],
            [1, 2],
            [2, 3],
          ],
          [2, 2, 1],
        ),
      ).map((size, index) => size >= [2, 2, 1][index]!),
    ).toEqual([true, true, true]);
    // Only a chain of changes helps: 1 must go to the last rule, 2 to the second, 3 to the first.
    expect(allotPools([[1, 2, 3], [1, 2], [1]], [1, 1, 1])).toEqual([[3], [2], [1]]);
  });

  test('where there is not enough for all, one of them is short', () => {
    const pools = allotPools(
      [
        [1, 2],
        [1, 2],
      ],
      [2, 1],
    );
    expect(pools.flat().sort()).toEqual([1, 2]);
  });

  test('what is left over goes where it is scarcest', () => {
    const many = Array.from({ length: 100 }, (_, index) => index);
    const [a, b] = sizes(allotPools([many, many], [1, 3]));
    expect([a, b]).toEqual([25, 75]);
  });
});

test('too few is said, and whether the others are the reason', () => {
  expect(drawProblem({ count: 3 }, { candidates: 5, pool: 3 })).toBeNull();
  expect(drawProblem({ count: 3 }, { candidates: 2, pool: 2 })).toBe('要抽 3 题，只有 2 题可抽');
  expect(drawProblem({ count: 3 }, { candidates: 5, pool: 1 })).toContain('别的规则也要用');
});
