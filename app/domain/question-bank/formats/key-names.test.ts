import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Names that papers give their keys, and questions that are called 小题. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const told = (...lines: string[]) =>
  read(...lines).map(({ fields, problems }) => [fields.stem, fields.answer, ...problems]);
const CHOICE = 'A. 甲 B. 乙 C. 丙 D. 丁';
const PAPER = ['一、单选题', '1. 选一', CHOICE, '2. 选二', CHOICE];
const READ = [
  ['选一', ['C']],
  ['选二', ['D']],
];

test.each([
  [['1-2答案：CD']],
  [['第1-2题答案：CD']],
  [['【1~2题答案】CD']],
  [['1~2题：CD']],
  [['单选题：1～2小题 CD']],
  [['题号 1 2', '选项 C D']],
  [['一、参考答案：1-2：CD']],
  [['一、参考答案', '1. C 2. D']],
  [['二、参考答案', '1. C', '2. D']],
  [['二、答案与解析', '1. C', '2. D']],
  [['（二）参考答案', '1-2 CD']],
])('%j is the key', (key) => expect(told(...PAPER, ...key)).toEqual(READ));

test('三、参考答案 behind section 二 is no section of questions', () =>
  expect(told(...PAPER, '二、填空题', '3. 雪是____。', '三、参考答案', '1. C 2. D', '3. 白')).toEqual([
    ...READ,
    ['雪是____。', [['白']]],
  ]));

test('a key behind the questions of each text', () => {
  const text = (from: number) => ['阅读材料，完成下面小题。', `水是生命之源，没有水就没有生命。这是第${from}段。`];
  const questions = (from: number) => [`${from}. 选一`, CHOICE, `${from + 1}. 选二`, CHOICE];
  const lines = [...text(1), ...questions(1), '【1~2题答案】CD', ...text(3), ...questions(3), '【3~4题答案】AB'];
  expect(told(...lines).map(([, answer]) => answer)).toEqual([['C'], ['D'], ['A'], ['B']]);
});

test.each([
  ['小题1 选一', '小题2 选二', ['答案', '小题1 C', '小题2 D']],
  ['【小题1】选一', '【小题2】选二', ['【答案】【小题1】C 【小题2】D']],
  ['小题1：选一', '小题2：选二', ['答案：小题1：C 小题2：D']],
])('%s numbers a question', (first, second, key) => expect(told(first, CHOICE, second, CHOICE, ...key)).toEqual(READ));

test('小题 beside other numbers are parts: their key is of no other question', () => {
  const questions = read(
    '1. 阅读',
    '【小题1】选一',
    CHOICE,
    '【小题2】选二',
    CHOICE,
    '答案：【小题1】C 【小题2】D',
    '2. 选二',
    CHOICE,
    '答案：B',
  );
  expect(questions[0]?.problems.length).toBeGreaterThan(0);
  expect(questions[questions.length - 1]?.fields).toMatchObject({ stem: '选二', answer: ['B'] });
});

test.each(['1-2答案：甲、乙各有长处', '三、答案不唯一的题有几道？', '1~2题都不会做'])('%s is no key', (line) =>
  expect(read('1. 为什么？', line, '答案：略说')[0]?.fields.stem).toBe(`为什么？\n${line}`),
);
