import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys of a whole paper in the forms that strangers' files have. */

const PAPER = `一、选择题
1．甲是（    ）
A．一
B．二
2．乙是（    ）
A．一
B．二
3．丙是（    ）
A．一
B．二
二、填空题
4．丁是____。
5．戊有____个，己有____个。
6．庚是____。
三、简答题
7．简述辛。
8．简述壬。
`;
const ANSWERS = [['A'], ['B'], ['A'], [['北京']], [['12'], ['7']], [['李白']], '制造有机物。', '瑞利散射。'];

const read = (key: string, paper = PAPER) => parseText(toLines(`${paper}${key}`));
const answersOf = (key: string) => read(key).map(({ fields }) => fields.answer);
const isClean = (key: string) => read(key).every(({ problems, isDoubtful }) => problems.length === 0 && !isDoubtful);

test.each(['1-3 ABA  4 ABD', '1-3 ABA 4 ABD', '1-3：ABA；4 ABD', '1~3 ABA、4 ABD'])(
  'a single number without a sign behind a range: %s',
  (key) => {
    const choice = (number: number) => `${number}．甲是（    ）\nA．一\nB．二\nC．三\nD．四\n`;
    const paper = `一、选择题\n${[1, 2, 3, 4].map(choice).join('')}`;
    for (const title of ['参考答案\n', '答案：']) {
      const questions = read(`${title}${key}`, paper);
      expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['A'], ['A', 'B', 'D']]);
      expect(questions.flatMap(({ problems }) => problems)).toEqual([]);
    }
  },
);

test.each([
  ['16(1) 甲一\n16(2) 甲二\n17(1) 乙一\n17(2) 乙二', '(1) '],
  ['16-（1）甲一\n16-（2）甲二\n17-（1）乙一\n17-（2）乙二', '（1）'],
  ['16(1)甲一；16(2)甲二\n17(1)乙一 17(2)乙二', '(1)'],
  ['16.1 甲一\n16.2 甲二\n17.1 乙一\n17.2 乙二', '（1）'],
  ['16题（1）甲一\n16题（2）甲二\n17题（1）乙一\n17题（2）乙二', '（1）'],
])('the number of the question before each of its parts: %j', (key, sign) => {
  const paper = '三、非选择题\n16. 阅读材料回答。\n(1) 甲？\n(2) 乙？\n17. 说明丙。\n(1) 丙？\n(2) 丁？\n';
  const parts = (name: string) => `${sign}${name}一\n${sign.replace('1', '2')}${name}二`;
  expect(read(`参考答案\n${key}`, paper).map(({ fields }) => String(fields.answer).replace(/；\n/, '\n'))).toEqual([
    parts('甲'),
    parts('乙'),
  ]);
});

const entries = (sign: (number: number) => string, between = '\n', texts = ['A', 'B', 'A', '北京', '12；7', '李白']) =>
  [...texts, '制造有机物。', '瑞利散射。'].map((text, index) => `${sign(index + 1)}${text}`).join(between);

test.each([
  ['第1题：A on a line each', entries((number) => `第${number}题：`)],
  ['第1题：A 第2题：B on one line', entries((number) => `第${number}题：`, ' ')],
  ['(1)、A', entries((number) => `(${number})、`)],
])('%s', (_name, key) => {
  expect(answersOf(`\n参考答案\n${key}`)).toEqual(ANSWERS);
  expect(isClean(`\n参考答案\n${key}`)).toBe(true);
});

test('a number behind a digit may begin the next answer', () => {
  const questions = read('\n参考答案\n1-3 ABA\n4、北京\n5、12；76、李白\n7、制造有机物。\n8、瑞利散射。');
  expect(questions[4]?.isDoubtful).toBe(true);
  expect(questions[4]?.notes.join('')).toContain('答案“12；76、李白”里像是还有第 6 题的答案，请在“6”前面换行。');
  expect(questions.filter(({ isDoubtful }) => isDoubtful)).toHaveLength(1);
});

