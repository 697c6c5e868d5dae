import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 答案：5．赏 below question 5. */

const answerOf = (number: number, stem: string, ...answer: string[]) =>
  parseText(toLines([`${number}．${stem}`, ...answer].join('\n')))[0]?.fields.answer;

test.each([
  ['奇文共欣____。', ['答案：5．赏'], [['赏']]],
  ['奇文共欣____。', ['【答案】5、赏'], [['赏']]],
  ['写“赏”的意思。', ['答案：', '第5题：欣赏', '品味'], '欣赏\n品味'],
  ['天是____，水是____。', ['答案：5．蓝；绿'], [['蓝'], ['绿']]],
  // A number of its own is what was asked for.
  ['π约为几？', ['答案：5.14'], '5.14'],
  ['数一数。', ['答案：5、6、7'], '5、6、7'],
  ['有哪些？', ['答案：5．甲；6．乙'], '5．甲；6．乙'],
])('%s %s', (stem, lines, answer) => expect(answerOf(5, stem, ...lines)).toEqual(answer));

test('a list that begins with the number of question 1 stays one', () =>
  expect(answerOf(1, '有哪些？', '答案：1．甲', '2．乙')).toBe('1．甲\n2．乙'));
