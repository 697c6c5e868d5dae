import { describe, expect, test } from 'vitest';
import {
  rearranged,
  toStore,
  type Arrangement,
  type PlacedDraw,
  type PlacedItem,
  type TypedPlaces,
} from './paper-moves.rules';
import type { PaperMove } from './wizard-form.rules';

const item = (id: number, section: number | null, kind: 'single' | 'judge' = 'single'): PlacedItem => ({
  ...{ id, section, kind },
  bank: 'theory',
});
type Paper = Arrangement<PlacedItem, PlacedDraw>;

/** 一: 1 2 3, 二: 4 5. */
const paper: Paper = {
  sections: [
    { key: 1, title: '甲', instructions: '' },
    { key: 2, title: '乙', instructions: '' },
  ],
  items: [item(1, 1), item(2, 1), item(3, 1), item(4, 2, 'judge'), item(5, 2, 'judge')],
  draws: [],
};
const nothing: TypedPlaces = {
  places: new Map(),
  itemSections: new Map(),
  drawSections: new Map(),
  sectionPlaces: new Map(),
};
const shape = ({ sections, items }: Paper) =>
  sections.map(({ key }) => [key, items.filter((one) => one.section === key).map(({ id }) => id)]);
const after = (move: PaperMove, typed: Partial<TypedPlaces> = {}) =>
  shape(rearranged(paper, { ...nothing, ...typed }, move));

describe('moving', () => {
  test.each<[string, PaperMove, [number, number[]][]]>([
    [
      'up within a section',
      { kind: 'up', itemId: 2 },
      [
        [1, [2, 1, 3]],
        [2, [4, 5]],
      ],
    ],
    [
      'past the edge, into the neighbour’s section',
      { kind: 'down', itemId: 3 },
      [
        [1, [1, 2]],
        [2, [4, 3, 5]],
      ],
    ],
    [
      'up past the edge',
      { kind: 'up', itemId: 4 },
      [
        [1, [1, 2, 4, 3]],
        [2, [5]],
      ],
    ],
    [
      'the first up: nowhere',
      { kind: 'up', itemId: 1 },
      [
        [1, [1, 2, 3]],
        [2, [4, 5]],
      ],
    ],
    [
      'to a place of another section',
      { kind: 'put', itemId: 1, section: 2, index: 1 },
      [
        [1, [2, 3]],
        [2, [4, 1, 5]],
      ],
    ],
    [
      'to a section that is none',
      { kind: 'put', itemId: 1, section: 7, index: 1 },
      [
        [1, [1, 2, 3]],
        [2, [4, 5]],
      ],
    ],
    [
      'a section down',
      { kind: 'section-down', section: 1 },
      [
        [2, [4, 5]],
        [1, [1, 2, 3]],
      ],
    ],
    [
      'a section to the first place',
      { kind: 'section-put', section: 2, index: 0 },
      [
        [2, [4, 5]],
        [1, [1, 2, 3]],
      ],
    ],
    ['the questions of a section that goes', { kind: 'section-drop', section: 2 }, [[1, [1, 2, 3, 4, 5]]]],
    [
      'out of the paper',
      { kind: 'remove', itemId: 2 },
      [
        [1, [1, 3]],
        [2, [4, 5]],
      ],
    ],
  ])('%s', (_what, move, expected) => expect(after(move)).toEqual(expected));

  test('by typing a place it stands in the section of whom it is put beside', () => {
    expect(after({ kind: 'place' }, { places: new Map([[1, 5]]) })).toEqual([
      [1, [2, 3]],
      [2, [4, 5, 1]],
    ]);
    expect(after({ kind: 'place' }, { places: new Map([[5, 1]]) })).toEqual([
      [1, [5, 1, 2, 3]],
      [2, [4]],
    ]);
  });

  test('by choosing a section it stands at its end; whole sections by their place', () => {
    expect(after({ kind: 'place' }, { itemSections: new Map([[1, 2]]) })).toEqual([
      [1, [2, 3]],
      [2, [4, 5, 1]],
    ]);
    expect(after({ kind: 'place' }, { sectionPlaces: new Map([[2, 1]]) })).toEqual([
      [2, [4, 5]],
      [1, [1, 2, 3]],
    ]);
  });

  test('by kind again: sections of one kind keep their names', () => {
    const mixed = { ...paper, items: [item(1, 1), item(4, 2, 'judge'), item(2, 2), item(5, 2, 'judge')] };
    const { sections, items } = rearranged(mixed, nothing, { kind: 'sort' });
    expect(sections.map(({ title }) => title)).toEqual(['甲', '']);
    expect(items.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
  });

  test('a new section is empty; in a list it is the second', () => {
    expect(after({ kind: 'section-add' })).toEqual([
      [1, [1, 2, 3]],
      [2, [4, 5]],
      [3, []],
    ]);
    const list: Paper = { sections: [], items: [item(1, null), item(2, null, 'judge')], draws: [] };
    expect(shape(rearranged(list, nothing, { kind: 'section-add' }))).toEqual([
      [1, [1, 2]],
      [2, []],
    ]);
  });
});

test('what the order alone says is not stored', () => {
  const plain = { ...paper, sections: paper.sections.map((section) => ({ ...section, title: '' })) };
  expect(toStore(plain)).toMatchObject({ sections: [], items: plain.items.map(({ id }) => ({ id, section: null })) });
  expect(toStore(paper).sections).toEqual(paper.sections);
  const left = { ...plain, items: [...plain.items.slice(0, 3), item(4, 1, 'judge')] };
  expect(toStore(left).sections.map(({ key }) => key)).toEqual([1]);
});
