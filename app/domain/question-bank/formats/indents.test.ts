import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Blanks before a line, where they say something. */

const stemOf = (text: string) => parseText(toLines(text))[0]?.fields.stem;

test('a program keeps its indents', () => {
  const program = 's = 0\nfor i in range(3):\n    s = s + i\n    if s > 1:\n\tprint(s)\n    else:\n        break';
  expect(stemOf(`1．程序执行后输出（ ）\n${program}\nA．3行 B．1行\n答案：A`)).toBe(`程序执行后输出（ ）\n${program}`);
});

test('a blank of a program keeps its indent', () => {
  const program = 'def f(x):\n    ____\n    return x';
  expect(stemOf(`1．补全程序：\n${program}\n答案：x = 1`)).toBe(`补全程序：\n${program}`);
});

test('a sum in columns keeps its columns', () => {
  const sum = '竖式：\n  12\n+ 34\n----\n  ____';
  expect(stemOf(`1．${sum}\n答案：46`)).toBe('竖式：\n  12\n+ 34\n----\n____');
});

test('a paragraph, options and a first line have none', () => {
  const text =
    '  1．甲是哪个（ ）\n    这里是一段文字。\n    Tom: Hello, how are you?\n    A．一\n    B．二\n  答案：A';
  expect(parseText(toLines(text))[0]?.fields).toMatchObject({
    stem: '甲是哪个（ ）\n这里是一段文字。\nTom: Hello, how are you?',
    options: ['一', '二'],
    answer: ['A'],
  });
});

describe('a program in an answer', () => {
  const PROGRAM = 'for i in range(3):\n    s = s + i\n    if s > 1:\n        return s + 1\nprint(s)';
  const moved = PROGRAM.replace(/^/gm, '    ');
  const answers = (text: string) =>
    parseText(toLines(text)).map(({ fields }) => [fields.referenceAnswer, fields.analysis]);

  test.each([PROGRAM, moved])('keeps its indents below its label', (program) => {
    expect(answers(`一、编程题\n1. 求和。\n答案：\n${program}\n解析：\n${program}`)).toEqual([[PROGRAM, PROGRAM]]);
  });

  test.each([PROGRAM, moved])('and in a key', (program) => {
    const paper = '一、编程题\n1. 求和。\n2. 求积。\n参考答案\n1.\n';
    expect(answers(`${paper}${program}\n2. 略去`)).toEqual([
      [PROGRAM, undefined],
      ['略去', undefined],
    ]);
    const [, short] = answers('一、编程题\n1. 求和。\n2. 求积。\n参考答案\n1. 略去\n2. def f(x):\n    return x + 1');
    expect(short).toEqual(['def f(x):\n    return x + 1', undefined]);
  });

  test('behind its label', () => {
    expect(answers(`一、编程题\n1. 求和。\n答案：${PROGRAM}`)).toEqual([[PROGRAM, undefined]]);
    expect(answers('一、填空题\n1. 甲____。\n    答案：乙\n    解析：\n    因为甲。')).toEqual([
      [undefined, '因为甲。'],
    ]);
  });
});
