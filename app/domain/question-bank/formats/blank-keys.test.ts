import { Document, Packer, Paragraph, TextRun, type IRunOptions } from 'docx';
import { expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import { parseText, toLines } from './text-format';

/** Keys of blanks: what a student can type, and nothing that only stands below them. */

const read = (...lines: string[]) => parseText(toLines(['一、填空题', ...lines].join('\n')));

test('lowered and raised signs of Word are written as students type them, and that is said', async () => {
  const run = (run: string | IRunOptions) => new TextRun(typeof run === 'string' ? { text: run } : run);
  const low = (text: string) => ({ text, subScript: true });
  const high = (text: string) => ({ text, superScript: true });
  const paragraphs: (string | IRunOptions)[][] = [
    ['一、填空题'],
    ['1. 水是____，硫酸根是____。'],
    ['答案：H', low('2'), 'O；SO', low('4'), high('2-')],
    ['2. 阿伏加德罗常数约为____。'],
    ['答案：6.02×10', high('23')],
  ];
  const children = paragraphs.map((runs) => new Paragraph({ children: runs.map(run) }));
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  const questions = await readDocx({ name: 'a.docx', bytes });
  expect(questions.map(({ fields }) => fields.answer)).toEqual([
    [
      ['H2O', 'H₂O'],
      ['SO42-', 'SO4^2-', 'SO₄²⁻'],
    ],
    [['6.02×10^23', '6.02×10²³']],
  ]);
  for (const { notes } of questions) expect(notes.join()).toContain('上下标');
});

test('a formula nobody can type is not chosen', () => {
  const [question] = read('1. 一半是____。', '答案：$\\frac{1}{2}$');
  expect(question?.isDoubtful).toBe(true);
  expect(question?.notes.join()).toContain('打不出来');
});

test.each([
  ['出题人：王老师    审核人：李老师', [['56']]],
  ['*6. 请简述题', [['56']]],
])('%s below an answer is none of it, and is named', (below, answer) => {
  const [question] = read('1. 我国有____个民族。', '答案：56', below);
  expect(question?.fields.answer).toEqual(answer);
  expect(question?.notes.join()).toContain(below.slice(0, 5));
});

test('the last of several blanks takes no more than its line', () => {
  const [question] = read('1. 杜甫，字___，自号___。', '答案：子美|少陵野老', '', '以下没有题目了', '______');
  expect(question?.fields.answer).toEqual([['子美'], ['少陵野老']]);
  expect(question?.isDoubtful).toBe(true);
});

test('a drawn blank and an empty bracket with an answer each are two blanks', () => {
  const [question] = read('1. 中国有___个省级行政区，其中有（   ）个直辖市。', '答案：34 4');
  expect(question?.fields).toMatchObject({
    stem: '中国有___个省级行政区，其中有____个直辖市。',
    answer: [['34'], ['4']],
  });
  expect(question?.isDoubtful).toBe(true);
});

test('3.14/3.141 are two answers, 1/2 is one', () => {
  const questions = read('1. 圆周率约为____。', '答案：3.14/3.141', '2. 一半是____。', '答案：1/2');
  expect(questions.map(({ fields }) => fields.answer)).toEqual([[['3.14', '3.141']], [['1/2']]]);
});

test.each([
  ['月球是____。', '月球（或月亮）', ['月球', '月亮']],
  ['一加一是____。', '2（1分）', ['2']],
  ['最大的淡水湖是____。', '鄱阳湖。', ['鄱阳湖']],
  ['王维写道：____', '大漠孤烟直，长河落日圆。', ['大漠孤烟直，长河落日圆。', '大漠孤烟直，长河落日圆']],
  ['解得x=____。', 'x=3', ['x=3', '3']],
  ['速度是____m/s。', '5m/s', ['5m/s', '5']],
  ['平角是____度。', '180°', ['180°', '180']],
  ['平角是____。', '180°', ['180°']],
])('%s with the key %s accepts what students write', (stem, key, accepted) => {
  const [question] = read(`1. ${stem}`, `答案：${key}`);
  expect(question?.fields.answer).toEqual([accepted]);
});

test('略 among the answers of several blanks is none: the question waits for it', () => {
  const [question] = read('1. 甲____，乙____。', '答案：略；3');
  expect(question?.problems).toEqual(['第 1 空的答案写的是“略”，没有写出来；请补上后再导入。']);
  const [poem] = read(
    '1. 补写诗句。',
    '（1）床前明月光，____________。',
    '（2）海内存知己，____________。',
    '答案：（1）略（2）天涯若比邻',
  );
  expect(poem?.problems.join()).toContain('第 1 空的答案写的是“略”');
  expect(read('1. 春____，秋____。', '答案：侵略；略阳')[0]?.problems).toEqual([]);
});
