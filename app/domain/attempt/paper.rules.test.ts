import { describe, expect, test } from 'vitest';
import type { QuestionSnapshot, TheoryKind } from '~/domain/question-bank/question.schema';
import { randomFrom, type Seed } from '~/lib/shuffle';
import {
  arrangePaper,
  drawItems,
  isAboutTheOthers,
  isSamePaper,
  paperOf,
  shuffledOptions,
  type Slot,
} from './paper.rules';

const random = (number = 1) => randomFrom([number, 7, 7, 7] satisfies Seed);

function question(kind: TheoryKind, options: string[] = ['甲', '乙', '丙', '丁'], stem = '选哪个？'): QuestionSnapshot {
  return {
    questionId: 1,
    title: stem,
    level: 1,
    keyPoints: [],
    imageIds: [],
    bank: 'theory',
    kind,
    body: {
      stem,
      options: options.map((text, index) => ({ key: 'ABCDEFGH'.charAt(index), text })),
      keys: ['A'],
      blanks: [],
      reference: '',
      analysis: '',
    },
  };
}

const item = (
  id: number,
  kind: TheoryKind = 'single',
  drawId: number | null = null,
  section: number | null = null,
) => ({
  id,
  position: id,
  drawId,
  section,
  snapshot: question(kind),
});
const none = { shuffleItems: false, shuffleOptions: false };

describe('drawing and arranging', () => {
  const pool: Slot[] = Array.from({ length: 10 }, (_, index) => item(index + 10, 'judge', 5));

  test('fixed items first, then as many as each rule draws, every item once', () => {
    const paper = drawItems([item(2), item(1), ...pool], [{ id: 5, count: 3 }], [], random());
    expect(paper).toHaveLength(5);
    expect(paper.slice(0, 2)).toEqual([1, 2]);
    expect(new Set(paper).size).toBe(5);
    expect(paper.slice(2).every((id) => id >= 10)).toBe(true);
  });

  test('in sections: each has its fixed items and then what its rules draw', () => {
    const slots = [
      item(1, 'single', null, 4),
      item(2, 'judge', null, 9),
      ...pool.map((one) => ({ ...one, section: 4 })),
    ];
    const paper = drawItems(slots, [{ id: 5, count: 3 }], [4, 9], random());
    expect([paper[0], paper[4]]).toEqual([1, 2]);
    expect(paper.slice(1, 4).every((id) => id >= 10)).toBe(true);
  });

  test('shuffled items stay in their section', () => {
    const items = [1, 2, 3, 4, 5, 6].map((id) => item(id, 'single', null, id < 4 ? 1 : 2));
    for (let number = 0; number < 20; number += 1) {
      const places = arrangePaper(items, { ...none, shuffleItems: true }, random(number));
      expect(
        places
          .slice(0, 3)
          .map((place) => place.itemId)
          .sort(),
      ).toEqual([1, 2, 3]);
    }
  });

  test('the seed decides; students get different papers of the same size', () => {
    const draw = (number: number) => drawItems(pool, [{ id: 5, count: 3 }], [], random(number));
    expect(draw(1)).toEqual(draw(1));
    const papers = new Set(Array.from({ length: 20 }, (_, number) => [...draw(number)].sort().join()));
    expect(papers.size).toBeGreaterThan(5);
  });

  test('unless it is shuffled a paper stays in order', () => {
    expect(arrangePaper([item(4), item(1)], none, random())).toEqual([
      { itemId: 4, position: 1, optionOrder: null },
      { itemId: 1, position: 2, optionOrder: null },
    ]);
  });

  test('shuffled items stay among their kind', () => {
    const items = [item(1), item(2), item(3), item(4), item(5, 'judge'), item(6, 'judge'), item(7, 'short')];
    const orders = Array.from({ length: 20 }, (_, number) =>
      arrangePaper(items, { ...none, shuffleItems: true }, random(number)).map((place) => place.itemId),
    );
    for (const order of orders) {
      expect([...order.slice(0, 4)].sort()).toEqual([1, 2, 3, 4]);
      expect(order[6]).toBe(7);
    }
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(5);
  });

  test('a paper that is the same for all needs no places', () => {
    expect(isSamePaper([item(1)], none)).toBe(true);
    expect(isSamePaper([item(1)], { ...none, shuffleOptions: true })).toBe(false);
    expect(isSamePaper(pool, none)).toBe(false);
  });
});

describe('shuffledOptions', () => {
  test('choices only', () => {
    expect([...(shuffledOptions(question('single'), random()) ?? [])].sort()).toEqual(['A', 'B', 'C', 'D']);
    expect(shuffledOptions(question('judge'), random())).toBeNull();
    expect(shuffledOptions(question('cloze'), random())).toBeNull();
  });

  test.each([
    '以上都对',
    '以上都不对。',
    '以上皆是',
    '以上皆非',
    '以上选项均不正确',
    '都不对',
    '全对',
    'None of the above',
  ])('%s stays last', (text) => {
    expect(isAboutTheOthers(text)).toBe(true);
    for (let number = 0; number < 10; number += 1) {
      expect(shuffledOptions(question('single', ['甲', '乙', '丙', text]), random(number))?.[3]).toBe('D');
    }
  });

  test.each(['以上海为例', '都江堰', '全国', '对', '是'])('%s may stand anywhere', (text) => {
    expect(isAboutTheOthers(text)).toBe(false);
  });

  const order = (stem: string, analysis = '', options = ['甲', '乙', '丙', '丁']) => {
    const asked = question('single', options, stem);
    if (asked.bank !== 'theory') throw new Error('a theory question');
    return shuffledOptions({ ...asked, body: { ...asked.body, analysis } }, random());
  };

  test('a question that names options keeps its order, wherever it names them', () => {
    expect(order('哪一个？', '', ['甲', '乙', 'A和B'])).toBeNull();
    expect(order('只有A项对吗？')).toBeNull();
    expect(order('哪一个？', '北京是首都，故选 C。')).toBeNull();
    expect(order('哪一个？', 'A：太和殿')).toBeNull();
    expect(order('哪一个？', '维生素C能预防坏血病。')).not.toBeNull();
    expect(order('A: How are you? B: ____')).not.toBeNull();
  });
});

describe('paperOf', () => {
  const items = [item(1), item(2), item(9, 'single', 5)];

  test('without places: the fixed items as they stand', () => {
    expect(paperOf(items, []).map((one) => one.id)).toEqual([1, 2]);
  });

  test('with places: own items, own positions, options in the order kept, keys untouched', () => {
    const places = [
      { itemId: 9, position: 1, optionOrder: ['C', 'A', 'D', 'B'] },
      { itemId: 1, position: 2, optionOrder: null },
    ];
    const paper = paperOf(items, places);
    expect(paper.map(({ id, position }) => [id, position])).toEqual([
      [9, 1],
      [1, 2],
    ]);
    expect(paper[0]?.snapshot.body).toMatchObject({
      options: [
        { key: 'C', text: '丙' },
        { key: 'A', text: '甲' },
        { key: 'D', text: '丁' },
        { key: 'B', text: '乙' },
      ],
      keys: ['A'],
    });
  });
});
