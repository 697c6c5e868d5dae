import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** What stands on a page but in no question. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const PAGES = [
  '第1页（共2页）',
  '第 1 页 共 4 页',
  '第1页/共6页',
  '共6页 第2页',
  '（第3页，共8页）',
  '— 2 —',
  '- 2 -',
  '—12—',
  'Page 2 of 6',
  '高三数学试卷 第2页 共6页',
  '2025届高三第一次模拟考试（数学） 第2页（共6页）',
  '第2页',
];

describe.each(PAGES)('the page line %s', (page) => {
  test('between options and within a stem is no text, and is named', () => {
    const questions = read(
      '一、单选题',
      '1. 题目一',
      page,
      '说的是',
      'A. 甲',
      'B. 乙',
      page,
      'C. 丙',
      '答案：C',
      page,
      '2. 题目二',
      'A. 甲 B. 乙',
      page,
      'C. 丙 D. 丁',
      '答案：D',
    );
    expect(questions.map(({ fields }) => [fields.stem, fields.options, fields.answer])).toEqual([
      ['题目一\n说的是', ['甲', '乙', '丙'], ['C']],
      ['题目二', ['甲', '乙', '丙', '丁'], ['D']],
    ]);
    for (const { notes } of questions) expect(notes).toEqual([`页眉或页码没有导入：“${page}”。`]);
  });
});

test.each(['小明读一本书，读到第2页', '这本书第1页（共20页）有插图。', '-2-1', '共6页的小册子'])(
  'a line of a stem is none: %s',
  (line) => {
    const [question] = read('1. 看下面的话', line, '写出感想。', '答案：略');
    expect(question?.fields.stem).toBe(`看下面的话\n${line}\n写出感想。`);
  },
);
