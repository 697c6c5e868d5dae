import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 问卷星 without letters, and the key of several as 超星 prints it. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

describe('options without letters, the right ones marked', () => {
  const FORM = [
    '1. 哪项是正确的？ [单选题] *',
    '甲',
    '乙(正确答案)',
    '丙',
    '2. 哪些是水果？ [多选题] *',
    '苹果(正确答案)',
    '白菜',
    '香蕉（正确答案）',
    '3. 中国的首都是 [填空题] *',
    '_________________(答案：北京)',
    '4. 水是纯净物。 [判断题]',
    '对(正确答案)',
    '错',
  ];

  test.each([
    ['with blank lines', true],
    ['without', false],
  ])('%s between the questions', (_name, isApart) => {
    const questions = read(...FORM.flatMap((line) => (isApart && /^\d/.test(line) ? ['', line] : [line])));
    expect(questions.map(({ problems }) => problems)).toEqual([[], [], [], []]);
    expect(questions.slice(0, 2).map(({ fields }) => fields.options)).toEqual([
      ['甲', '乙', '丙'],
      ['苹果', '白菜', '香蕉'],
    ]);
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['A', 'C'], [['北京']], 'T']);
  });

  test('where none is marked nothing is an option', () => {
    expect(read('1. 哪项是正确的？ [单选题] *', '甲', '乙', '2. 什么？', '答案：略')[0]?.fields.options).toEqual([]);
  });
});

describe('a key with the texts of its options', () => {
  const ASKED = ['1. (多选题, 5.0分)属于金属的有', 'A. 铜', 'B. 铁', 'C. 碳'];

  test.each([['AB:铜; 铁;'], ['AB：铜；铁'], ['AC:铜;碳;']])('%s', (key) => {
    const [question] = read(...ASKED, `我的答案: AB:铜; 铁;正确答案: ${key}`, '2. 什么？', '答案：略');
    expect(question?.fields.answer).toEqual([...key.slice(0, 2)]);
    expect(question?.problems).toEqual([]);
    expect(question?.notes).toEqual([]);
  });

  test('of other options is none', () => {
    expect(read(...ASKED, '正确答案: AB:铜; 碳;')[0]?.problems.join()).toContain('不是选项的字母');
  });
});
