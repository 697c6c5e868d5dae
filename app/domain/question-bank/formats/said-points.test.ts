import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Points and counts as papers say them in a heading or below it; what does not come to that is told. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const CHOICES = ['1. 甲', 'A. 一 B. 二', '答案：A', '2. 乙', 'A. 一 B. 二', '答案：B'];
const TEXTS = ['1. 甲', '答案：一', '2. 乙', '答案：二'];

test.each([
  [
    [3, 3],
    ['第一部分 选择题', '本部分共2题，每题3分，共6分。', ...CHOICES],
  ],
  [
    [3, 3],
    ['第Ⅰ卷（选择题 共6分）', '本卷共2小题，每小题3分，共6分。', ...CHOICES],
  ],
  [
    [3, 3],
    ['一、选择题', '说明：本部分共2题，每题3分，共6分。', ...CHOICES],
  ],
  [
    [3, 3],
    ['第一部分 选择题（每小题3分，共6分）', '一、单选题', ...CHOICES],
  ],
  [
    [5, 5],
    ['高一数学试卷', '本试卷共2题，每题5分，满分10分。', ...CHOICES],
  ],
  [
    [3, 3],
    ['一、选择题（2×3分=6分）', ...CHOICES],
  ],
  [
    [3, 3],
    ['一、选择题（3分×2=6分）', ...CHOICES],
  ],
  [
    [3, 3],
    ['一、选择题（2*3=6分）', ...CHOICES],
  ],
  [
    [3, 3],
    ['一、选择题（2×3′=6′）', ...CHOICES],
  ],
  [
    [3, 3],
    ['一、选择题（共两题，每题三分）', ...CHOICES],
  ],
  [
    [4, 4],
    ['四、简答题（本题共2小题，共计8分）', ...TEXTS],
  ],
  [
    [6, 4],
    ['四、简答题（本大题共2小题，第1题6分，第2题4分，共10分）', ...TEXTS],
  ],
  [
    [4, 8],
    ['一、选择题：本题共2小题。第1～1题只有一项符合题目要求，每小题4分；第2～2题有多项，每小题8分，共12分', ...CHOICES],
  ],
  [[10], ['五、简答题（共1题，10分）', '1. 甲', '答案：一']],
  [[10], ['五、简答题（共1题，10分）', '甲', '答案：一']],
])('%j for each, and nothing to tell', (points, lines) => {
  const questions = read(...lines);
  expect(questions.map(({ fields }) => fields.points)).toEqual(points);
  expect(questions.flatMap(({ notes }) => notes)).toEqual([]);
});

test.each([
  ['写着 15 题，读到 2 题', ['一、选择题（共15题，每题3分）', ...CHOICES]],
  ['写着 10 题，读到 2 题', ['一、选择题', '本大题共 10 小题，每小题 2 分，共 20 分。', ...CHOICES]],
  ['看不出每题几分，其中 2 题按默认分值导入', ['四、简答题（20分）', ...TEXTS]],
  ['看不出每题几分，其中 2 题', ['四、简答题（每题2分，每题6分）', ...TEXTS]],
  ['写着共 20 分，读到的题合计 6 分', ['一、选择题（每题3分，共20分）', ...CHOICES]],
  ['写着 3 题，读到 2 题', ['数学试卷', '本试卷共3题，满分10分。', '一、选择题', ...CHOICES]],
])('%s', (told, lines) => {
  const questions = read(...lines);
  expect(questions.flatMap(({ notes }) => notes).filter((note) => note.includes(told))).toHaveLength(1);
});

test('a section of which nothing was read is told', () => {
  const questions = read('一、选择题', ...CHOICES, '二、判断题（共5题）', '三、简答题', '3. 丙', '答案：三');
  expect(questions[2]?.notes.join()).toContain('“二、判断题（共5题）”写着 5 题，一题也没有读到');
});

test('each point of a text with numbered blanks is one blank’s', () => {
  const [question] = read(
    '一、语法填空（共2小题；每小题1.5分，满分3分）',
    'I like ____1____ (swim) in the river near my house and I often go ____2____ (fish) there.',
    '答案：',
    '1. swimming',
    '2. fishing',
  );
  expect(question?.fields.points).toBe(3);
});

/** The points of each question, and its stem. */
const scored = (...lines: string[]) => read(...lines).map(({ fields }) => [fields.points ?? null, fields.stem]);

test.each([
  '1、选（5.0分）',
  '1、（5.0分）选',
  '1、选(5.0分)',
  '1、【5.0分】选',
  '1、选 [5.0 分]',
  '1、选（分值：5.0分）',
  '1、选（5.00分）',
  '(单选题) 1. 选 (5.0分)',
])('%s has its points as other systems print them', (line) => {
  expect(scored(line, 'A、甲', 'B、乙', '答案：A')).toEqual([[5, '选']]);
});

test('points that no question can have are told, and stay in its text', () => {
  const [question] = read('1、选（3.25分）', 'A、甲', 'B、乙', '答案：A');
  expect([question?.fields.stem, question?.notes.join()]).toEqual(['选（3.25分）', expect.stringContaining('3.25分')]);
});

test('每空 for some of the questions and 每题 for the others', () => {
  const lines = [
    '4．水是____的，冰是____的',
    '5．火是____的',
    '6．草是____的，天是____的',
    '答案',
    '4．清；硬',
    '5．红',
    '6．绿；蓝',
  ];
  expect(scored('二、填空题（4~5题每空1分，6题2分）', ...lines).map(([points]) => points)).toEqual([2, 1, 2]);
  expect(scored('二、填空题（每空1分）', ...lines).map(([points]) => points)).toEqual([2, 1, 2]);
});

test.each([
  ['四、选做题（从1、2两题中任选一题作答，10分）', 10],
  ['四、选做题（请在下面三题中任选2题，共12分）', 6],
])('of some that may be chosen each has the points of one: %s', (heading, each) => {
  const questions = parseText(
    toLines(`${heading}\n1. 求极坐标。\n2. 求不等式。\n3. 求直线。\n答案：1. 甲 2. 乙 3. 丙`),
  );
  expect(questions.map(({ fields }) => fields.points)).toEqual([each, each, each]);
  expect(questions[0]?.notes.join()).toContain('说的是选做');
});
