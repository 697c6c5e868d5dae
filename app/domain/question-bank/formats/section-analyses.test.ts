import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Analyses behind all answers, counted anew in each section as the questions are. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const PAPER = [
  ...['一、选择题', '1. 甲题（ ）', 'A. 一 B. 二', '2. 乙题（ ）', 'A. 一 B. 二'],
  ...['二、填空题', '1. 丙____。', '2. 丁____。'],
  ...['参考答案', '一、选择题', '1. A 2. B', '二、填空题', '1. 水 2. 火'],
];
const OF_CHOICES = ['1. 因为甲。', '2. 因为乙。'];
const OF_BLANKS = ['1. 因为丙。', '2. 因为丁。'];
const analyses = (...lines: string[]) => read(...PAPER, ...lines).map(({ fields }) => fields.analysis);

describe('go to the questions of their section', () => {
  const ALL = ['因为甲。', '因为乙。', '因为丙。', '因为丁。'];
  test.each([
    ['named', ['解析', '一、选择题', ...OF_CHOICES, '二、填空题', ...OF_BLANKS]],
    ['named by its place', ['【解析】', '一、', ...OF_CHOICES, '二、', ...OF_BLANKS]],
    ['in another order', ['解析', '二、填空题', ...OF_BLANKS, '一、选择题', ...OF_CHOICES]],
    ['not named', ['解析', ...OF_CHOICES, ...OF_BLANKS]],
  ])('%s', (_how, lines) => {
    expect(analyses(...lines)).toEqual(ALL);
  });

  test('or to none, which is told', () => {
    const questions = read(...PAPER, '解析', '一、选择题', ...OF_CHOICES, '五、实验题', ...OF_BLANKS);
    expect(questions.map(({ fields }) => fields.analysis)).toEqual(['因为甲。', '因为乙。', undefined, undefined]);
    expect(questions[3]?.notes.join()).toContain('不知道是哪一大题的，没有导入：“1. 因为丙。');
  });

  test('a section whose answers have no numbers takes none of another', () => {
    const questions = read(
      ...PAPER.slice(0, 9),
      ...['一、AB', '二、填空题', '1. 水 2. 火', '解析', '一、选择题', ...OF_CHOICES, '二、填空题', ...OF_BLANKS],
    );
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], [['水']], [['火']]]);
    expect(questions.slice(2).map(({ fields }) => fields.analysis)).toEqual(['因为丙。', '因为丁。']);
    expect(questions.map(({ fields }) => fields.analysis).slice(0, 2)).toEqual([undefined, undefined]);
    expect(questions[3]?.notes.join()).toContain('不知道是哪一大题的');
  });
});
