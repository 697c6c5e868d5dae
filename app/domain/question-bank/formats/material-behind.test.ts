import { describe, expect, test } from 'vitest';
import type { ParsedQuestion } from './format.rules';
import { parseText, toLines } from './text-format';

/** Texts for the next questions that no line announces, behind the last words of the question before. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const SPRING = '春天来了，山上的杜鹃花开得像火一样红，孩子们都跑出来看。';
const SHARING = ['阅读下面的文字，完成下面小题。', SPRING];
const CHOICES = (from: number) => [
  `${from}. 文中的花是（ ）`,
  'A. 杜鹃 B. 桃花 C. 梨花 D. 杏花',
  `${from + 1}. 文中的人是（ ）`,
  'A. 老人 B. 孩子 C. 工人 D. 农民',
];
const KEY = (from: number) => `【答案】${from}. A ${from + 1}. B`;
const TOWER = '庆历四年春，滕子京谪守巴陵郡。越明年，政通人和，百废具兴，乃重修岳阳楼。';
const LUCY = 'Lucy went to the park at five in the afternoon on Sunday. She was very happy.';

const stemsOf = (questions: ParsedQuestion[]) => questions.map(({ fields }) => fields.stem);
const analysesOf = (questions: ParsedQuestion[]) => questions.map(({ fields }) => fields.analysis);

describe('behind the analyses of a group', () => {
  const group = (analysis: string[], text: string[]) =>
    read(...SHARING, ...CHOICES(1), KEY(1), ...analysis, ...text, ...CHOICES(3), KEY(3));
  const DETAILED = ['【解析】', '【1题详解】', '由“杜鹃花”可知。', '【2题详解】', '由“孩子们”可知。故选B。'];

  test.each([
    ['below its last words', DETAILED, [TOWER], TOWER],
    ['with its title', DETAILED.slice(0, 4).concat('由“孩子们”可知。'), ['岳阳楼记', TOWER], `岳阳楼记\n${TOWER}`],
    ['below a blank line', ['【解析】', '这篇文章写春天，两题都问它。'], ['', TOWER], TOWER],
    ['in English', ['【解析】', '本文讲述春天的花。'], [LUCY], LUCY],
  ])('it is for those below: %s', (_name, analysis, lines, text) => {
    const questions = group(analysis, lines);
    expect(stemsOf(questions).slice(2)).toEqual([`${text}\n文中的花是（ ）`, `${text}\n文中的人是（ ）`]);
    expect(analysesOf(questions).join('\n')).not.toContain(text);
    expect(questions[1]?.notes.join()).toContain('当作下面几题的材料');
    for (const question of questions.slice(2)) expect(question.notes.join()).toContain('当作了这道题的材料');
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['A'], ['B']]);
  });

  test('what may as well be of the analysis is told and held', () => {
    const [, before, next, other] = group(['【解析】', '两题都写春天。'], [TOWER]);
    expect(before?.notes.join()).toContain('也许是下面几题的材料');
    expect(next).toMatchObject({ isDoubtful: true, notes: [expect.stringContaining('像是这道题要用的材料')] });
    expect(other?.notes.join()).toContain('也许要用到它');
  });

  test('an analysis of several lines stays as it is', () => {
    const details = [
      ...DETAILED.slice(0, 4),
      '文中写了孩子们。',
      '其余几项不符合题意。故选B。',
      '【点睛】读文章要抓住重点，理解作者的意思。',
    ];
    const questions = read(
      ...SHARING,
      ...CHOICES(1),
      KEY(1),
      ...details,
      '3. 首都是（ ）',
      'A. 北京 B. 上海',
      '【答案】A',
    );
    expect(analysesOf(questions)).toEqual(['由“杜鹃花”可知。', details.slice(4).join('\n'), undefined]);
    expect(questions[2]?.notes).toEqual([]);
  });

  test('what a text means is not for the next question, unless that one asks of a text', () => {
    const translated = [
      ...DETAILED.slice(0, 4),
      '略',
      '【点睛】参考译文：',
      '庆历四年的春天，滕子京降职到岳州做太守，到了第二年政事顺利。',
    ];
    const paper = (stem: string) =>
      read(...SHARING, ...CHOICES(1), KEY(1), ...translated, `3. ${stem}（ ）`, 'A. 北京 B. 上海', '【答案】A')[2];
    expect(paper('首都是')?.isDoubtful).toBeUndefined();
    expect(paper('文中的地方是')?.isDoubtful).toBe(true);
  });
});

test('behind the last of short options it is for those below', () => {
  const questions = read('一、阅读理解', SPRING, ...CHOICES(1), TOWER, ...CHOICES(3), '参考答案', '1-4 ABAB');
  expect(questions[1]?.fields.options).toEqual(['老人', '孩子', '工人', '农民']);
  expect(stemsOf(questions)[2]).toBe(`${TOWER}\n文中的花是（ ）`);
});

test.each([
  [
    'an answer',
    ['1. 文章写了什么？', '答案：花', '2. 谁跑出来？', '答案：孩子', TOWER, '3. 文章写了什么？', '答案：楼'],
  ],
  [
    'a question',
    ['1. 文章写了什么？', '2. 谁跑出来？', TOWER, '3. 文章写了什么？', '参考答案', '1. 花', '2. 孩子', '3. 楼'],
  ],
])('behind the words of %s it is told and held', (_name, lines) => {
  const [, before, next] = read(...SHARING, ...lines);
  expect(before?.notes.join()).toContain(`“${TOWER}”也许是下面几题的材料`);
  expect(next).toMatchObject({ isDoubtful: true });
});

test('questions without options behind the key of their group are read, with the text above them', () => {
  const questions = read(
    ...SHARING,
    ...['1. 文章写了什么？', '2. 谁跑出来？', '【答案】1. 花 2. 孩子', '【解析】略', TOWER],
    ...['3. 文章写了什么？', '4. 修了什么？', '【答案】3. 楼 4. 岳阳楼', '【解析】略'],
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual(['花', '孩子', '楼', '岳阳楼']);
  expect(stemsOf(questions)[3]).toBe(`${TOWER}\n修了什么？`);
});

test('现代文阅读 names a section, whose text is for its questions', () => {
  const questions = read('一、现代文阅读', SPRING, '1. 文章写了什么？', '答案：花', '2. 谁跑出来？', '答案：孩子');
  expect(stemsOf(questions)).toEqual([`${SPRING}\n文章写了什么？`, `${SPRING}\n谁跑出来？`]);
});

describe('in a list of answers', () => {
  const PAPER = ['1. 甲（ ）', 'A. 一 B. 二', '2. 乙是什么？', '参考答案'];

  test('a list within the analysis of one question stays with it', () => {
    const questions = read(
      ...PAPER,
      '1. A 2. B',
      '【1题详解】',
      '要点有：',
      '1. 甲在先。',
      '【点睛】记住。',
      '【2题详解】',
      '因为乙。',
    );
    expect(analysesOf(questions)).toEqual(['要点有：\n1. 甲在先。\n【点睛】记住。', '因为乙。']);
  });

  test.each(['【解析】', '【解答】'])('%s alone on its line begins the analysis', (label) => {
    const questions = read(...PAPER, '1. A', label, '因为甲。', '2. 水', label, '因为乙。');
    expect(questions.map(({ fields }) => [fields.answer, fields.analysis])).toEqual([
      [['A'], '因为甲。'],
      ['水', '因为乙。'],
    ]);
  });
});

describe('an answer in several paragraphs', () => {
  const FIRST = ['1．阅读材料，回答下列问题。', '材料一　甲国通过了《进步法》。', '（1）说明作用。（2）提建议。'];
  const LONG = '加大研究开发经费投入；吸引优秀的技术人才；鼓励员工参与企业创新活动，通过奖金激励。';

  test.each([
    [
      'whose last stands below its number',
      ['【答案】（1）', '①行使立法权。', '（2）', LONG],
      '2．根据材料，首都在哪里？',
    ],
    ['whose last stands below 措施：', ['【答案】原因是人多。', '措施：', LONG], '2．根据材料，首都在哪里？'],
    [
      'above a question that brings its text',
      ['【答案】行使立法权。', LONG],
      '2．阅读材料，回答下列问题。\n材料二　妈祖被誉为女神。',
    ],
  ])('%s is of its question alone', (_name, answer, next) => {
    const questions = read(
      ...FIRST,
      ...answer,
      '',
      ...next.split('\n'),
      '【答案】北京。',
      '',
      '3．草是绿的吗？',
      '【答案】是的。',
    );
    expect(questions).toHaveLength(3);
    expect(String(questions[0]?.fields.answer)).toContain(LONG);
    expect(questions.flatMap(({ notes }) => notes)).toEqual([]);
  });
});

test('words for the blanks of a text, one a line, are an answer', () => {
  const TEXT =
    '1．阅读材料，在空白处填入适当的内容。\nHe  61  (be) here. It  62  (actual) was. We  63  (go) on  64  the road.';
  const words = ['【答案】was', 'disappointed', 'were going on', 'alongside of', ''];
  const questions = read(
    ...TEXT.split('\n'),
    ...words,
    '2．阅读材料，在空白处填入适当的内容。',
    '首都是____。',
    '【答案】北京',
  );
  expect(questions.flatMap(({ notes }) => notes).join()).not.toContain('材料，请核对');
});
