import { expect, test } from 'vitest';
import { known, unknown, type ItemFigures } from '~/domain/scoring/report/figures.rules';
import { isKeyDoubted, itemRemarks, paperRemarks } from './remarks.rules';

const item = (values: Partial<ItemFigures> = {}): ItemFigures => ({
  itemId: 1,
  number: 7,
  isDrawn: false,
  title: '首都',
  kindLabel: '单选',
  points: 2,
  count: 60,
  mean: known(1),
  facility: known(50),
  standardDeviation: known(1),
  discriminationIndex: known(40),
  discriminationEfficiency: known(60),
  intendedWeight: known(5),
  effectiveWeight: known(5),
  options: [
    { key: 'A', text: '上海', isKey: false, count: 20 },
    { key: 'B', text: '北京', isKey: true, count: 40 },
  ],
  remarks: [],
  ...values,
});

test('an item in order needs no word', () => {
  expect(itemRemarks(item())).toEqual([]);
  expect(itemRemarks(item({ facility: known(94.9), discriminationIndex: known(20) }))).toEqual([]);
});

test('what is off, the gravest first', () => {
  expect(itemRemarks(item({ discriminationIndex: known(-3) }))).toEqual(['第7题区分度为负，请检查答案。']);
  expect(itemRemarks(item({ discriminationIndex: known(12.4) }))).toEqual(['第7题区分度低（12%），难以分出水平高低。']);
  // Hardly anybody can be told apart by what nearly everybody knows: one sentence says it.
  expect(itemRemarks(item({ facility: known(96.6), discriminationIndex: known(12) }))).toEqual([
    '第7题得分率 97%，几乎人人答对。',
  ]);
  expect(itemRemarks(item({ facility: known(10), discriminationIndex: unknown('') }))).toEqual([
    '第7题得分率 10%，几乎没有人得分，请检查题目和答案。',
  ]);
  const options = [
    { key: 'A', text: '', isKey: false, count: 0 },
    { key: 'B', text: '', isKey: true, count: 20 },
    { key: 'C', text: '', isKey: false, count: 40 },
    { key: 'D', text: '', isKey: false, count: 0 },
  ];
  expect(itemRemarks(item({ options }))).toEqual([
    '第7题选 C 的人比选正确答案的还多，请检查答案。',
    '第7题的干扰项 A、D 没有人选。',
  ]);
  expect(itemRemarks(item({ options, kindLabel: '判断' }))).toEqual([]);
});

test('whose key is doubted stands in sight: turned round, answered right by nobody, or lured away from it', () => {
  expect(isKeyDoubted(item({ facility: known(0), discriminationIndex: unknown('') }))).toBe(true);
  expect(isKeyDoubted(item({ discriminationIndex: known(-0.01) }))).toBe(true);
  expect(isKeyDoubted(item({ options: [{ key: 'A', text: '', isKey: false, count: 60 }] }))).toBe(true);
  expect(isKeyDoubted(item({ facility: known(99), discriminationIndex: known(2) }))).toBe(false);
  expect(isKeyDoubted(item({ count: 9, facility: known(0) }))).toBe(false);
});

test('few papers: of an item nothing, of the paper that it is not reliable; of a pool how many had it', () => {
  expect(itemRemarks(item({ count: 9, discriminationIndex: known(-50) }))).toEqual([]);
  expect(itemRemarks(item({ count: 12, isDrawn: true, discriminationIndex: known(-1) }))).toEqual([
    '抽题「首都」区分度为负，请检查答案。',
    '只有 12 份卷抽到「首都」，它的指标仅供参考。',
  ]);
  expect(paperRemarks({ count: 12, alpha: known(0.8), itemCount: 10 })).toEqual([
    '只有 12 份已评分的答卷，少于 30 份，试题分析不够可靠，仅供参考。',
  ]);
  expect(paperRemarks({ count: 0, alpha: unknown(''), itemCount: 10 })).toEqual([]);
});

test('low reliability', () => {
  expect(paperRemarks({ count: 60, alpha: known(0.524), itemCount: 10 })).toEqual([
    '信度偏低（α 0.52，低于 0.7），总分的误差较大。',
  ]);
  expect(paperRemarks({ count: 60, alpha: known(-0.2), itemCount: 5 })).toEqual([
    '信度偏低（α −0.2，低于 0.7），总分的误差较大。',
  ]);
  expect(paperRemarks({ count: 60, alpha: known(0.7), itemCount: 10 })).toEqual([]);
  expect(paperRemarks({ count: 60, alpha: known(0.1), itemCount: 3 })).toEqual([]);
});
