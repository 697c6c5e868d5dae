import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Options with signs that are seldom, in a section of choices whose key stands at the end. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

test.each([
  ['[A] 甲 [B] 乙 [C] 丙'],
  ['[A]甲 [B]乙 [C]丙'],
  ['a）甲 b）乙 c）丙'],
  ['a. 甲 b. 乙 c. 丙'],
  ['a. 甲', 'b. 乙', 'c. 丙'],
])('%s', (...options) => {
  const questions = read('一、选择题', '1.选一（　）', ...options, '2.选二（　）', ...options, '答案：1-2 BA');
  expect(questions.map(({ fields, problems }) => [fields.options, fields.answer, problems])).toEqual([
    [['甲', '乙', '丙'], ['B'], []],
    [['甲', '乙', '丙'], ['A'], []],
  ]);
});

test.each(['答案：1.b 2.a', '答案：1.B 2.A', '答案：1-2 ba'])('without a heading, where the key says so: %s', (key) => {
  for (const options of [['a）甲 b）乙 c）丙'], ['a) 甲', 'b) 乙', 'c) 丙'], ['a. 甲', 'b. 乙', 'c. 丙']]) {
    const questions = read('1.选一', ...options, '2.选二', ...options, key);
    expect(questions.map(({ kind, fields, isDoubtful }) => [kind, fields.options, fields.answer, isDoubtful])).toEqual([
      ['single', ['甲', '乙', '丙'], ['B'], undefined],
      ['single', ['甲', '乙', '丙'], ['A'], undefined],
    ]);
  }
});

test('without a heading and without such a key they are of the stem', () => {
  const [question] = read('1.按次序回答', 'a. 甲', 'b. 乙', '答案：略说');
  expect(question?.fields.stem).toBe('按次序回答\na. 甲\nb. 乙');
});

test('a. b. c. above options of their own stay in the stem', () => {
  const [question] = read('一、选择题', '1.正确的有（　）', 'a. 甲', 'b. 乙', 'A. ab', 'B. a', '答案：A');
  expect(question?.fields).toMatchObject({
    stem: '正确的有（　）\na. 甲\nb. 乙',
    options: ['ab', 'a'],
  });
});

test.each(['【参考译文】', '附：文言文参考译文', '参考译文：'])(
  '%s behind the last answer is no part of it',
  (title) => {
    const paper = ['一、文言文阅读', '1．解释“见”。', '2．翻译句子。', '参考答案', '1．拜见。', '2．孟子拜见梁惠王。'];
    const [, last] = read(...paper, title, '孟子拜见梁惠王。王站在池塘边上。');
    expect(last?.fields.answer).toBe('孟子拜见梁惠王。');
    expect(last?.fields.analysis).toContain('王站在池塘边上。');
    expect(last?.notes.join()).toContain('放进了解析');
  },
);

test('a translation that is asked for stays the answer', () => {
  const [only] = read('1．翻译句子。', '答案：译文：孟子拜见梁惠王。', '王站着。');
  expect(only?.fields.answer).toBe('译文：孟子拜见梁惠王。\n王站着。');
});
