import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Texts to read, each with a letter of its own above it and questions below it. */

const stems = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ fields, problems }) => [fields.stem, fields.options, ...problems]);
const TOM = 'Tom is a boy. He lives in Beijing. He likes apples very much.';
const LUCY = 'Lucy went to the park at 5 p.m. on Sunday.';

describe.each([
  ['A', 'B'],
  ['Passage 1', 'Passage 2'],
  ['Ａ', 'Ｂ'],
  ['（A）', '（B）'],
  ['(A)', '(B)'],
  ['【A】', '【B】'],
])('%s and %s above their texts', (first, second) => {
  const paper = (heading: string, options: (...texts: string[]) => string[], answers: string[][]) => [
    heading,
    first,
    TOM,
    '1. Where does Tom live?',
    ...options('Beijing.', 'Shanghai.'),
    ...(answers[0] ?? []),
    '2. What does Tom like?',
    ...options('Pears.', 'Apples.'),
    ...(answers[1] ?? []),
    second,
    LUCY,
    'She was happy.',
    '3. When did Lucy go?',
    ...options('Saturday.', 'Sunday.'),
    ...(answers[2] ?? []),
    ...(answers[3] ?? []),
  ];
  const READ = [
    [`${first}\n${TOM}\nWhere does Tom live?`, ['Beijing.', 'Shanghai.']],
    [`${first}\n${TOM}\nWhat does Tom like?`, ['Pears.', 'Apples.']],
    [`${second}\n${LUCY}\nShe was happy.\nWhen did Lucy go?`, ['Saturday.', 'Sunday.']],
  ];
  const line = (a: string, b: string) => [`A. ${a}  B. ${b}`];
  const lines = (a: string, b: string) => [`A. ${a}`, `B. ${b}`];
  const inline = [['答案：A'], ['答案：B'], ['答案：B']];
  const list = [[], [], [], ['参考答案', '1-3 ABB']];

  test.each([
    ['options on one line, answers at the end', paper('二、阅读理解（共2小题；每小题2分）', line, list)],
    ['options on lines, answers at the end', paper('二、阅读理解', lines, list)],
    ['answers behind the questions', paper('二、阅读理解', lines, inline)],
    ['a heading without the word', paper('第二部分 选择题', line, list)],
  ])('are for their own questions: %s', (_name, text) => expect(stems(...text)).toEqual(READ));
});

test('letters over pictures or texts on the next line are options', () => {
  const long = 'This is a long option which says what is meant in many words.';
  expect(
    stems('1. Choose', 'A', long, 'B', long, 'C', long, 'D', long, '答案：B', '2. Next', 'A. a', 'B. b', '答案：A'),
  ).not.toContainEqual(expect.arrayContaining([expect.stringMatching(/^D\n/)]));
});

test('a text that says for which questions it is ends the one before, whatever its options are', () => {
  const text = '阅读下面材料，完成2—3题。';
  const options = ['①甲 ②乙', '③丙 ④丁'];
  const list = ['参考答案', '1.①', '2.②', '3.③'];
  const lines = [
    '一、单选题',
    '1. 选甲',
    ...options,
    text,
    '水往低处流。',
    '2. 选乙',
    ...options,
    '3. 选丙',
    ...options,
    ...list,
  ];
  const four = ['甲', '乙', '丙', '丁'];
  expect(stems(...lines)).toEqual([
    ['选甲', four],
    [`${text}\n水往低处流。\n选乙`, four],
    [`${text}\n水往低处流。\n选丙`, four],
  ]);
});

test('（一） and （二） above the cases of a section are of the questions below each', () => {
  const [one, two] = ['（一）某公司2018年购入设备，价值100万元。', '（二）乙公司破产，资产1000万元。'];
  const paper = ['三、案例分析题', one, '1．计算年折旧额。', '答案：20', two, '2．计算清偿率。', '答案：50%'];
  expect(stems(...paper).map(([stem]) => stem)).toEqual([`${one}\n计算年折旧额。`, `${two}\n计算清偿率。`]);
});

