import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** The one task of a section of essays: whole, and once. */

const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ kind, fields }) => [kind, fields.prompt ?? fields.stem, fields.points]);
const joined = (lines: string[]) => lines.join('\n');

test('a task with two lists above the next section stands in its question once', () => {
  const task = ['请给外教写一封邮件，内容包括：', '（1）时间；', '（2）地点。', '注意：', '1. 词数应为80左右；', '2. 按格式作答。']; // prettier-ignore
  const next = ['阅读下面材料，续写两段。', 'It rained.', '注意：', '1. 词数应为150左右；', '2. 按格式作答。'];
  expect(read('四、书面表达（共25分）', '第一节（满分10分）', ...task, '第二节（满分15分）', ...next)).toEqual([
    ['written', joined(task), 10],
    ['written', joined(next), 15],
  ]);
});

describe('what is asked of a text right below its task', () => {
  test.each([
    ['on one line', ['(1)字数80~120字;   (2)格式正确;    (3)使用敬体。']],
    ['line by line', ['（1）字数80~120字；', '（2）可以适当发挥；', '（3）使用敬体。']],
    ['counted as questions are', ['1. 字数80~120字；', '2. 格式正确。']],
  ])('is of the task, and no task by itself: %s', (_name, list) => {
    const task = ['请给外教写一封道歉邮件，解释原因。', ...list];
    expect(read('四、写作（满分40分）', '第一节（满分10分）', ...task, '第二节（满分30分）', '写一篇短文。')).toEqual([
      ['written', joined(task), 10],
      ['written', '写一篇短文。', 30],
    ]);
  });

  test('two tasks with numbers are two', () => {
    expect(read('四、写作', '按要求写作。', '1. 写一封信。', '2. 写一篇日记。').map(([, text]) => text)).toEqual([
      '写一封信。',
      '写一篇日记。',
    ]);
  });
});

test('a number above two tasks to choose from is a question behind another', () => {
  const task = ['从下面两题中任选一题，按要求作文。', '（1）题目：《甲》', '（2）题目：《乙》', '要求：不少于600字。'];
  const [first, ...others] = task;
  expect(read('七、作文', '23. 阅读材料，根据要求写作。', '甲。', `24. ${first}`, ...others)).toEqual([
    ['written', '阅读材料，根据要求写作。\n甲。', undefined],
    ['written', joined(task), undefined],
  ]);
});
