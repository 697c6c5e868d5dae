import { describe, expect, it } from 'vitest';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { initialMarks, markWords, readMarks, readScoreFields, type MarkedItem } from './score-form.rules';

const oral = (id: number, keyWords: string[]): MarkedItem => ({
  id,
  points: 100,
  keyWords,
  snapshot: { bank: 'oral', kind: '' } as QuestionSnapshot,
});
const pen = (id: number, points: number, markingPoints: number[]): MarkedItem => ({
  id,
  points,
  keyWords: [],
  snapshot: {
    bank: 'written',
    kind: '',
    body: { markingPoints: markingPoints.map((share) => ({ text: '要点', points: share })) },
  } as QuestionSnapshot,
});
const single = (id: number): MarkedItem => ({
  id,
  points: 5,
  keyWords: [],
  snapshot: { bank: 'theory', kind: 'single' } as QuestionSnapshot,
});

describe('readScoreFields', () => {
  it('collects the fields of every item and leaves the others', () => {
    expect(
      readScoreFields({
        _intent: 'draft',
        comment: '好',
        'm.7.zqd': '88',
        'm.7.gjc': '50',
        'na.7.gjc': 'on',
        'p.8': '3',
        'p.9.0': '1',
        'p.9.1': '',
        'c.9': '再细些',
        'm.7.xxx': '1',
        'm.x.zqd': '1',
        'p.9.100': '1',
      }),
    ).toEqual([
      { itemId: 7, measures: { zqd: '88', gjc: null } },
      { itemId: 8, points: '3' },
      { itemId: 9, pointMarks: ['1', ''], comment: '再细些' },
    ]);
  });

  it('不适用 wins whichever field comes first', () => {
    expect(readScoreFields({ 'na.7.gjc': 'on', 'm.7.gjc': '50' })).toEqual([{ itemId: 7, measures: { gjc: null } }]);
  });
});

describe('readMarks', () => {
  const measures = { zqd: '80', lld: ' 81 ', wzd: '８２', gjc: '83' };

  it.each([
    ['half and full width', { ...measures }, true, {}],
    ['incomplete draft', { zqd: '80' }, false, {}],
    ['incomplete final', { ...measures, wzd: '' }, true, { 'm.1.wzd': '完整度还没有打分' }],
    ['above 100', { ...measures, lld: '101' }, false, { 'm.1.lld': '流利度应为 0 到 100 的整数' }],
    ['a fraction', { ...measures, lld: '80.5' }, false, { 'm.1.lld': '流利度应为 0 到 100 的整数' }],
    ['negative', { ...measures, lld: '-1' }, false, { 'm.1.lld': '流利度应为 0 到 100 的整数' }],
    ['words', { ...measures, lld: '很好' }, false, { 'm.1.lld': '流利度应为 0 到 100 的整数' }],
    ['scientific notation', { ...measures, lld: '1e1' }, false, { 'm.1.lld': '流利度应为 0 到 100 的整数' }],
    [
      '不适用 for another measure',
      { ...measures, zqd: null },
      true,
      { 'm.1.zqd': '准确度不能选“不适用”，请填 0 到 100 的分数' },
    ],
  ])('oral: %s', (_, given, isFinal, problems) => {
    expect(readMarks([oral(1, ['春天'])], [{ itemId: 1, measures: given }], isFinal).problems).toEqual(problems);
  });

  it('without key words their measure may be 不适用, or given all the same', () => {
    const { gjc, ...rest } = measures;
    expect(readMarks([oral(1, [])], [{ itemId: 1, measures: { ...rest, gjc: null } }], true)).toMatchObject({
      problems: {},
      marks: [{ measures: { zqd: 80, lld: 81, wzd: 82, gjc: null } }],
    });
    expect(readMarks([oral(1, [])], [{ itemId: 1, measures: { ...rest, gjc } }], true).problems).toEqual({});
  });

  it.each([
    ['sum of marking points', { pointMarks: ['5', '1.5'] }, 6.5, {}],
    ['a missing one in a final', { pointMarks: ['5', ''] }, null, { 'p.2.1': '评分要点 2 还没有给分' }],
    ['nothing in a final', {}, null, { 'p.2.0': '评分要点 1 还没有给分', 'p.2.1': '评分要点 2 还没有给分' }],
    ['above its maximum', { pointMarks: ['6.1', '4'] }, null, { 'p.2.0': '评分要点 1 应为 0 到 6 分，最多两位小数' }],
    ['the whole at once', { points: 7 }, 7, {}],
    ['the whole above the full mark', { points: 11 }, null, { 'p.2': '得分应为 0 到 10 分，最多两位小数' }],
    ['three decimals', { points: '7.125' }, null, { 'p.2': '得分应为 0 到 10 分，最多两位小数' }],
  ])('written: %s', (_, given, points, problems) => {
    const read = readMarks([pen(2, 10, [6, 4])], [{ itemId: 2, ...given }], true);
    expect(read.problems).toEqual(problems);
    expect(read.marks[0]?.points).toBe(points);
  });

  it('numbers its sentences when there are several items, and takes nothing for a key’s item', () => {
    const read = readMarks([single(1), pen(2, 10, [])], [{ itemId: 1, points: 5 }], true);
    expect(read.problems).toEqual({ 'p.2': '第 2 题还没有给分' });
    expect(read.marks.map((mark) => mark.itemId)).toEqual([2]);
  });
});

describe('initialMarks', () => {
  it('proposes 0 for what was left blank, 不适用 without key words, nothing otherwise', () => {
    const blank = { isBlank: true };
    const given = { isBlank: false };
    expect(initialMarks([{ ...oral(1, ['春']), ...blank }], null)).toEqual([
      { itemId: 1, measures: { zqd: 0, lld: 0, wzd: 0, gjc: 0 } },
    ]);
    expect(initialMarks([{ ...oral(1, []), ...given }], null)[0]?.measures?.gjc).toBeNull();
    expect(initialMarks([{ ...pen(2, 10, [6, 4]), ...blank }], null)[0]?.pointMarks).toEqual([0, 0]);
    expect(initialMarks([{ ...pen(2, 10, []), ...blank }], null)[0]?.points).toBe(0);
    expect(initialMarks([{ ...pen(2, 10, [6, 4]), ...given }], null)[0]?.pointMarks).toEqual([undefined, undefined]);
    expect(initialMarks([{ ...single(3), ...blank }], null)).toEqual([]);
  });

  it('shows an own score as it is', () => {
    const own = { itemId: 2, measures: null, points: 7, pointMarks: [5, 2], details: null, comment: '好' };
    expect(initialMarks([{ ...pen(2, 10, [6, 4]), isBlank: true }], [own])).toEqual([
      { itemId: 2, measures: undefined, points: 7, pointMarks: [5, 2], comment: '好' },
    ]);
  });
});

describe('markWords', () => {
  it.each([
    ['没有关键词', [], ['没有关键词']],
    ['站在午门前，午门很大', ['午门'], ['站在', '[午门]', '前，', '[午门]', '很大']],
    ['太和殿和太和门', ['太和', '太和殿'], ['[太和殿]', '和', '[太和]', '门']],
    ['a.b和aXb', ['a.b'], ['[a.b]', '和aXb']],
    ['The Hall', ['hall'], ['The ', '[Hall]']],
    ['空词', [''], ['空词']],
  ])('%s', (text, words, expected) => {
    expect(markWords(text, words).map((piece) => (piece.isWord ? `[${piece.text}]` : piece.text))).toEqual(expected);
  });
});
