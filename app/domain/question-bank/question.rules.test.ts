import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countBlanks,
  formatKeys,
  markingPointsTotal,
  searchText,
  splitStem,
  toSnapshot,
  withoutAnswers,
} from './question.rules';
import { derivedTitle, questionNumber } from './question-name.rules';
import { formatBlankLine, parseBlankLine } from './kinds/cloze/blank-line.rules';
import type { Question, TheoryBody } from './question.schema';

const BODY: TheoryBody = { stem: '', options: [], keys: [], blanks: [], reference: '', analysis: '' };

describe('cloze blanks', () => {
  test.each([
    ['', 0],
    ['没有空', 0],
    ['一个 _ 不算', 0],
    ['两个 __ 算', 1],
    ['____', 1],
    ['始建于____年，建成于______年', 2],
    ['全角＿＿也算', 1],
    ['混写_＿算一个', 1],
    ['__ __', 2],
    ['行首____\n行尾____', 2],
  ])('%j has %i', (stem, count) => {
    expect(countBlanks(stem)).toBe(count);
  });

  test('the texts around the blanks are one more than the blanks, and none has a blank', () => {
    const stem = fc
      .array(fc.constantFrom('字', '_', '＿', ' ', '\n'), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(stem, (text) => {
        const parts = splitStem(text);
        expect(parts).toHaveLength(countBlanks(text) + 1);
        for (const part of parts) expect(part).not.toMatch(/[_＿]{2}/);
      }),
    );
  });

  test.each([
    ['四', ['四']],
    ['四|4', ['四', '4']],
    ['四｜4／IV', ['四', '4', 'IV']],
    [' 四 | | 4 ', ['四', '4']],
    ['1/2', ['1/2']],
    ['', []],
    ['|', []],
  ])('alternatives of %j', (line, expected) => {
    expect(parseBlankLine(line)).toEqual(expected);
  });

  test('a line is read as it was written', () => {
    const alternatives = fc.array(
      fc.string({ minLength: 1 }).filter((text) => text.trim() === text && !/[|｜／]/.test(text) && text !== ''),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(alternatives, (list) => {
        expect(parseBlankLine(formatBlankLine(list))).toEqual(list);
      }),
    );
  });
});

test.each([
  ['single', ['B'], 'B'],
  ['multiple', ['C', 'A'], 'A、C'],
  ['judge', ['T'], '正确'],
  ['judge', ['F'], '错误'],
  ['judge', [], ''],
])('keys of %s %j read %j', (kind, keys, text) => {
  expect(formatKeys(kind, keys, [])).toBe(text);
});

test('a shuffled option is named by its place in the paper', () => {
  const options = [
    { key: 'C', text: '丙' },
    { key: 'A', text: '甲' },
    { key: 'B', text: '乙' },
  ];
  expect(formatKeys('multiple', ['A', 'C'], options)).toBe('A、B');
});

test('marking points add up in halves', () => {
  expect(markingPointsTotal([])).toBe(0);
  expect(
    markingPointsTotal([
      { text: 'a', points: 0.5 },
      { text: 'b', points: 1.5 },
    ]),
  ).toBe(2);
});

test.each([
  ['第一行\n第二行', '第一行'],
  [' 空白 ', '空白'],
  ['字'.repeat(40), '字'.repeat(40)],
  ['字'.repeat(41), `${'字'.repeat(39)}…`],
])('title derived from a text', (text, title) => {
  expect(derivedTitle(text)).toBe(title);
});

test('a question is named by its bank and number', () => {
  expect(questionNumber({ bank: 'theory', id: 12 })).toBe('T-0012');
  expect(questionNumber({ bank: 'oral', id: 123_456 })).toBe('O-123456');
});

test('the key word filter sees title, key words, stem and options, folded', () => {
  const banked = {
    bank: 'theory',
    kind: 'single',
    body: { ...BODY, stem: 'ＡＢＣ题干', options: [{ key: 'A', text: 'Yes' }] },
  } as const;
  expect(searchText('标题', ['词'], { ...banked, body: { ...banked.body, options: [...banked.body.options] } })).toBe(
    '标题\n词\nabc题干\nyes',
  );
});

const QUESTION: Question = {
  id: 7,
  ownerId: 1,
  directoryId: null,
  title: '标题',
  sceneTypeId: 3,
  examTypeId: null,
  level: 2,
  keyPoints: ['词'],
  imageIds: ['f'],
  points: 2,
  createdAt: 1,
  updatedAt: 2,
  version: 1,
  bank: 'theory',
  kind: 'cloze',
  body: { ...BODY, stem: '一__二__', blanks: [['x'], ['y', 'z']], analysis: '因为', reference: 'r', keys: ['A'] },
};

test('a snapshot holds the whole question and nothing of its bank', () => {
  expect(toSnapshot(QUESTION)).toEqual({
    questionId: 7,
    title: '标题',
    level: 2,
    keyPoints: ['词'],
    imageIds: ['f'],
    bank: 'theory',
    kind: 'cloze',
    body: QUESTION.body,
  });
});

test('what an answerer sees has no key, but as many blanks', () => {
  const seen = withoutAnswers(toSnapshot(QUESTION));
  expect(seen.keyPoints).toEqual([]);
  expect(seen.body).toEqual({ ...BODY, stem: '一__二__', blanks: [[], []] });
  const written = withoutAnswers({
    questionId: 1,
    title: 't',
    level: 1,
    keyPoints: ['k'],
    imageIds: [],
    bank: 'written',
    kind: '',
    body: { prompt: 'p', referenceAnswer: 'secret', markingPoints: [{ text: 'm', points: 1 }], answerBy: 'both' },
  });
  expect(written.body).toEqual({ prompt: 'p', referenceAnswer: '', markingPoints: [], answerBy: 'both' });
});

test.each([
  ['[图1]看图回答\n第二行', '看图回答'],
  [`${'长'.repeat(38)}$x^2+1$的值`, `${'长'.repeat(38)}…`],
  [`求 $\\frac{1}{x}$ ${'长'.repeat(40)}`, `求 $\\frac{1}{x}$ ${'长'.repeat(23)}…`],
])('the title of %j', (text, title) => {
  expect(derivedTitle(text)).toBe(title);
});
