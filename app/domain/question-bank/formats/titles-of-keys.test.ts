import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** The titles that teachers and the sites they take papers from write above the answers. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const answers = (...lines: string[]) => read(...lines).map(({ fields }) => [fields.stem, fields.answer]);

const PAPER = ['1. 什么是力？', '2. 什么是功？'];
const TITLES = [
  '答案速查',
  '【答案速查】',
  '答案解析部分',
  '答案解析',
  '试题解析',
  '参考解析',
  '解析',
  '参考解答',
  '评分参考',
  '【评分标准】',
  '参考答案及评分标准',
  '全卷答案全解全析'.slice(2),
  'Answers',
  'ANSWERS:',
  'Answer key',
  'Keys',
  'Keys:',
  'Key to the exercises',
  'Reference answers:',
  'Suggested answers',
];

test.each(TITLES)('%s begins the key', (title) => {
  expect(answers(...PAPER, title, '1. 相互作用。', '2. 力与位移的积。')).toEqual([
    ['什么是力？', '相互作用。'],
    ['什么是功？', '力与位移的积。'],
  ]);
});

test.each(TITLES)('%s begins the key of sections as well', (title) => {
  const paper = ['一、选择题', '1. 选（ ）', 'A. 甲 B. 乙', '二、简答题', '2. 什么是力？'];
  const key = ['一、选择题', '1. A', '二、简答题', '2. 相互作用。'];
  expect(read(...paper, title, ...key).map(({ fields }) => fields.answer)).toEqual([['A'], '相互作用。']);
});

test('an answer and an analysis behind each number below 答案解析部分', () => {
  const paper = [
    '一、单选题',
    '1．选（　　）',
    'A．甲 B．乙',
    '2．选二（　　）',
    'A．甲 B．乙',
    '二、解答题',
    '3．什么是力？',
    '4．什么是功？',
  ];
  const questions = read(
    ...paper,
    '答案解析部分',
    ...['1．【答案】A', '【知识点】力', '【解析】【解答】甲对。故答案为：A。', '【分析】略。'],
    ...['2．【答案】B', '【知识点】功', '【解析】【解答】乙对。'],
    ...['3．【答案】（1）解：力是相互作用', '（2）解：单位牛顿', '【知识点】力', '【解析】【分析】（1）由定义。'],
    ...['4．【答案】力与位移的积', '【知识点】功'],
  );
  expect(questions.map(({ fields }) => [fields.answer ?? fields.referenceAnswer, fields.keyPoint])).toEqual([
    [['A'], '力'],
    [['B'], '功'],
    ['（1）解：力是相互作用\n（2）解：单位牛顿', '力'],
    ['力与位移的积', '功'],
  ]);
});

test('解析 and 评分标准 of one question stay with it', () => {
  const [first, second] = read(
    '1. 述一',
    '答案：一',
    '评分标准',
    '1. 要点甲（2分）',
    '2. 要点乙（3分）',
    '2. 述二',
    '答案：二',
    '解析',
    '因为。',
  );
  expect([first?.fields.stem, second?.fields.stem]).toEqual(['述一', '述二']);
  expect(first?.fields.answer).toContain('一');
  expect(second?.fields.answer).toContain('二');
});

test('a title below which no key was found is told at the question it stands in', () => {
  const [, again] = read(...PAPER, 'Answers', '甲', '乙');
  expect(again?.isDoubtful).toBe(true);
});
