import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** The numbered points of the one task of a section: none of them is a question. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const HEADING = '第二节 书面表达（满分25分）';
const TASK = '假定你是李华，请给Jim写信，介绍你的学校。';

test.each([
  [[TASK, '注意：1. 词数100左右；', '2. 可以适当增加细节。']],
  [[TASK, '注意：1．词数100左右；', '2．可以适当增加细节；', '3．不要写真名。']],
  [[TASK, '内容包括：学校位置、师生情况。', '注意：1. 词数100左右；', '2. 可以适当增加细节。']],
  [[TASK, '写作要点：（1）学校位置；', '（2）师生情况。', '注意事项：1. 词数100左右；', '2. 可以增加细节。']],
  [
    [
      '假定你是李华，请给Jim写信，内容包括：',
      '1．学校位置；',
      '2．师生情况。',
      '注意：',
      '1．词数100左右；',
      '2．可以增加细节。',
    ],
  ],
  [['假定你是李华，请给Jim写信，要点如下：', '1．学校位置；', '2．师生情况。']],
  [['假定你是李华，请给Jim写信，内容包括：', '（1）学校位置；', '（2）师生情况。']],
  [[TASK, '注意：', '1. 词数100左右；', '2. 可以适当增加细节。']],
])('%j is one task', (lines) => {
  const questions = read('一、单选', '1. 甲', 'A. 一 B. 二', HEADING, ...lines, '参考答案', '1. A');
  expect(questions).toHaveLength(2);
  expect(questions[1]).toMatchObject({
    kind: 'written',
    fields: { prompt: lines.join('\n'), points: 25 },
    problems: [],
    notes: [],
  });
});

test.each([
  [['请按要求回答下列问题：', '1. 写一封信。', '2. 写一首诗。']],
  [['1. 写一封信。注意：1. 词数100左右；', '2. 写一首诗。']],
])('%j are two', (lines) => expect(read('二、写作', ...lines)).toHaveLength(2));

test('behind the list a number that does not count on is a question', () =>
  expect(
    read('二、计算题', '注意：1. 写出步骤；', '2. 带上单位。', '1. 3+5=', '2. 7+8=').map(({ fields }) => fields.prompt),
  ).toEqual(['3+5=', '7+8=']));
