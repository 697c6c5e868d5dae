import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ranksOf } from './rank.rules';

test('equal scores share a place, the next counts them all, and who has no score has none', () => {
  expect(ranksOf([])).toEqual([]);
  expect(ranksOf([null, null])).toEqual([null, null]);
  expect(ranksOf([80, null, 95, 95, 60, 80, 0])).toEqual([3, null, 1, 1, 5, 3, 6]);
});

test('a place is one more than the number of higher scores', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 20 }))), (scores) => {
      const naive = scores.map((score) =>
        score === null ? null : 1 + scores.filter((other) => other !== null && other > score).length,
      );
      expect(ranksOf(scores)).toEqual(naive);
    }),
  );
});
