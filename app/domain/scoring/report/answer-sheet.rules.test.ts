import { expect, test } from 'vitest';
import { answerColumns, itemCells, type Item } from './answer-sheet.rules';

test('a sheet says formulas as they can be read in a cell', () => {
  const snapshot = {
    bank: 'written',
    kind: '',
    questionId: 1,
    title: '求 $x^2=4$ 的解',
    level: 1,
    keyPoints: [],
    imageIds: [],
    body: { prompt: '求 $\\frac{1}{2}x$', referenceAnswer: '$x=\\pm 2$', markingPoints: [], answerBy: 'both' },
  };
  const item = { id: 1, part: 'written', points: 5, drawId: null, correction: null, snapshot } as unknown as Item;
  expect(itemCells(item, 1).slice(3, 7)).toEqual(['求 x²=4 的解', '求 1/2x', '', 'x=±2']);
  expect(answerColumns(item, 1)[0]?.header).toBe('第 1 题 求 x²=4 的解：作答');
});

test('the sheet of items says what was put right', () => {
  const snapshot = { bank: 'oral', kind: '', title: '', keyPoints: [], body: { examContent: '' } };
  const said = (kind: string | null, drawId: number | null = null) =>
    itemCells(
      { id: 1, part: 'oral', points: 5, drawId, correction: kind && { kind }, snapshot } as unknown as Item,
      1,
    ).at(-1);
  expect([said(null), said('key'), said('accept'), said('credit')]).toEqual([
    '',
    '答案已更正',
    '答案已更正',
    '全员给分',
  ]);
  expect(said('credit', 7)).toBe('抽题；全员给分');
});
