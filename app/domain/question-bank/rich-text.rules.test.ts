import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '~tests/support/cpu-time';
import { splitRichText, splitTables } from './rich-text.rules';

const read = (text: string, pictures = 0) =>
  splitRichText(text, pictures)
    .map((part) =>
      part.kind === 'text' ? part.text : part.kind === 'formula' ? `<${part.tex}>` : `{${String(part.index)}}`,
    )
    .join('');

describe('texts of questions', () => {
  test.each([
    ['求 $x^2+1$ 的值', '求 <x^2+1> 的值'],
    ['$a$与$b$', '<a>与<b>'],
    ['售价 $5 到 $8', '售价 $5 到 $8'],
    ['价格\\$5$', '价格$5$'],
    ['$ x $', '$ x $'],
    ['$a\n$', '$a\n$'],
    ['$\\$5$', '<\\$5>'],
    ['没有公式', '没有公式'],
    ['$$', '$$'],
  ])('formulas of %j', (text, parts) => {
    expect(read(text)).toBe(parts);
  });

  test('a picture stands where its mark is; a mark without a picture stays a text', () => {
    expect(read('看[图1]和[图2]，再看[图3][图0]', 2)).toBe('看{0}和{1}，再看[图3][图0]');
  });
});

describe('tables in a text', () => {
  test('lines of cells between bars are a table; what stands around them is text', () => {
    const text = '下表是实验数据：\n时间/min | 0 | 2\n温度/℃ | 20 | 35\n由表可知（　　）';
    expect(splitTables(text)).toEqual([
      '下表是实验数据：\n',
      [
        ['时间/min', '0', '2'],
        ['温度/℃', '20', '35'],
      ],
      '由表可知（　　）',
    ]);
  });

  test('an empty cell keeps its place at the start and within a row', () => {
    expect(splitTables('| 甲 | 乙\n一 |  | 3')[1]).toEqual([
      ['', '甲', '乙'],
      ['一', '', '3'],
    ]);
  });

  test.each(['一行里有 | 的不是表', '$P(A | B)$\n$P(B | A)$', '|x| + |y|\n|a| + |b|', '真|假\n是|否', ''])(
    '%j is none',
    (text) => {
      expect(splitTables(text).join('')).toBe(text);
    },
  );

  test('a long text of bars takes no time', () => {
    const long = () => [splitTables('a | '.repeat(20_000)), splitTables(`${'|'.repeat(20_000)}\n`.repeat(3))];
    expect(cpuTimeOf(long)).toBeLessThan(1500);
  });
});