const rows = (numbers: number[], texts: string[]) =>
  `| 题号 | ${numbers.join(' | ')} |\n|---|---|\n| 答案 | ${texts.join(' | ')} |\n`;

test.each([
  ['1,A', entries((number) => `${number},`)],
  ['1，A', entries((number) => `${number}，`)],
  ['①A', entries((number) => String.fromCharCode(0x245f + number))],
  ['a number above its answer', entries((number) => `${number}\n`)],
  [
    'a table of Markdown',
    `${rows([1, 2, 3], ['A', 'B', 'A'])}${rows([4, 5, 6], ['北京', '12；7', '李白'])}7. 制造有机物。\n8. 瑞利散射。`,
  ],
  ['an upright table', `| 题号 | 答案 |\n|---|---|\n${entries((number) => `| ${number} | `, ' |\n')} |`],
  ['numbers above letters', '1 2 3\nA B A\n4 北京\n5 12；7\n6 李白\n7 制造有机物。\n8 瑞利散射。'],
])('a key as %s', (_name, key) => {
  expect(answersOf(`\n参考答案\n${key}`)).toEqual(ANSWERS);
  expect(isClean(`\n参考答案\n${key}`)).toBe(true);
});

test.each([
  ['①A\n②B\n③C', '①A\n②B\n③C'],
  ['1,A\n2,B\n3,A', '1,A\n2,B\n3,A'],
])('the parts of one answer are no key: %s', (answer, reference) => {
  const questions = read(`答案：\n${answer}`);
  expect(questions[7]?.fields.answer).toBe(reference);
  expect(questions[7]?.isDoubtful).toBeUndefined();
});

test.each(['甲', '1/A'])('a whole key that is not read is told at the question it stands at: %s', (text) => {
  const key = Array.from({ length: 8 }, (_, index) => `${index + 1}/${text}`).join('\n');
  const [last] = read(`\n参考答案\n${key}`).slice(-1);
  expect(last?.isDoubtful).toBe(true);
  expect(last?.notes.join('')).toContain('答案像是整张答案表，前面的题都没有答案');
});

test('答案解析 above 第1题 答案：A begins the key', () => {
  expect(answersOf(`\n答案解析\n${entries((number) => `第${number}题 答案：`)}`)).toEqual(ANSWERS);
});

test('the title of the paper behind a key that stands first is no answer', () => {
  const key = '参考答案：1-3 ABA 4.北京 5.12；7 6.李白 7.制造有机物。 8.瑞利散射。\n\n高一综合测试卷\n\n';
  expect(parseText(toLines(`${key}${PAPER}`)).map(({ fields }) => fields.answer)).toEqual(ANSWERS);
});

test('points behind a reference are none of it, and that is told', () => {
  const last = read('答案：瑞利散射。（5分）')[7];
  expect(last?.fields.answer).toBe('瑞利散射。');
  expect(last?.notes).toContain('参考答案末尾的“（5分）”没有导入，分值请核对。');
  expect(read('答案：甲（2分），乙（3分）')[7]?.fields.answer).toBe('甲（2分），乙（3分）');
});

test('a (2) behind the answer of the first question of a section is told where the second has none', () => {
  const paper = '一、简答题\n1．丙？\n2．丁？\n二、填空题\n3．甲是____。\n4．乙是____。\n';
  const questions = read('\n参考答案\n一、简答题\n(1)戊\n(2)己\n二、填空题\n(1)北京 (2)李白', paper);
  expect(questions[2]?.isDoubtful).toBe(true);
  expect(questions.map(({ fields }) => fields.answer).slice(0, 2)).toEqual(['戊', '己']);
});

test.each(['√(错)', '× 正确', '正确 错误'])('%s says both right and wrong', (answer) => {
  const [first] = parseText(toLines(`一、判断题\n1. 甲对。\n答案：${answer}`));
  expect(first?.isDoubtful === true || first?.problems.length === 1).toBe(true);
});
