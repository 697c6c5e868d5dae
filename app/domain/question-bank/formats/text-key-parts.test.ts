import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys at the end of a paper where a number stands alone on its line and the parts of its answer below it. */

const PAPER = ['1．简述甲的内容。', '2．简述乙的内容。', '3．简述丙的内容。', '参考答案'];
const CHOICES = ['一、选择题', '1．子（ ）', 'A．寅 B．卯', '2．丑（ ）', 'A．寅 B．卯', '二、简答题'];
const COUNTED = ['一、名词解释', '1．子', '2．丑', '二、简答题', '1．简述甲的内容。', '2．简述乙的内容。'];
const HEADS = [
  '{n}．',
  '{n}、',
  '{n}．解：',
  '{n}．答：',
  '{n}．【答案】',
  '{n}．答案要点：',
  '第{n}题',
  '（{n}）',
  '{n}．要点：',
];
const PARTS = [
  ['（1）甲一；', '（2）甲二。'],
  ['(1)甲一；', '(2)甲二。'],
  ['1）甲一；', '2）甲二。'],
  ['1．甲一；', '2．甲二。'],
  ['1、甲一；', '2、甲二。'],
];
const WAYS = HEADS.flatMap((head) => PARTS.map((parts) => [head, parts] as const));

const entry = (head: string, number: number, parts: readonly string[], word: string) => [
  head.replace('{n}', String(number)),
  ...parts.map((part) => part.replace('甲', word)),
];
const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
/** The answers without the word of the label beside the number. */
const answers = (...lines: string[]) =>
  read(...lines).map(({ fields: { answer } }) => (Array.isArray(answer) ? answer.join('') : String(answer)));
const has = (answer: string | undefined, word: string, others: string) =>
  answer?.includes(`${word}一`) && answer.includes(`${word}二`) && !new RegExp(`[${others}][一二]`).test(answer);

describe('a number alone on its line, with the parts of its answer below it', () => {
  test.each(WAYS)('%s above %j, counted from 1', (head, parts) => {
    const key = ['甲', '乙', '丙'].flatMap((word, index) => entry(head, index + 1, parts, word));
    const [first, second, third] = answers(...PAPER, ...key);
    expect([has(first, '甲', '乙丙'), has(second, '乙', '甲丙'), has(third, '丙', '甲乙')]).toEqual([true, true, true]);
  });

  test.each(WAYS)('%s above %j, behind choices with a key of their own', (head, parts) => {
    const key = ['甲', '乙'].flatMap((word, index) => entry(head, index + 3, parts, word));
    const questions = [...CHOICES, '3．简述甲的内容。', '4．简述乙的内容。', '参考答案', '1．A 2．B', ...key];
    const [one, two, third, fourth] = answers(...questions);
    expect([one, two, has(third, '甲', '乙'), has(fourth, '乙', '甲')]).toEqual(['A', 'B', true, true]);
  });

  test.each(WAYS)('%s above %j, in sections that count from 1 each', (head, parts) => {
    const key = ['甲', '乙'].flatMap((word, index) => entry(head, index + 1, parts, word));
    const paper = [...COUNTED, '参考答案', '一、名词解释', '1．子是子。', '2．丑是丑。', '二、简答题', ...key];
    const [one, two, third, fourth] = answers(...paper);
    expect([one, two, has(third, '甲', '乙'), has(fourth, '乙', '甲')]).toEqual(['子是子。', '丑是丑。', true, true]);
  });

  test('the answer of the next number stands beside it, and of unequal counts of parts none begins another', () => {
    const key = ['1．', '（1）甲一；', '（2）甲二；', '（3）甲三。', '2．乙。', '3．', '1）丙一；', '2）丙二。'];
    expect(answers(...PAPER, ...key)).toEqual([
      '（1）甲一；\n（2）甲二；\n（3）甲三。',
      '乙。',
      '1）丙一；\n2）丙二。',
    ]);
  });

  test('a section alone on its line, where it has one question', () => {
    const paper = [...CHOICES, '3．简述丙。', '答案', '一、1．B  2．A', '二、', '（1）丙一；', '（2）丙二。'];
    expect(answers(...paper)).toEqual(['B', 'A', '（1）丙一；\n（2）丙二。']);
    expect(read(...paper).flatMap(({ notes }) => notes ?? [])).toEqual([]);
  });

  test('numbers alone without any answer are the next ones still', () => {
    expect(answers(...PAPER, '1．', '2．', '3．丙。')[2]).toBe('丙。');
  });
});
