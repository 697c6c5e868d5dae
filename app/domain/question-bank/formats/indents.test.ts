import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Blanks before a line, where they say something. */

const stemOf = (text: string) => parseText(toLines(text))[0]?.fields.stem;

test('a program keeps its indents', () => {
  const program = 's = 0\nfor i in range(3):\n    s = s + i\n    if s > 1:\n\tprint(s)\n    else:\n        break';
  expect(stemOf(`1．程序执行后输出（ ）\n${program}\nA．3行 B．1行\n答案：A`)).toBe(`程序执行后输出（ ）\n${program}`);
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
