import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Layouts that were refused though a reader knows what they mean. */

const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ kind, fields, problems }) => [
    kind,
    fields.stem,
    fields.options,
    fields.answer,
    ...problems,
  ]);

describe('options with small letters', () => {
  test.each([
    ['a. ', 'b. ', 'b'],
    ['a．', 'b．', 'B'],
    ['(a) ', '(b) ', '(b)'],
    ['a、', 'b、', 'b'],
    ['a) ', 'b) ', 'b'],
  ])('%s %s', (a, b, answer) => {
    expect(
      read('7. 选一个', `${a}甲`, `${b}乙`, `答案：${answer}`, '8. 再选', `${a}甲`, `${b}乙`, '', `答案：${answer}`),
    ).toEqual([
      ['single', '选一个', ['甲', '乙'], ['B']],
      ['single', '再选', ['甲', '乙'], ['B']],
    ]);
  });

  test('before A. and B. they count what the stem says', () => {
    expect(read('1. 看', 'a. 甲', 'b. 乙', 'A. a', 'B. b', '答案：A')).toEqual([
      ['single', '看\na. 甲\nb. 乙', ['a', 'b'], ['A']],
    ]);
    expect(read('1. 简述', 'a. 甲', 'b. 乙', '答案：两者不同')).toEqual([
      ['short', '简述\na. 甲\nb. 乙', undefined, '两者不同'],
    ]);
  });
});

test('numbers in brackets as blanks, and that is told', () => {
  const [question, other] = parseText(
    toLines(
      [
        '三、填空题',
        '1. 国旗是 （1） ，国歌是 （2） 。',
        '答案：（1）五星红旗 （2）义勇军进行曲',
        '2. （1）甲是____。',
        '答案：乙',
      ].join('\n'),
    ),
  );
  expect([question?.fields.stem, question?.fields.answer, question?.problems]).toEqual([
    '国旗是____，国歌是____。',
    [['五星红旗'], ['义勇军进行曲']],
    [],
  ]);
  expect(question?.notes.join()).toContain('当作空');
  expect(other?.fields.stem).toBe('（1）甲是____。');
});

test('a judgement with A. 对 and B. 错 and the letter in its place', () => {
  expect(read('判断题', '15. 辰。（ A ）', 'A. 对', 'B. 错', '16. 巳。（B）', 'A. 对', 'B. 错')).toEqual([
    ['judge', '辰。', undefined, 'T'],
    ['judge', '巳。', undefined, 'F'],
  ]);
});

test('（C）2. above options of its own is the next question, not option C of the one before', () => {
  const paper = [
    '一、选择题',
    '（ B ）1. 春天的颜色是',
    'A. 红  B. 绿  C. 白',
    '（C）2. 雪的颜色是',
    'A. 红  B. 绿  C. 白',
  ];
  const read = parseText(toLines(paper.join('\n')));
  expect(read.map(({ fields, problems }) => [fields.options, fields.answer, ...problems])).toEqual([
    [['红', '绿', '白'], ['B']],
    [['红', '绿', '白'], ['C']],
  ]);
});

test('非选择题 are no choices', () => {
  const [question] = parseText(toLines('二、非选择题\n1. 简述意义。\n答案：略'));
  expect(question).toMatchObject({ kind: 'short', problems: [] });
});
