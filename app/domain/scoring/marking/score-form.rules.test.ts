import { describe, expect, it } from 'vitest';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { defaultRubric, type DeductionRubric, type Rubric } from './rubric.rules';
import { initialMarks, markWords, readMarks, readScoreFields, type MarkedItem } from './score-form.rules';

const RUBRIC = defaultRubric('oral', { zqd: 30, lld: 30, wzd: 20, gjc: 20 });
const DEDUCTIONS: DeductionRubric = {
  kind: 'deductions',
  name: '朗读',
  full: 30,
  rules: [
    { id: 'r1', kind: 'count', name: '错读', hint: '', points: 0.1, unit: '个音节', maximum: null },
    { id: 'r2', kind: 'choice', name: '语调偏误', hint: '', choices: [0, 0.5, 1, 2] },
  ],
};
const CRITERIA: Rubric = {
  kind: 'criteria',
  name: '作文',
  criteria: [
    { id: 'r1', name: '内容', hint: '', points: 30 },
    { id: 'r2', name: '语言', hint: '', points: 20 },
  ],
};

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
        'd.7.r1': '5',
        'd.7.zero': 'on',
        'd.7.': '5',
      }),
    ).toEqual([
      { itemId: 7, measures: { zqd: '88', gjc: null }, details: { r1: '5', zero: 'on' } },
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
    expect(readMarks([oral(1, ['春天'])], [{ itemId: 1, measures: given }], isFinal, RUBRIC).problems).toEqual(
      problems,
    );
  });

  it('without key words their measure may be 不适用, or given all the same', () => {
    const { gjc, ...rest } = measures;
    expect(readMarks([oral(1, [])], [{ itemId: 1, measures: { ...rest, gjc: null } }], true, RUBRIC)).toMatchObject({
      problems: {},
      marks: [{ measures: { zqd: 80, lld: 81, wzd: 82, gjc: null } }],
    });
    expect(readMarks([oral(1, [])], [{ itemId: 1, measures: { ...rest, gjc } }], true, RUBRIC).problems).toEqual({});
  });

  it.each([
    ['sum of marking points', { pointMarks: ['5', '1.5'] }, 6.5, {}],
    ['a missing one in a final', { pointMarks: ['5', ''] }, null, { 'p.2.1': '评分要点 2 还没有给分' }],
    ['nothing in a final', {}, null, { 'p.2.0': '评分要点 1 还没有给分', 'p.2.1': '评分要点 2 还没有给分' }],
    ['one that stops at its point', { pointMarks: ['5.', '1'] }, 6, {}],
    ['above its maximum', { pointMarks: ['6.1', '4'] }, null, { 'p.2.0': '评分要点 1 应为 0 到 6 分，最多两位小数' }],
    ['the whole at once', { points: 7 }, 7, {}],
    ['the whole above the full mark', { points: 11 }, null, { 'p.2': '得分应为 0 到 10 分，最多两位小数' }],
    ['three decimals', { points: '7.125' }, null, { 'p.2': '得分应为 0 到 10 分，最多两位小数' }],
  ])('written: %s', (_, given, points, problems) => {
    const read = readMarks([pen(2, 10, [6, 4])], [{ itemId: 2, ...given }], true, RUBRIC);
    expect(read.problems).toEqual(problems);
    expect(read.marks[0]?.points).toBe(points);
  });

  it('numbers its sentences when there are several items, and takes nothing for a key’s item', () => {
    const read = readMarks([single(1), pen(2, 10, [])], [{ itemId: 1, points: 5 }], true, RUBRIC);
    expect(read.problems).toEqual({ 'p.2': '第 2 题还没有给分' });
    expect(read.marks.map((mark) => mark.itemId)).toEqual([2]);
  });
});

