import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Several texts （一）（二） below which the questions begin with 1 again, and the key of them. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const answers = (questions: ReturnType<typeof read>) =>
  questions.map(({ fields }) => [String(fields.stem).split('\n').pop(), fields.answer]);

const text = (title: string, about: string, ...asked: string[]) => [
  title,
  about,
  ...asked.map((each, at) => `（${at + 1}）${each}`),
];
const TWO = [
  '一、现代文阅读',
  ...text('（一）阅读下面的文字，完成下列各题。', '小草从土里钻出来。', '什么季节？', '什么颜色？'),
  ...text('（二）阅读下面的文字，完成下列各题。', '叶子从树上落下来。', '什么季节？', '什么样子？'),
];
const GIVEN = [
  ['什么季节？', '春天'],
  ['什么颜色？', '绿色'],
  ['什么季节？', '秋天'],
  ['什么样子？', '枯黄'],
];

test.each([
  ['（一）(1) 春天', '(2) 绿色', '（二）(1) 秋天', '(2) 枯黄'],
  ['（一）', '(1) 春天', '(2) 绿色', '（二）', '(1) 秋天', '(2) 枯黄'],
  ['（一）（1）春天（2）绿色', '（二）（1）秋天（2）枯黄'],
  ['一、', '（一）(1) 春天', '(2) 绿色', '（二）(1) 秋天', '(2) 枯黄'],
  ['一、（一）(1) 春天', '(2) 绿色', '（二）(1) 秋天', '(2) 枯黄'],
  ['（二）(1) 秋天', '(2) 枯黄', '（一）(1) 春天', '(2) 绿色'],
  // Without any name as many times as there are texts.
  ['(1) 春天', '(2) 绿色', '(1) 秋天', '(2) 枯黄'],
])('an answer is of the question below the same text: %j %j …', (...key) => {
  const questions = read(...TWO, '参考答案', ...key);
  expect(answers(questions)).toEqual(GIVEN);
  for (const { problems, isDoubtful } of questions) expect([problems, isDoubtful]).toEqual([[], undefined]);
  expect(questions[2]?.fields.stem).toContain('叶子从树上落下来。');
  expect(questions[1]?.fields.stem).not.toContain('叶子');
});

test('texts of several sections, each counted from （一）', () => {
  const questions = read(
    '一、现代文阅读',
    ...text('（一）春', '小草从土里钻出来。', '什么季节？', '什么颜色？'),
    ...text('（二）秋', '叶子从树上落下来。', '什么季节？', '什么样子？'),
    '二、古诗鉴赏',
    ...text('（一）静夜思', '床前明月光。', '谁写的？', '写什么？'),
    '参考答案',
    '一、（二）(1) 秋天',
    '(2) 枯黄',
    '二、（一）(1) 李白',
    '(2) 月亮',
  );
  expect(answers(questions)).toEqual([
    ['什么季节？', ''],
    ['什么颜色？', ''],
    ['什么季节？', '秋天'],
    ['什么样子？', '枯黄'],
    ['谁写的？', '李白'],
    ['写什么？', '月亮'],
  ]);
  // The name of a text is part of it.
  expect(questions[4]?.fields.stem).toBe('（一）静夜思\n床前明月光。\n谁写的？');
});

test.each([
  [['（三）(1) 秋天', '(2) 枯黄'], '答案部分“（三）”下面的答案不知道是哪一篇的'],
  [['(1) 秋天', '(2) 枯黄'], '答案部分没有写是哪一篇的'],
])('where nobody can tell which text is meant none is given, and each question says so: %j', (key, note) => {
  const questions = read(...TWO, '参考答案', ...key);
  expect(answers(questions).map(([, answer]) => answer)).toEqual(['', '', '', '']);
  for (const { notes } of questions) expect(notes.join()).toContain(note);
});

test('what a key has below a text that has no such question is told there', () => {
  const questions = read(...TWO, '参考答案', '（一）(1) 春天', '(2) 绿色', '（二）(1) 秋天', '(2) 枯黄', '(3) 凉');
  expect(answers(questions)).toEqual(GIVEN);
  expect(questions[3]?.notes.join()).toContain('答案部分“（二）”有第 3 题的答案');
});

test('numbers that go on from text to text say by themselves which question is meant', () => {
  const questions = read(
    '一、现代文阅读',
    '（一）春',
    '小草从土里钻出来。',
    '1. 什么季节？',
    '2. 什么颜色？',
    '（二）秋',
    '叶子从树上落下来。',
    '3. 什么样子？',
    '参考答案',
    '（一）1. 春天 2. 绿色',
    '（二）3. 枯黄',
  );
  expect(answers(questions)).toEqual([
    ['什么季节？', '春天'],
    ['什么颜色？', '绿色'],
    ['什么样子？', '枯黄'],
  ]);
});
