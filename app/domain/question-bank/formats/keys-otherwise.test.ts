import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys whose numbers or remarks are not those of the paper, and lines between its questions. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const told = (...lines: string[]) => read(...lines).map(({ notes }) => notes.join());

describe('a key that goes on counting where the questions end', () => {
  const PAPER = ['一、选择题', '1. 下列正确的是（  ）', 'A. 甲', 'B. 乙', '二、简答题', '2. 简述日食。', '答案'];

  test('is of the questions in their order, which is told', () => {
    const questions = read(...PAPER, '3. A', '4. 月球遮住太阳。');
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], '月球遮住太阳。']);
    expect(questions[1]?.notes.join()).toContain('接着题目往下数');
  });

  test('with another count it is none', () => {
    expect(read(...PAPER, '3. A', '4. 月球遮住太阳。', '5. 丙').length).toBeGreaterThan(2);
  });
});

test.each([
  '一、选择题：1-5 ABCDA（每题2分，共10分）',
  '1-5 ABCDA（每小题2分）',
  '一、选择题：1-5：A B C D A（共5小题，每小题2分，共10分）。',
])('the points behind a key are none of its letters: %s', (key) => {
  const choices = [1, 2, 3, 4, 5].flatMap((number) => [`${number}. 题目（  ）`, 'A. 甲 B. 乙 C. 丙 D. 丁']);
  const questions = read('一、选择题', ...choices, '参考答案', key);
  expect(questions.map(({ fields, problems }) => [fields.answer, problems])).toEqual(
    ['A', 'B', 'C', 'D', 'A'].map((letter) => [[letter], []]),
  );
  expect(questions[4]?.notes.join()).toContain('请核对分值');
});

describe('between two questions with blanks', () => {
  const paper = (line: string) => [
    '一、填空题',
    '1. 首都是____。',
    line,
    '2. 最长的河是____。',
    '答案：1. 北京 2. 长江',
  ];

  test.each(['请在下面两题中任选一题作答。', '★拓展题', '2020年高考真题', '阅读下面的文言文。'])(
    '%s is of neither',
    (line) => {
      expect(read(...paper(line)).map(({ fields }) => fields.stem)).toEqual(['首都是____。', '最长的河是____。']);
      expect(told(...paper(line))[1]).toContain(line);
    },
  );

  test('a sentence may be of either, and both say so', () => {
    const line = '黄河发源于巴颜喀拉山，流经九个省区。';
    expect(told(...paper(line))).toEqual([
      expect.stringContaining(`最后一行“${line}”也许不是这道题的`),
      expect.stringContaining(`前一题最后有一行“${line}”`),
    ]);
    expect(told('一、判断题', '1. 地是圆的。（ ）', line, '2. 地是方的。（ ）', '答案：1.√ 2.×')[0]).toContain(line);
  });

  test.each(['（李白《静夜思》）', '它在____边上。', '提示：看地图。', '②长江在南边。'])(
    '%s is of the one above',
    (line) => {
      expect(told(...paper(line)).join()).not.toContain('也许');
    },
  );
});
