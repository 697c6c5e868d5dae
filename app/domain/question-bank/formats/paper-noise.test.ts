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

describe('the number of a page alone on its line', () => {
  const choice = (number: number) => [`${number}. 题目（  ）`, 'A. 甲 B. 乙', 'C. 丙 D. 丁'];
  const notesOf = (lines: string[]) => read(...lines).map(({ notes }) => notes.filter((note) => note.includes('页码')));

  test('is named and in no question, where such numbers count on', () => {
    const questions = read('一、单选题', ...choice(1), ...choice(2).slice(0, 2), '1', 'C. 丙 D. 丁', ...choice(3), '2');
    expect(questions.map(({ fields }) => fields.options)).toEqual(Array(3).fill(['甲', '乙', '丙', '丁']));
    expect(questions.map(({ notes }) => notes)).toEqual([
      [],
      ['页眉或页码没有导入：“1”。'],
      ['页眉或页码没有导入：“2”。'],
    ]);
  });

  test('is named as the last line of the file', () => {
    const [question] = read('1. 水是什么？', '答案：氢和氧', '3');
    expect(question).toMatchObject({ fields: { answer: '氢和氧' }, notes: ['页眉或页码没有导入：“3”。'] });
    const keyed = read('一、单选题', ...choice(1), ...choice(2), '参考答案', '1-2 AB', '3');
    expect(keyed.map(({ fields }) => fields.answer)).toEqual([['A'], ['B']]);
    expect(keyed[1]?.notes).toEqual(['页眉或页码没有导入：“3”。']);
  });

  test('stays where it may be of the question, and is told', () => {
    const [question] = read('1. 水的沸点是', '100', '摄氏度吗？', '答案：是');
    expect(question?.fields.stem).toBe('水的沸点是\n100\n摄氏度吗？');
    expect(question?.notes.join()).toContain('“100”');
    expect(notesOf(['1. 填表：', '年份', '1', '产量', '2', '答案：略'])).toEqual([[expect.stringContaining('也许')]]);
  });

  test('is the answer below its label, and the row of a sum', () => {
    expect(read('1. 水的沸点是____。', '答案：', '100')[0]?.fields.answer).toEqual([['100']]);
    expect(read('1. 3和4的积是', '3×4=', '12')[0]?.fields.stem).toBe('3和4的积是\n3×4=\n12');
    expect(notesOf(['1. 列式：', '34', '+12', '答案：46'])).toEqual([[]]);
  });
});

describe('below the options of the last question', () => {
  const notes = (line: string, ...options: string[]) =>
    read('一、单选题', '1. 甲（ ）', 'A. 一  B. 二', '2. 乙（ ）', ...options, line, '答案', '1-2 AB')
      .map((question) => question.notes.join())
      .join('|');

  test.each(['微信公众号：高中试卷', '（以下空白）', '试卷到此结束'])('%s is left out, and told', (line) => {
    expect(notes(line, 'A. 一  B. 二')).toBe(`|页眉或页码没有导入：“${line}”。`);
  });

  test.each(['祝考试顺利！', '附：相对原子质量 H 1 C 12', '附：公式表 v=s/t', '参考词汇：west lake'])(
    '%s is told',
    (line) => {
      expect(notes(line, 'A. 一  B. 二')).toContain(`后面的“${line}”也许不是它的`);
      const long = ['A', 'B', 'C', 'D'].map((key) => `${key}. ${'很长的选项'.repeat(8)}${key}`);
      expect(notes(line, ...long)).toContain(`后面的“${line}”也许不是它的`);
    },
  );

  test('a long option that was wrapped is not', () => {
    expect(notes('换行', `A. ${'很长的选项'.repeat(8)}`, `B. ${'很长的选项'.repeat(9)}`)).toBe('|');
  });
});

test('a letter keeps its good wishes', () => {
  const [question] = read('一、作文', '1. 写一封信。', '参考答案：', '亲爱的小明：', '祝你考试顺利！', '李华');
  expect(JSON.stringify(question?.fields)).toContain('祝你考试顺利！');
});
