import { describe, expect, test } from 'vitest';
import { chineseNumeral } from '~/domain/question-bank/formats/words.rules';
import { answerLineCount, paperSections, staysWhole } from './paper-parts.rules';

const single = { bank: 'theory', kind: 'single', level: 1, points: 2 } as const;
const judge = { bank: 'theory', kind: 'judge', level: 2, points: 1 } as const;
const short = { bank: 'theory', kind: 'short', level: 2, points: 10 } as const;
const written = { bank: 'written', kind: '', level: 2, points: 10.5 } as const;

describe('a paper in parts', () => {
  test('goes by kinds as they stand, numbered through', () => {
    const sections = paperSections([written, single, { ...single, points: 2 }, judge]);
    expect(sections.map((section) => section.heading)).toEqual([
      '一、笔试题（1 题，共 10.5 分）',
      '二、单项选择题（2 题，每题 2 分，共 4 分）',
      '三、判断题（1 题，共 1 分）',
    ]);
    expect(sections.map((section) => section.items.map((item) => item.number))).toEqual([[1], [2, 3], [4]]);
  });

  test('that mixes kinds without sections is one list, numbered as on the screen', () => {
    const sections = paperSections([written, single, judge, { ...single, points: 2 }]);
    expect(sections.map(({ ordinal, heading }) => ordinal + heading)).toEqual(['试题（4 题，共 15.5 分）']);
    expect(sections[0]?.items.map(({ kind, label }) => [kind, label])).toEqual([
      ['', '1.'],
      ['single', '2.'],
      ['judge', '3.'],
      ['single', '4.'],
    ]);
  });

  test('points that differ are not said to be each', () => {
    expect(paperSections([single, { ...single, points: 3 }])[0]?.heading).toBe('一、单项选择题（2 题，共 5 分）');
  });

  test('what is drawn for each student is a part of its own with the whole pool', () => {
    const pool = {
      id: 7,
      text: '理论 · 判断',
      bank: 'theory',
      kind: 'judge',
      count: 2,
      points: 3,
      items: [judge, judge, judge],
    } as const;
    const [, drawn] = paperSections<typeof single | typeof judge>([single], [{ ...pool, items: [...pool.items] }]);
    expect(drawn?.heading).toBe('二、判断题（2 题，每题 3 分，共 6 分）');
    expect(drawn?.note).toBe(
      '题池共 3 题，每名学生抽其中 2 题作答，各人抽到的不同，在各人的屏幕上是第 2–3 题；括号里只是题池里的次序。',
    );
    expect(drawn?.items.map(({ number, label }) => [number, label])).toEqual([
      [null, '（1）'],
      [null, '（2）'],
      [null, '（3）'],
    ]);
  });

  test('what is drawn takes as many numbers as are drawn, not as the pool has', () => {
    const pool = { id: 7, text: '', bank: 'theory', kind: 'judge', count: 2, points: 3, items: [judge, judge, judge] };
    const sections = paperSections<typeof single | typeof judge | typeof short>(
      [single, judge, short],
      [{ ...pool, bank: 'theory', kind: 'judge' }],
    );
    expect(sections.map(({ items }) => items.map(({ label }) => label))).toEqual([
      ['1.'],
      ['2.'],
      ['（1）', '（2）', '（3）'],
      ['5.'],
    ]);
  });

  test('a rule stands behind the fixed questions of its section, with the instructions above', () => {
    const pool = {
      id: 7,
      text: '理论 · 判断',
      bank: 'theory',
      kind: 'judge',
      section: 2,
      count: 1,
      points: 2,
    } as const;
    const sections = paperSections<typeof judge & { section: number }>(
      [{ ...judge, section: 2 }],
      [{ ...pool, items: [{ ...judge, section: 2 }] }],
      [
        { key: 1, title: '没有题', instructions: '' },
        { key: 2, title: '基础', instructions: '写在答题纸上' },
      ],
    );
    expect(sections.map(({ key, heading, instructions, items }) => [key, heading, instructions, items.length])).toEqual(
      [
        ['section-2', '一、基础（2 题，共 3 分）', '写在答题纸上', 1],
        ['draw-7', '随机抽题：理论 · 判断（每题 2 分，共 2 分）', '', 1],
      ],
    );
  });

  test.each([
    [1, '一'],
    [10, '十'],
    [12, '十二'],
    [20, '二十'],
    [35, '三十五'],
  ])('%i is counted %s', (number, text) => expect(chineseNumeral(number)).toBe(text));
});

test('an answer gets lines by its points, at least three and at most a page', () => {
  expect(answerLineCount(single)).toBe(0);
  expect(answerLineCount(short)).toBe(8);
  expect(answerLineCount(written)).toBe(11);
  expect(answerLineCount({ ...written, points: 1 })).toBe(3);
  expect(answerLineCount({ ...written, points: 100 })).toBe(24);
  expect(answerLineCount(short, 'half')).toBe(4);
  expect(answerLineCount({ ...written, points: 1 }, 'half')).toBe(3);
  expect(answerLineCount(written, 'none')).toBe(0);
  // A few lines are not torn off onto a sheet of their own.
  expect([single, short, { ...written, points: 100 }].map((one) => staysWhole(one))).toEqual([false, true, false]);
});
