import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { THEORY_KINDS } from '~/domain/question-bank/question.schema';
import { groupPaper, headsOfItems, inSections, sectionHeads, type StoredSection } from './paper-sections.rules';

const item = (
  id: number,
  kind: '' | (typeof THEORY_KINDS)[number] = 'single',
  section: number | null = null,
  points = 2,
) => ({
  ...{ id, section, kind, points },
  bank: kind === '' ? ('written' as const) : ('theory' as const),
});
const draw = (id: number, kind: '' | 'single' | 'judge', section: number | null = null) => ({
  ...{ id, section, kind, points: 3, count: 2 },
  bank: 'theory' as const,
});
const section = (key: number, title = '', instructions = ''): StoredSection => ({ key, title, instructions });
const headings = (groups: ReturnType<typeof groupPaper<ReturnType<typeof item>>>) =>
  sectionHeads(groups).map(({ heading }) => heading);

const items = fc
  .array(fc.tuple(fc.constantFrom('' as const, ...THEORY_KINDS), fc.option(fc.integer({ min: 1, max: 6 }))), {
    maxLength: 40,
  })
  .map((list) => list.map(([kind, own], index) => item(index + 1, kind, own)));
const draws = fc
  .array(
    fc.tuple(
      fc.constantFrom('' as const, 'single' as const, 'judge' as const),
      fc.option(fc.integer({ min: 1, max: 6 })),
    ),
    {
      maxLength: 6,
    },
  )
  .map((list) => list.map(([kind, own], index) => draw(index + 1, kind, own)));
const sections = fc
  .uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 5 })
  .map((keys) => keys.map((key) => section(key, key % 2 ? `第 ${key} 部分` : '')));

describe('whatever a paper is made of', () => {
  test('nothing is lost, nothing doubled, and within a section the order stays', () => {
    fc.assert(
      fc.property(items, sections, draws, (paper, stored, rules) => {
        const groups = groupPaper(paper, stored, rules);
        expect(
          inSections(groups)
            .map(({ id }) => id)
            .sort((a, b) => a - b),
        ).toEqual(paper.map(({ id }) => id));
        expect(groups.flatMap((group) => group.draws.map(({ id }) => id)).sort()).toEqual(
          rules.map(({ id }) => id).sort(),
        );
        expect(groups.slice(0, stored.length).map(({ key }) => key)).toEqual(stored.map(({ key }) => key));
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
        for (const group of groups) {
          const known = group.items.filter((one) => one.section === group.key).map(({ id }) => id);
          expect(known).toEqual([...known].sort((a, b) => a - b));
        }
      }),
    );
  });

  test('without sections the order of the paper is what it was', () => {
    fc.assert(
      fc.property(items, (paper) => {
        expect(inSections(groupPaper(paper, [])).map(({ id }) => id)).toEqual(paper.map(({ id }) => id));
      }),
    );
  });

  test('what it made is what it makes again', () => {
    fc.assert(
      fc.property(items, sections, (paper, stored) => {
        const groups = groupPaper(paper, stored);
        if (groups[0]?.name === '') return;
        const fixed = groups.flatMap((group) => group.items.map((one) => ({ ...one, section: group.key })));
        const again = groupPaper(fixed, groups);
        expect(again.map(({ key, items: own }) => [key, own.map(({ id }) => id)])).toEqual(
          groups.map(({ key, items: own }) => [key, own.map(({ id }) => id)]),
        );
      }),
    );
  });
});

describe('by default', () => {
  test('a paper that goes by kind has a section of each', () => {
    expect(headings(groupPaper([item(1), item(2), item(3, 'judge', null, 1), item(4, '', null, 10)], []))).toEqual([
      '一、单项选择题（2 题，每题 2 分，共 4 分）',
      '二、判断题（1 题，共 1 分）',
      '三、笔试题（1 题，共 10 分）',
    ]);
  });

  test('one that mixes kinds is a list, as it was', () => {
    const groups = groupPaper([item(1), item(2, 'judge'), item(3)], []);
    expect(groups).toHaveLength(1);
    expect(sectionHeads(groups)).toEqual([]);
    expect(headsOfItems([item(1), item(2, 'judge'), item(3)], [])).toEqual(new Map());
  });

  test('what is drawn stands with its kind; a rule of any kind for itself', () => {
    const groups = groupPaper([item(1), item(2, 'judge')], [], [draw(7, 'single'), draw(8, '')]);
    expect(sectionHeads(groups).map(({ heading }) => heading)).toEqual([
      '一、单项选择题（3 题，共 8 分）',
      '二、判断题（1 题，共 2 分）',
      '三、综合题（2 题，每题 3 分，共 6 分）',
    ]);
  });
});

describe('with sections', () => {
  test('they stand in their order with their names; empty ones are not shown', () => {
    const stored = [section(2, '听力', '听两遍'), section(1), section(3, '没有题')];
    const groups = groupPaper([item(1, 'judge', 1), item(2, 'single', 2), item(3, 'judge', 2)], stored);
    expect(sectionHeads(groups).map(({ title, instructions }) => [title, instructions])).toEqual([
      ['一、听力', '听两遍'],
      ['二、判断题', ''],
    ]);
  });

  test('what came later stands behind the last of its kind, a new kind at the end', () => {
    const stored = [section(1, '基础'), section(2, '提高')];
    const groups = groupPaper([item(1, 'single', 1), item(2, 'judge', 2), item(3, 'single'), item(4, 'short')], stored);
    expect(groups.map(({ key, items: own }) => [key, own.map(({ id }) => id)])).toEqual([
      [1, [1, 3]],
      [2, [2]],
      [3, [4]],
    ]);
  });

  test('every item knows its head and whether it is the first', () => {
    const heads = headsOfItems(
      [item(1, 'single', 5), item(2, 'single', 5), item(3, 'judge', 6)],
      [section(5), section(6)],
    );
    expect([1, 2, 3].map((id) => [heads.get(id)?.ordinal, heads.get(id)?.isFirst])).toEqual([
      ['一', true],
      ['一', false],
      ['二', true],
    ]);
  });
});
