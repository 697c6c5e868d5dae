import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys at the end of a paper as teachers write them: by sections, in one paper or two, above or below. */

const read = (text: string) => parseText(toLines(text));
const PAPER = `一、单项选择题（每小题2分）
1. 甲问
A. a
B. b
2. 乙问
A. c
B. d
二、判断题（每小题1分）
1. 丙句。
2. 丁句。
三、填空题（每空1分）
1. 戊是____。
四、简答题（每小题10分）
1. 己问？
`;

test.each([
  '参考答案\n一、\n1.B 2.A\n二、\n1.√ 2.×\n三、\n1.水\n四、\n1.答己。',
  '参考答案\n（一）\n1.B 2.A\n（二）\n1.√ 2.×\n（三）\n1.水\n（四）\n1.答己。',
  '附：参考答案\n一\n1 B\n2 A\n二\n1 √\n2 ×\n三\n1 水\n四\n1 答己。',
  '参考答案\n单选：BA\n判断：√ ×\n填空：水\n简答：答己。',
  '参考答案\n一、1、（B）2、（A）\n二、1、（√）2、（×）\n三、1、水\n四、1、答己。',
  '参考答案\n一、选择题（每小题2分，共4分）\n1.B（2分）2.A（2分）\n二、判断题\n1.正确 2.错误\n三、1.水（1分）\n四、1.答己。',
  '【答案】\n一、BA\n二、√×\n三、水\n四、答己。',
])('a key by sections: %s', (key) => {
  const questions = read(PAPER + key);
  expect(questions.map(({ fields, problems }) => [fields.answer, problems])).toEqual(
    [['B'], ['A'], 'T', 'F', [['水']], '答己。'].map((answer) => [answer, []]),
  );
});

test('one text for a section of several questions is refused and says why', () => {
  const questions = read(
    '一、填空题\n1. 甲是____。\n2. 乙是____。\n二、判断题\n3. 丙。\n4. 丁。\n参考答案\n判断：√×\n填空：水和火',
  );
  expect(questions.map(({ problems }) => problems[0])).toEqual([
    ...Array(2).fill('答案“水和火”没有写题号，与这一大题的 2 题对不上；请在题后写明“答案：”。'),
    undefined,
    undefined,
  ]);
});

test('a key above the questions', () => {
  const questions = read(
    '答案速查：1-2 CA  3. √  4. ×\n一、选择题\n1. 甲问\nA. a\nB. b\nC. c\n2. 乙问\nA. d\nB. e\n二、判断题\n3. 丙句。\n4. 丁句。',
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['C'], ['A'], 'T', 'F']);
});

describe('two papers in one file', () => {
  const paper = (part: string) =>
    `一、选择题（每题5分）\n1. ${part}卷第1题（ ）\nA. 甲\nB. 乙\nC. 丙\n2. ${part}卷第2题（ ）\nA. 甲\nB. 乙\nC. 丙\n`;
  const answersOf = (text: string) => read(text).map(({ fields, problems }) => [fields.answer, problems.length]);
  const expected = ['B', 'C', 'C', 'A'].map((letter) => [[letter], 0]);

  test('each with its key', () => {
    const title = (part: string) => `2022级计算机基础期末考试试卷（${part}卷）\n`;
    const text = `${title('A')}${paper('A')}A卷参考答案\n1-2 BC\n${title('B')}${paper('B')}B卷参考答案\n1-2 CA\n`;
    expect(answersOf(text)).toEqual(expected);
  });

  test.each(['A卷\n1-2 BC\nB卷\n1-2 CA\n', 'B卷\n1-2 CA\nA卷\n1.B 2.C\n'])('both keys at the end: %s', (keys) => {
    const text = `试卷A\n${paper('A')}试卷B\n${paper('B')}参考答案及评分标准\n${keys}`;
    expect(answersOf(text)).toEqual(expected);
    expect(read(text)[1]?.fields.options).toEqual(['甲', '乙', '丙']);
  });
});

describe('a text from a scan', () => {
  const text = `1 、 下列 属于 金属 的 是 （   ）
A 、 铁    B 、 氧
【 答 案 】 A
2 ．  水 的 密 度 是 （     ）
Ａ ． １    Ｂ ． ２
答 案 ： A
3，地球是（   ）
A,方的 B,圆的
答案：B
4。太阳是（ ）
A。恒星
B。行星
答案：A`;

  test('has blanks in its labels and other signs for dots', () => {
    expect(read(text).map(({ fields, problems }) => [fields.options, fields.answer, problems])).toEqual([
      [['铁', '氧'], ['A'], []],
      [['１', '２'], ['A'], []],
      [['方的', '圆的'], ['B'], []],
      [['恒星', '行星'], ['A'], []],
    ]);
  });

  test('a number with a comma within a text begins no question', () => {
    const [question, ...rest] = read('1. 简述。\n答案：共有\n2，三个要点\n其余略');
    expect(rest).toEqual([]);
    expect(question?.fields.answer).toBe('共有\n2，三个要点\n其余略');
  });
});

describe('options', () => {
  test('an option that ends with the letter of the next', () => {
    const [question] = read(
      '1. Which is right? ( )\nA. A is bigger than B.   B. B is bigger than A.   C. A=B.\n答案：B',
    );
    expect(question?.fields.options).toEqual(['A is bigger than B.', 'B is bigger than A.', 'A=B.']);
  });

  test.each(['ａ．甲　ｂ．乙　ｃ．丙', 'a. 甲  b. 乙  c. 丙', 'ａ．甲\nｂ．乙\nｃ．丙'])(
    'small letters: %s',
    (options) => {
      const [question] = read(`一、选择题\n1. 选（ ）\n${options}\n答案：ｂ`);
      expect(question).toMatchObject({ kind: 'single', fields: { options: ['甲', '乙', '丙'], answer: ['B'] } });
    },
  );
});

test('points that somebody got elsewhere are none of an answer', () => {
  expect(read('1. 什么是复式记账？\n参考答案：同时登记。\n（得分：10分）')[0]?.fields.answer).toBe('同时登记。');
});
