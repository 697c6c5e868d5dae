import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import { parseText, toLines } from './text-format';

/** Pages of answers below a paper: their titles, and answers that stand out of their order. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

const PAPER = [
  '一、选择题',
  '1. 甲',
  'A. 一 B. 二 C. 三 D. 四',
  '2. 乙',
  'A. 一 B. 二 C. 三 D. 四',
  '二、填空题',
  '3. 一加一是____。',
  '三、简答题',
  '4. 简述意义。',
];

test.each(['高一历史参考答案', '答案与解析', '数学小测答案', '2024年期末考试（物理）答案及评分标准', '附：参考答案'])(
  'the title %s is part of no question',
  (title) => {
    const questions = read(...PAPER, title, '一、选择题', '1.B 2.C', '二、填空题', '3. 2', '三、简答题', '4. 很大。');
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['C'], [['2']], '很大。']);
    expect(questions[3]?.fields.stem).toBe('简述意义。');
  },
);

test('一、BC gives the answers of a section in their order', () => {
  const questions = read(...PAPER, '数学小测答案', '一、BC', '二、3．2', '三、4．解：略');
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['C'], [['2']], '略']);
});

test('letters that are more or less than the questions are given to none', () => {
  const questions = read(...PAPER, '参考答案', '一、BCD', '二、3．2', '三、4．略');
  expect(questions.slice(0, 2).map(({ fields }) => fields.answer)).toEqual([[], []]);
  for (const { problems } of questions.slice(0, 2)) expect(problems.join()).toContain('对不上');
});

test('a title that no answers follow is told', () => {
  const [question] = read('1. 简述意义。', '高一历史参考答案', '见课本。');
  expect(question?.isDoubtful).toBe(true);
});

test('answers of letters swallow none of those below them', () => {
  const questions = read(
    '一、选择题',
    '1. 甲',
    'A. 一 B. 二',
    '二、名词解释',
    '2. 无菌技术',
    '3. 医院感染',
    '三、选择题',
    '4. 丁',
    'A. 一 B. 二',
    '参考答案',
    '1.A 4.B',
    '2.防止微生物侵入的技术。',
    '3.在医院内获得的感染。',
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([
    ['A'],
    '防止微生物侵入的技术。',
    '在医院内获得的感染。',
    ['B'],
  ]);
});

test('a correction below the answers is told at its question', () => {
  const questions = read(...PAPER.slice(0, 5), '参考答案', '1．A　2．C', '更正：第2题答案应为B');
  expect(questions.map(({ isDoubtful }) => isDoubtful ?? false)).toEqual([false, true]);
  expect(questions[1]?.notes.join()).toContain('更正：第2题答案应为B');
});

test('what stands behind a sign of right or wrong is told', () => {
  const [question] = read('一、判断题', '1. 水是液体。', '答案：√', '本题有争议');
  expect(question?.notes.join()).toContain('本题有争议');
});

test('numbers over letters are answers without a word for either', async () => {
  const cells = [
    ['1', '2'],
    ['B', 'C'],
  ];
  const table = new Table({
    rows: cells.map(
      (row) => new TableRow({ children: row.map((text) => new TableCell({ children: [new Paragraph(text)] })) }),
    ),
  });
  const children = [...PAPER.slice(0, 5), '答案与解析'].map((text) => new Paragraph(text));
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children: [...children, table] }] }));
  const questions = await readDocx({ name: 'a.docx', bytes });
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['C']]);
});

test('an answer that is said twice and otherwise is told at its question', () => {
  const questions = read(
    ...PAPER.slice(0, 5),
    '3. 丙',
    'A. 一 B. 二',
    '参考答案',
    '1-3 BCA',
    '2.【答案】D',
    '【解析】应为丁。',
    '3. A 详见课本',
  );
  expect(questions.map(({ fields, isDoubtful }) => [fields.answer, isDoubtful ?? false])).toEqual([
    [['B'], false],
    [['C'], true],
    [['A'], false],
  ]);
});

test('answers behind the names of their sections, below a label of their own', () => {
  const questions = read(
    ...PAPER,
    '【参考答案】',
    '单选：1-2：BC',
    '填空：3. 春天（或春季）',
    '简答：4. 答：很大。',
    '命题人：张三',
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], ['C'], [['春天', '春季']], '很大。']);
});

test('a table of all answers within one answer is told', () => {
  const [question] = read('一、论述题', '1. 论述意义。', '答案：', '选择：1-5 ABCDA', '很大。');
  expect(question?.isDoubtful).toBe(true);
});

test('15、计算： below its section is a question, with its parts', () => {
  const questions = read(
    '一、填空题',
    '14、一加一是____。',
    '答案：2',
    '二、计算题',
    '15、计算：',
    '(1) 12+3×4',
    '(2) (5-2)÷3',
    '答案：(1) 24 (2) 1',
  );
  expect(questions.map(({ fields }) => fields.stem ?? fields.prompt)).toEqual([
    '一加一是____。',
    '计算：\n(1) 12+3×4\n(2) (5-2)÷3',
  ]);
});

test('the points of a section with one question are its own', () => {
  const questions = read('一、作文（60分）', '1. 以“远方”为题写作。', '二、简答题（共10分）', '2. 甲', '3. 乙');
  expect(questions.map(({ fields }) => fields.points)).toEqual([60, undefined, undefined]);
});

test('who made the paper is no part of an option', () => {
  const [question] = read('1. 首都是', 'A. 甲', 'B. 乙', '出题人：王老师    审核人：李老师', '答案：B');
  expect(question?.fields.options).toEqual(['甲', '乙']);
  expect(question?.notes.join()).toContain('王老师');
});

test('what a student is told to do is no title of answers', () => {
  const questions = read(
    '一、选择题',
    '1. 甲',
    'A. 一 B. 二',
    '2. 乙',
    'A. 一 B. 二',
    '根据短文内容选择正确答案',
    '3. A. goes B. go',
    '4. A. hate B. like',
    '答案：1-4 ABAB',
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['A'], ['B']]);
});
