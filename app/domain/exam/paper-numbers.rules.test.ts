import { expect, test } from 'vitest';
import { numberRange, numbersOfGroups, numberSpan, paperNumbers } from './paper-numbers.rules';

test('what is drawn takes its places behind the questions of its own section', () => {
  const sections = [
    { itemIds: [11, 12], drawIds: [1] },
    { itemIds: [13], drawIds: [2, 3] },
  ];
  const draws = [
    { id: 1, count: 3 },
    { id: 2, count: 1 },
    { id: 3, count: 2 },
  ];
  const numbers = paperNumbers(sections, draws);
  expect([...numbers.items]).toEqual([
    [11, 1],
    [12, 2],
    [13, 6],
  ]);
  expect([...numbers.draws]).toEqual([
    [1, 3],
    [2, 7],
    [3, 8],
  ]);
  expect([numberRange(3, 3), numberRange(7, 1)]).toEqual(['第 3–5 题', '第 7 题']);
  expect([numberSpan(3, 3), numberSpan(7, 1)]).toEqual(['3–5', '7']);
  const groups = sections.map(({ itemIds, drawIds }) => ({
    items: itemIds.map((id) => ({ id })),
    draws: draws.filter(({ id }) => drawIds.includes(id)),
  }));
  expect(numbersOfGroups(groups)).toEqual(numbers);
});
