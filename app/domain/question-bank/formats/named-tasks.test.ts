import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 41．案例分析题（10分） as the first line of a question that counts on is of the question; 2．填空题 over numbers is a section. */

const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ fields, notes }) => ({
    stem: fields.stem ?? fields.prompt,
    answer: fields.answer ?? fields.referenceAnswer,
    points: fields.points,
    isTold: notes.length > 0,
  }));
const CASE = ['小李开车撞了人，逃走了。', '请分析小李的行为。'];

describe('a question whose first line names its kind', () => {
  test.each(['案例分析题', '材料分析题', '论述题', '综合题', '简答题'])('%s behind another question', (name) => {
    const questions = read(
      '40．什么是诚信？',
      `41．${name}（10分）`,
      ...CASE,
      '42．论法治。',
      '参考答案',
      '40．守信。',
      '41．违法。',
      '42．法治是根本。',
    );
    expect(questions).toMatchObject([
      { stem: '什么是诚信？', answer: '守信。' },
      { stem: [name, ...CASE].join('\n'), answer: '违法。', points: 10 },
      { stem: '论法治。', answer: '法治是根本。' },
    ]);
  });

  test('the first of a file, whatever it counts from', () => {
    const questions = read('15．案例分析。', CASE[0] ?? '', '16．什么是诚信？', '答案', '15．违法。', '16．守信用。');
    expect(questions).toMatchObject([
      { stem: `案例分析。\n${CASE[0]}`, answer: '违法。' },
      { stem: '什么是诚信？', answer: '守信用。' },
    ]);
    expect(
      read('1．案例分析', ...CASE, '答案：违法', '2．名词解释', '诚信', '答案：守信用', '3．看图写话', '答案：略'),
    ).toMatchObject([{ answer: '违法' }, { stem: '名词解释\n诚信', answer: '守信用' }, { answer: '略' }]);
  });

  test('sections that are counted 1. 2. stay sections', () => {
    const questions = read('1．名词解释题', '1．诚信', '答案：守信', '2．简答题', '1．什么是力？', '答案：作用');
    expect(questions).toMatchObject([
      { stem: '诚信', answer: '守信' },
      { stem: '什么是力？', answer: '作用' },
    ]);
  });
});
