import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 第一节 Dear Jim, …: answers that begin on the line of the heading of their part. */

const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ fields, notes, isDoubtful, problems }) => [
    fields.referenceAnswer ?? fields.answer,
    notes.filter((note) => !note.includes('分值')).length + problems.length,
    isDoubtful ?? false,
  ]);

const answersOf = (...lines: string[]) => read(...lines).map(([answer]) => answer);

const PAPER = ['第一部分 阅读', '1. 甲（ ）', 'A. 一', 'B. 二', '第二部分 写作'];
const TASKS = ['第一节（满分15分）', '请写信。', '第二节（满分25分）', '请续写。'];
const LETTER = 'Dear Jim, I am glad to hear from you. Welcome to China. Yours, Li Hua';
const STORY = `He saw a light and walked to it. ${'It was far. '.repeat(60)}He went home.`;

describe('the text behind the name of a part', () => {
  test.each([
    ['答案：', '第二部分', `第一节 ${LETTER}`, `第二节 ${STORY}`],
    ['参考答案', '第二部分 写作', `第一节 书面表达 ${LETTER}`, `第二节：${STORY}`],
    ['参考答案', `第二部分 第一节 ${LETTER}`, '第二节', STORY],
  ])('%s, %s: is the whole answer', (title, ...key) =>
    expect(read(...PAPER, ...TASKS, title, '第一部分 1. A', ...key)).toEqual([
      [['A'], 0, false],
      [LETTER, 0, false],
      [STORY, 0, false],
    ]),
  );

  test('goes on below it, from the greeting on', () =>
    expect(
      answersOf(
        ...PAPER,
        ...TASKS,
        '参考答案',
        '第一部分',
        '1. A',
        '第一节 Dear Jim,',
        'Come soon.',
        '第二节',
        'A noise.',
      ),
    ).toEqual([['A'], 'Dear Jim,\nCome soon.', 'A noise.']));

  test('is of 第二部分, whatever 第二节 stands in 第一部分', () =>
    expect(
      answersOf(
        ...['第一部分 阅读', '第一节', '1. 甲（ ）', 'A. 一', 'B. 二', '第二节', '2. 乙（ ）', 'A. 一', 'B. 二'],
        ...['第二部分 写作（满分15分）', '请写信。'],
        ...['参考答案', '第一部分', '第一节 1. A', '第二节 2. B', `第二部分 ${LETTER}`],
      ),
    ).toEqual([['A'], ['B'], LETTER]));

  test('may be the entries of its questions', () =>
    expect(
      answersOf(
        '第一节 语法填空',
        '1. He ____ (be) here.',
        '2. I ____ (be) in.',
        '参考答案',
        '第一节 1. is, now 2. am, in',
      ),
    ).toEqual([[['is, now']], [['am, in']]]));
});

test.each([[[]], [['二、']]])('a sentence behind （一） in a key that is of no question is told', (above) => {
  const key = ['参考答案', '1. A', ...above, '（一）春天来了，花儿开了。', '（二）秋天来了，叶子黄了。'];
  const questions = parseText(
    toLines(['一、选择题', '1. 甲（ ）', 'A. 一', 'B. 二', '二、简答题', '2. 写一句话。', ...key].join('\n')),
  );
  expect(questions[1]?.notes.join()).toContain('答案部分的“（一）春天来了，花儿开了。');
});
