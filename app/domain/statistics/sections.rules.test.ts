import { expect, test } from 'vitest';
import { sectionFigures } from './sections.rules';

const item = (
  id: number,
  kind: 'single' | 'judge',
  points: number,
  drawId: number | null = null,
  section: number | null = null,
) => ({
  ...{ id, kind, points, drawId, section },
  bank: 'theory' as const,
});

test('the mean of a section counts what was drawn where its rule stands', () => {
  const items = [item(1, 'single', 4), item(2, 'judge', 2), item(8, 'single', 3, 5), item(9, 'single', 3, 5)];
  const draws = [{ id: 5, bank: 'theory' as const, kind: 'single' as const, section: null, count: 1, points: 3 }];
  const papers = [
    { items: [0, 1, 2], points: [4, 0, 3] },
    { items: [0, 1, 3], points: [0, 2, 0] },
  ];
  expect(
    sectionFigures(items, draws, [], papers).map(({ title, itemCount, points, mean, facility }) => [
      ...[title, itemCount, points, mean.value, facility.value],
    ]),
  ).toEqual([
    ['一、单项选择题', 2, 7, 3.5, 50],
    ['二、判断题', 1, 2, 1, 50],
  ]);
});

test('nobody’s papers have no mean, and a list has no sections', () => {
  const items = [item(1, 'single', 4), item(2, 'judge', 2), item(3, 'single', 4)];
  expect(sectionFigures(items, [], [], [])).toEqual([]);
  const stored = [{ key: 1, title: '全部', instructions: '' }];
  const inOne = items.map((one) => ({ ...one, section: 1 }));
  expect(sectionFigures(inOne, [], stored, [])[0]?.mean.value).toBeNull();
});
