import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys with dots between the answers of several questions. */

const OPTIONS = ['A. 春', 'B. 夏', 'C. 秋', 'D. 冬'];
const read = (heading: string, key: string) =>
  parseText(toLines([heading, '1. 甲（）', ...OPTIONS, '2. 乙（）', ...OPTIONS, '参考答案', heading, key].join('\n')));
const shown = (questions: ReturnType<typeof read>) =>
  questions.map(({ fields, problems }) => [fields.answer, problems]);

test.each(['1—2 AB . ABD .', '1-2 AB. ABD.', '1-2 AB.ABD', '1-2: AB . ABD'])('are of none of them: %s', (key) => {
  expect(shown(read('一、多选题', key))).toEqual([
    [['A', 'B'], []],
    [['A', 'B', 'D'], []],
  ]);
});

test.each(['1-2 A.B', '1-2 A . B .', '1.A 2.B.'])('nor where each is one letter: %s', (key) => {
  expect(shown(read('一、单选题', key))).toEqual([
    [['A'], []],
    [['B'], []],
  ]);
});

test('more answers than questions are given to none', () => {
  const questions = read('一、多选题', '1-2 A.B.C');
  expect(questions.map(({ fields }) => fields.answer)).toEqual([[], []]);
  expect(questions[0]?.problems[0]).toContain('应有 2 个答案，读到 3 个');
});
