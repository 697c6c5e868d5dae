import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Papers as Markdown writes them. */

const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ kind, fields, problems }) => [
    kind,
    fields.stem,
    fields.options,
    fields.answer,
    ...problems,
  ]);
const READ = [
  ['single', '中国首都？', ['上海', '北京'], ['B']],
  ['multiple', '代码 `a*b` 的值是', ['1', '2', '3'], ['A', 'C']],
  ['judge', '地球是圆的。', undefined, 'T'],
];

describe('Markdown', () => {
  test.each([
    ['bold numbers', ['**1.** ', '**2.** ', '**3.** '], ['- A. ', '- B. ', '- C. '], ['**答案：', '**'], '## '],
    ['escaped numbers', ['1\\. ', '2\\. ', '3\\. '], ['* A) ', '* B) ', '* C) '], ['> 答案：', ''], '### '],
    ['titles', ['### 1. ', '### 2. ', '### 3. '], ['- **A.** ', '- **B.** ', '- **C.** '], ['**答案：** ', ''], '# '],
    ['plain numbers', ['1. ', '2. ', '3. '], ['+ A. ', '+ B. ', '+ C. '], ['> **答案**：', ''], '## '],
  ])('%s', (_name, [first, second, third], [a, b, c], [from, to], title) => {
    const paper = [
      '# 单元测验',
      `${title}一、选择题`,
      `${first}中国首都？`,
      `${a}上海`,
      `${b}北京`,
      '',
      `${from}B${to}`,
      '',
      `${second}代码 \`a*b\` 的值是`,
      `${a}1`,
      `${b}2`,
      `${c}3`,
      '',
      `${from}AC${to}`,
      '',
      `${title}二、判断题`,
      `${third}地球是圆的。`,
      '',
      `${from}对${to}`,
    ];
    expect(read(...paper)).toEqual(READ);
  });

  test('a whole bold line is the question', () => {
    expect(read('**1. 中国首都？**', '- A. 上海', '- B. 北京', '**答案：B**')).toEqual([READ[0]]);
  });

  test('in any other paper stars and hashes are text', () => {
    expect(
      read('1. 下面的代码', '# 1. 读入数据', '> 输出 **2**', '的结果是', 'A. 甲', 'B. 乙', '答案：A')[0]?.[1],
    ).toBe('下面的代码\n# 1. 读入数据\n> 输出 **2**\n的结果是');
  });
});
