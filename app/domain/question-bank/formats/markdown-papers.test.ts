import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Question banks kept as Markdown: bold labels, answers between fences, options in tables, topics as titles. */

const read = (text: string): Record<string, unknown>[] =>
  parseText(toLines(text)).map(({ kind, fields, problems, notes }) => ({
    kind,
    ...fields,
    problems,
    notes,
  }));

describe('bold labels, each on a line of its own', () => {
  const paper = (bold: string) => `## ${bold}Q001${bold}

${bold}题目：${bold}

热水瓶的内胆为什么镀银？

${bold}选项：${bold}

A 好看

B 减少热辐射

C 防锈

${bold}正确答案：${bold}

B 减少热辐射

${bold}解析：${bold}

银面反射热辐射。

------

## ${bold}Q002${bold}

${bold}题目：${bold}

冰是水的哪一种状态？

${bold}选项：${bold}

A 液态

B 固态

${bold}正确答案：${bold}

B 固态

${bold}解析：${bold}

水结成冰。
`;
  const READ = [
    {
      kind: 'single',
      stem: '热水瓶的内胆为什么镀银？',
      options: ['好看', '减少热辐射', '防锈'],
      answer: ['B'],
      analysis: '银面反射热辐射。',
      problems: [],
      notes: [],
    },
    {
      kind: 'single',
      stem: '冰是水的哪一种状态？',
      options: ['液态', '固态'],
      answer: ['B'],
      analysis: '水结成冰。',
      problems: [],
      notes: [],
    },
  ];

  test('are labels', () => expect(read(paper('**'))).toEqual(READ));

  test('without a colon', () => expect(read(paper('**').replace(/(题目|选项|正确答案|解析)：/g, '$1'))).toEqual(READ));

  test('plain labels between blank lines', () => expect(read(paper('').replace(/## /g, ''))).toEqual(READ));
});

test('what is bold within a line loses its stars, what a program multiplies keeps them', () => {
  expect(
    read(
      '1. **首都**是哪里？\n- A. **北京**\n- B. 上海\n\n答案：**A**\n\n2. `a**b` 和 2**3**2 各是\n- A. 1\n- B. 2\n\n答案：B',
    ),
  ).toMatchObject([
    { stem: '首都是哪里？', options: ['北京', '上海'], answer: ['A'] },
    { stem: '`a**b` 和 2**3**2 各是', answer: ['B'] },
  ]);
});

test('an answer and an analysis between fences, each below its label', () => {
  const WHY = '在标准大气压下水的沸点是一百摄氏度，气压越低沸点越低，所以高山上的水不到一百度就开了。';
  const question = (number: number, letter: string) =>
    `${number}. 水的沸点是（）。\n    - A. 100℃\n    - B. 50℃\n\n答：\n\`\`\`\n${letter}\n\`\`\`\n解析：\n\`\`\`\n${WHY}\n\`\`\`\n`;
  expect(read(`${question(1, 'A')}\n${question(2, 'B')}`)).toMatchObject([
    { kind: 'single', answer: ['A'], analysis: WHY, problems: [] },
    { kind: 'single', answer: ['B'], analysis: WHY, problems: [] },
  ]);
});

test('an empty place between fences is no answer', () => {
  expect(
    read(
      '1. 水的沸点是\n- A. 100℃\n- B. 50℃\n\n答：\n```\n\n```\n解析：\n```\n\n```\n\n2. 冰点是\n- A. 0℃\n- B. 9℃\n\n答：\n```\nA\n```',
    ),
  ).toMatchObject([
    { answer: [], problems: [expect.stringContaining('没有答案')] },
    { answer: ['A'], problems: [] },
  ]);
});

test('a program between fences stands in the stem as it is', () => {
  expect(
    read(
      '1. 下面的程序输出\n\n```python\n# 一、读入\n> 1\ns = "**a**"\n    print(s)\n```\n\n- A. a\n- B. b\n\n答案：A',
    )[0],
  ).toMatchObject({ stem: '下面的程序输出\n\n# 一、读入\n> 1\ns = "**a**"\n    print(s)', options: ['a', 'b'] });
});

describe('options in a table', () => {
  const table = (...marks: string[]) =>
    `1. Which is a metal?\n\n|      |      |        |\n| ---- | ---- | ------ |\n${['Wood', 'Iron', 'Glass']
      .map((text, at) => `| ${marks[at]} | ${'abc'.charAt(at)}. | ${text} |`)
      .join('\n')}\n\n2. Is ice a liquid?(F)`;

  test.each([
    [['', '*', ''], ['B']],
    [['', '√', ''], ['B']],
  ])('what is marked %j is right', (marks, answer) =>
    expect(read(table(...marks))).toMatchObject([
      { kind: 'single', stem: 'Which is a metal?', options: ['Wood', 'Iron', 'Glass'], answer, problems: [] },
      { kind: 'judge' },
    ]),
  );

  test('several of them', () =>
    expect(read(table('*', '*', ''))[0]).toMatchObject({ kind: 'multiple', answer: ['A', 'B'] }));

  test('where none is marked the answer is missing', () =>
    expect(read(table('', '', ''))[0]?.problems).toContainEqual(expect.stringContaining('没有答案')));

  test('behind a head, a letter and its text in one cell, two in a row', () =>
    expect(
      read('1. 金属是\n\n| 选项 | 选项 |\n| --- | --- |\n| A. 木 | B. 铁 |\n| C. 玻璃 | D. 水 |\n\n答案：B')[0],
    ).toMatchObject({ options: ['木', '铁', '玻璃', '水'], answer: ['B'] }));

  test('any other table is part of the question', () =>
    expect(
      read('1. 看表回答。\n\n| 物质 | 沸点 |\n| --- | --- |\n| A | 100 |\n| 甲 | 50 |\n\n答案：略')[0]?.stem,
    ).toContain('| 甲 | 50 |'));
});

describe('a title above 题目：', () => {
  test('has the number, and says what the question is about', () => {
    expect(
      read(
        '## 简单\n\n### 1. 变量\n\n题目：下面哪个是赋值？\n\n- A. a = 1\n- B. a == 1\n\n答案：A\n\n解析：单个等号。\n\n## 普通\n\n### 2. 单选题\n\n题目：冰点是\n\n- A. 0℃\n- B. 9℃\n\n答案：A',
      ),
    ).toMatchObject([
      { kind: 'single', stem: '下面哪个是赋值？', keyPoint: '变量', analysis: '单个等号。' },
      { kind: 'single', stem: '冰点是', answer: ['A'] },
    ]);
  });

  test('that asks is a question by itself', () =>
    expect(read('### 1. 冰点是多少？\n\n答案：0℃\n\n### 2. 沸点是多少？\n\n答案：100℃')).toMatchObject([
      { stem: '冰点是多少？', answer: '0℃' },
      { stem: '沸点是多少？', answer: '100℃' },
    ]));
});
