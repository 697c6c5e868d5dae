import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Coordinates, intervals and decimals in a key, whose numbers may look like those of the next entry. */

const paper = (from: number, count: number) => [
  '一、填空题',
  ...Array.from({ length: count }, (_, index) => `${from + index}．问题${'甲乙丙丁戊己'[index]}的答案是____。`),
  '参考答案',
];
const sums = (from: number, count: number) => [
  '一、简答题',
  ...Array.from({ length: count }, (_, index) => `${from + index}．问题${'甲乙丙丁戊己'[index]}的答案是多少？`),
  '参考答案',
];
const answers = (...lines: string[]) => parseText(toLines(lines.join('\n'))).map(({ fields }) => fields.answer);

describe('numbers within the answers of a key', () => {
  test.each(['．', '.', '. ', '、'])('coordinates behind %s are of the number before them', (sign) => {
    const all = ['(1,2)', '(2,3)', '(0,4)', '（4，5）', '[2,6)', '9'];
    const key = all.map((answer, index) => `${index + 1}${sign}${answer}`);
    const expected = all.map((answer) => [[answer]]);
    expect(answers(...paper(1, 6), ...key)).toEqual(expected);
    expect(answers(...paper(1, 6), key.join('  '))).toEqual(expected);
    expect(answers(...paper(1, 6), key.join('；'))).toEqual(expected);
  });

  test.each(['\t', '   '])('decimals on one line of numbers with a blank behind each (%j)', (gap) => {
    const all = ['2.5', '3.14', '3/4', '5.5', '小于 6.8', '-3'];
    const key = all.map((answer, index) => `${index + 1}. ${answer}`).join(gap);
    expect(answers(...paper(1, 6), key)).toEqual(all.map((answer) => [[answer]]));
  });

  test('sums with the number of the next entry in them', () => {
    const key = ['1. 12.6 ÷ 2.5 = 5.04（米）', '2. 3.6÷6=0.6（元）', '3. 3-1=2（米）'];
    expect(answers(...sums(1, 3), ...key)).toEqual(['12.6 ÷ 2.5 = 5.04（米）', '3.6÷6=0.6（元）', '3-1=2（米）']);
    expect(answers(...sums(4, 2), '4. 5.6÷7=0.8（元）', '5. 3-1=2（米）')).toEqual(['5.6÷7=0.8（元）', '3-1=2（米）']);
  });

  test('a decimal within a text, above the line of the number it looks like', () => {
    expect(answers(...sums(3, 2), '3．大约 4.5 米。', '4．汽。')).toEqual(['大约 4.5 米。', '汽。']);
  });

  test('numbers without a blank behind them are entries as before', () => {
    expect(answers(...paper(1, 4), '1.60°  2.4  3.(-3,4)  4.2.5')).toEqual([
      [['60°']],
      [['4']],
      [['(-3,4)']],
      [['2.5']],
    ]);
    expect(answers(...paper(1, 4), '1.＞ 2.3 3.＝ 4.5')).toEqual([[['＞']], [['3']], [['＝']], [['5']]]);
    expect(answers(...paper(1, 3), '1．（略 2．丙 3．丁')).toEqual([[['（略']], [['丙']], [['丁']]]);
  });
});
