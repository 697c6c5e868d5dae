import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 答： and 解： under a question with nothing behind them: room to write, and neither an answer nor the title of a key. */

const read = (text: string) =>
  parseText(toLines(text)).map(({ fields, problems }) => [
    fields.stem ?? fields.prompt,
    fields.answer ?? fields.referenceAnswer,
    ...problems,
  ]);

describe('an empty label below each question', () => {
  test.each(['答：', '解：', '答案：', '【答案】', '解：\n\n答：', '答：\n____________\n____________', '解：(1)\n(2)'])(
    '%j is but room for the answer, which the key at the end has',
    (room) => {
      const paper = `一、选择题\n1. 选（ ）\nA. 甲 B. 乙\n二、简答题\n2. 简述甲。\n${room}\n\n3. 简述乙。\n${room}\n三、计算题\n4. 计算1+1。\n${room}`;
      expect(read(`${paper}\n参考答案与评分标准\n1. A\n2. 甲是甲。\n3. 乙是乙。\n4. 2`)).toEqual([
        ['选（ ）', ['A']],
        ['简述甲。', '甲是甲。'],
        ['简述乙。', '乙是乙。'],
        ['计算1+1。', '2'],
      ]);
    },
  );

  test('in sections that count from 1 again', () => {
    const paper =
      '一、简答题（10分）\n1. 简述甲。（5分）\n答：\n\n2. 简述乙。（5分）\n答：\n二、解答题\n1. 论述丁。\n答：';
    expect(read(`${paper}\n参考答案\n一、简答题\n1. 甲一\n2. 乙一\n二、解答题\n1. 丁一`)).toEqual([
      ['简述甲。', '甲一'],
      ['简述乙。', '乙一'],
      ['论述丁。', '丁一'],
    ]);
  });

  test('below each part of a question', () => {
    const paper = '一、简答题\n1. 阅读下文。\n（1）甲是谁？\n答：\n（2）乙是谁？\n答：\n2. 简述丙。\n答：';
    expect(read(`${paper}\n参考答案\n1.（1）张三（2）李四\n2. 丙是丙。`)).toEqual([
      ['阅读下文。\n（1）甲是谁？\n（2）乙是谁？', '（1）张三（2）李四'],
      ['简述丙。', '丙是丙。'],
    ]);
  });
});

describe('a label with its answer below it', () => {
  test.each(['甲是甲。\n甲又是乙。', '1. 甲一。\n2. 甲二。', '一、甲一。\n二、甲二。', '（1）甲一。\n（2）甲二。'])(
    '%j is still one',
    (answer) => {
      expect(read(`1. 简述甲。\n答：\n${answer}\n2. 简述乙。\n答：\n乙是乙。`)).toEqual([
        ['简述甲。', answer],
        ['简述乙。', '乙是乙。'],
      ]);
    },
  );

  test('答案： above entries of several questions is the title of their key', () => {
    expect(read('1. 简述甲。\n2. 简述乙。\n答案：\n1. 甲一\n2. 乙一')).toEqual([
      ['简述甲。', '甲一'],
      ['简述乙。', '乙一'],
    ]);
  });

  test.each(['简答题\n', '一、简答题\n', '一、'])('as is 答案： above %j and entries', (title) => {
    expect(read(`一、简答题\n1. 简述甲。\n2. 简述乙。\n答案：\n${title}1. 甲一\n2. 乙一`)).toEqual([
      ['简述甲。', '甲一'],
      ['简述乙。', '乙一'],
    ]);
  });
});