test('a second text behind a question that waits for its answer is of the questions below it', () => {
  const stems = parseText(
    toLines(
      '三、阅读理解\n（一）阅读下文，完成小题。\n床前明月光。\n1. 甲是什么？\n2. 乙是什么？\n（二）阅读下文，完成小题。\n疑是地上霜。\n3. 丙是什么？\n参考答案\n1. 一\n2. 二\n3. 三',
    ),
  ).map(({ fields }) => fields.stem);
  expect(stems).toEqual([
    '床前明月光。\n甲是什么？',
    '床前明月光。\n乙是什么？',
    '（二）阅读下文，完成小题。\n疑是地上霜。\n丙是什么？',
  ]);
});

describe('a text with a number of its own', () => {
  const stems = (...lines: string[]) => parseText(toLines(lines.join('\n'))).map(({ fields }) => fields.stem);
  const choices = (...numbers: number[]) => numbers.flatMap((number) => [`${number}．问${number}`, 'A．甲', 'B．乙']);

  test.each(['完成1～3题。', '完成 1〜3题', '完成下面小题。'])(
    '1．阅读下面的文字，%s is for all its questions',
    (end) => {
      const text = `阅读下面的文字，${end}`;
      const shared = `${text}\n${'长'.repeat(60)}。`;
      const lines = [`1．${text}`, `${'长'.repeat(60)}。`, ...choices(1, 2, 3), '参考答案', '1-3 ABA'];
      const expected = [1, 2, 3].map((number) => `${shared}\n问${number}`);
      expect(stems(...lines)).toEqual(expected);
      expect(stems('一、现代文阅读（每小题3分）', ...lines)).toEqual(expected);
    },
  );

  test('each of several is for its own', () => {
    const own = (from: number, to: number) => `阅读下文，完成${from}～${to}题。`;
    expect(
      stems(
        `1．${own(1, 2)}`,
        '甲文。',
        ...choices(1, 2),
        `3．${own(3, 4)}`,
        '乙文。',
        '3．问3',
        '4．问4',
        '答案：3．甲',
      ),
    ).toEqual([1, 2, 3, 4].map((n) => `${n < 3 ? `${own(1, 2)}\n甲文。` : `${own(3, 4)}\n乙文。`}\n问${n}`));
  });

  test('with parts instead of questions it is one question', () => {
    expect(stems('1．阅读短文，完成下面小题。', '甲文。', '（1）问一', '（2）问二', '2．问？')).toHaveLength(2);
  });
});

describe('（一） and （二） above the texts of 二、阅读, whose questions count on', () => {
  const SPRING = '春天来了，花儿开了，小明在山上看见许多花。';
  const AUTUMN = '秋天到了，叶子黄了，小红在园里捡树叶。';
  test.each([
    [
      ['（一）', SPRING],
      ['（二）', AUTUMN],
    ],
    [
      ['（一）山花', SPRING],
      ['（二）落叶', AUTUMN],
    ],
    [[`（一）${SPRING}`], [`（二）${AUTUMN}`]],
    [
      [`（一）${SPRING}`, '他很高兴。'],
      [`（二）${AUTUMN}`, '她也很高兴。'],
    ],
    [[SPRING], ['（二）', AUTUMN]],
  ])('%s', (first, second) => {
    const paper = ['一、选择题', '1. 甲', 'A. 一', 'B. 二', '二、阅读', ...first, '2. 花在哪里？', '3. 什么季节来了？'];
    const key = ['参考答案', '1. B', '2. 山上', '3. 春天', '4. 树叶', '5. 秋天'];
    const [, ...read] = stems(...paper, ...second, '4. 小红捡什么？', '5. 什么季节到了？', ...key);
    expect(read.map(([stem]) => stem)).toEqual([
      [...first, '花在哪里？'].join('\n'),
      [...first, '什么季节来了？'].join('\n'),
      [...second, '小红捡什么？'].join('\n'),
      [...second, '什么季节到了？'].join('\n'),
    ]);
  });

  test('name what is to be done, or go on with an answer, where no text stands there', () => {
    const paper = [
      '二、阅读',
      '（一）根据课文，完成练习。',
      '1. 甲是什么？',
      '答案：',
      `（一）${SPRING}`,
      `（二）${AUTUMN}`,
    ];
    expect(stems(...paper, '2. 乙是什么？', '答案：丙').map(([stem]) => stem)).toEqual(['甲是什么？', '乙是什么？']);
  });
});