describe('readMarks by a rubric of rules', () => {
  const item = { ...oral(1, []), points: 50 };

  it.each([
    ['complete', { r1: '5', r2: '0.5' }, { r1: 5, r2: 0.5 }, (50 * 29) / 30, {}],
    ['full width', { r1: '１０', r2: '1' }, { r1: 10, r2: 1 }, (50 * 28) / 30, {}],
    ['nothing to take off', { r1: 0, r2: 0 }, { r1: 0, r2: 0 }, 50, {}],
    ['more taken off than there is', { r1: 400, r2: '2' }, { r1: 400, r2: 2 }, 0, {}],
    ['the whole item is 0', { r1: '', zero: 'on' }, { zero: 1 }, 0, {}],
    ['missing', { r2: '0' }, { r1: null, r2: 0 }, null, { 'd.1.r1': '“错读”还没有填，没有就填 0' }],
    ['not chosen', { r1: '0' }, { r1: 0, r2: null }, null, { 'd.1.r2': '“语调偏误”还没有选' }],
    ['half a syllable', { r1: '1.5', r2: 0 }, { r1: null, r2: 0 }, null, { 'd.1.r1': '“错读”应为整数，没有就填 0' }],
    ['no degree', { r1: 0, r2: '1.5' }, { r1: 0, r2: null }, null, { 'd.1.r2': '“语调偏误”只能扣 0、0.5、1、2 分' }],
  ])('deductions: %s', (_, given, details, points, problems) => {
    const read = readMarks([item], [{ itemId: 1, details: given }], true, DEDUCTIONS);
    expect(read.problems).toEqual(problems);
    expect(read.marks[0]?.details).toEqual(details);
    expect(read.marks[0]?.points ?? null).toEqual(points === null ? null : expect.closeTo(points, 9));
  });

  it('a draft may be incomplete', () => {
    const read = readMarks([item], [{ itemId: 1, details: { r1: '3' } }], false, DEDUCTIONS);
    expect(read).toMatchObject({
      problems: {},
      marks: [{ points: null, measures: null, details: { r1: 3, r2: null } }],
    });
  });

  it('criteria are scaled to a written item’s points; items with marking points keep them', () => {
    const items = [pen(1, 25, []), pen(2, 10, [6, 4])];
    const raw = [
      { itemId: 1, details: { r1: '24', r2: '16' } },
      { itemId: 2, pointMarks: ['6', '4'] },
    ];
    expect(readMarks(items, raw, true, CRITERIA)).toMatchObject({
      problems: {},
      marks: [
        { points: 20, details: { r1: 24, r2: 16 } },
        { points: 10, pointMarks: [6, 4], details: null },
      ],
    });
    expect(readMarks(items, [{ itemId: 1, details: { r1: '30.5', r2: 1 } }], false, CRITERIA).problems).toEqual({
      'd.1.r1': '第 1 题“内容”应为 0 到 30 分，最多两位小数',
    });
  });

  it('proposes what needs no listening, and 0 for a blank item', () => {
    expect(initialMarks([{ ...item, isBlank: false }], null, DEDUCTIONS)).toEqual([{ itemId: 1, details: { r2: 0 } }]);
    expect(initialMarks([{ ...item, isBlank: true }], null, DEDUCTIONS)).toEqual([
      { itemId: 1, details: { zero: 'on' } },
    ]);
    const choices = { ...DEDUCTIONS, rules: DEDUCTIONS.rules.slice(1) };
    expect(initialMarks([{ ...item, isBlank: false }], null, choices)).toEqual([{ itemId: 1, details: {} }]);
    expect(initialMarks([{ ...pen(1, 25, []), isBlank: true }], null, CRITERIA)).toEqual([
      { itemId: 1, details: { r1: 0, r2: 0 } },
    ]);
  });
});

describe('initialMarks', () => {
  it('proposes 0 for what was left blank, 不适用 without key words, nothing otherwise', () => {
    const blank = { isBlank: true };
    const given = { isBlank: false };
    expect(initialMarks([{ ...oral(1, ['春']), ...blank }], null, RUBRIC)).toEqual([
      { itemId: 1, measures: { zqd: 0, lld: 0, wzd: 0, gjc: 0 } },
    ]);
    expect(initialMarks([{ ...oral(1, []), ...given }], null, RUBRIC)[0]?.measures?.gjc).toBeNull();
    expect(initialMarks([{ ...pen(2, 10, [6, 4]), ...blank }], null, RUBRIC)[0]?.pointMarks).toEqual([0, 0]);
    expect(initialMarks([{ ...pen(2, 10, []), ...blank }], null, RUBRIC)[0]?.points).toBe(0);
    expect(initialMarks([{ ...pen(2, 10, [6, 4]), ...given }], null, RUBRIC)[0]?.pointMarks).toEqual([
      undefined,
      undefined,
    ]);
    expect(initialMarks([{ ...single(3), ...blank }], null, RUBRIC)).toEqual([]);
  });

  it('shows an own score as it is', () => {
    const own = { itemId: 2, measures: null, points: 7, pointMarks: [5, 2], details: null, comment: '好' };
    expect(initialMarks([{ ...pen(2, 10, [6, 4]), isBlank: true }], [own], RUBRIC)).toEqual([
      { itemId: 2, measures: undefined, points: 7, pointMarks: [5, 2], details: undefined, comment: '好' },
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
