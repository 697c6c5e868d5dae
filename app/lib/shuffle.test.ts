import { describe, expect, test } from 'vitest';
import { randomFrom, shuffled, type Seed } from './shuffle';

const seed = (number: number): Seed => [number, 2, 3, 4];

describe('shuffled', () => {
  test('the same seed gives the same order, another one another, and nothing is lost', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const once = shuffled(items, randomFrom(seed(1)));
    expect(shuffled(items, randomFrom(seed(1)))).toEqual(once);
    expect(shuffled(items, randomFrom(seed(2)))).not.toEqual(once);
    expect([...once].sort((a, b) => a - b)).toEqual(items);
    expect(shuffled([], randomFrom(seed(1)))).toEqual([]);
  });

  test('every order is about as frequent as any other', () => {
    const counts = new Map<string, number>();
    for (let number = 0; number < 6000; number += 1) {
      const order = shuffled(['a', 'b', 'c'], randomFrom(seed(number))).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // 1000 each; five standard deviations are about 145.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(145);
  });
});
