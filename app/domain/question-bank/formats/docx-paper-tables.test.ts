import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** Tables that a printed paper has around, below and instead of its questions. */

type Cell = string | { text: string; rowSpan?: number; columnSpan?: number };
const p = (text: string) => new Paragraph(text);
const table = (...rows: Cell[][]) =>
  new Table({
    rows: rows.map(
      (cells) =>
        new TableRow({
          children: cells.map((cell) => {
            const { text, ...spans } = typeof cell === 'string' ? { text: cell } : cell;
            return new TableCell({ ...spans, children: text.split('\n').map(p) });
          }),
        }),
    ),
  });
const read = async (...children: (Paragraph | Table | string)[]) =>
  readDocx({
    name: 'a.docx',
    bytes: await Packer.toBuffer(
      new Document({ sections: [{ children: children.map((each) => (typeof each === 'string' ? p(each) : each)) }] }),
    ),
  });
const choice = async (...children: (Paragraph | Table | string)[]) =>
  (await read(...children)).map(({ fields, problems, notes }) => [
    fields.stem,
    fields.options,
    fields.answer,
    ...problems,
    ...notes,
  ]);

describe('boxes for the marker', () => {
  test.each([
    ['得分 | 评卷人', [['得分', '评卷人'], ['', '']]], // prettier-ignore
    ['one row, with 复核人', [['得 分', '', '评卷教师', '', '复核人', '']]],
    ['题号 over 满分 and 得分', [['题号', '一', '二', '总分'], ['满分', '40', '60', '100'], ['得分', '', '', ''], ['阅卷人', '', '', '']]], // prettier-ignore
  ])('belong to no question: %s', async (_name, rows) => {
    const box = table(...rows);
    const questions = await choice(
      box,
      '一、选择题',
      '1. 甲题',
      'A. 春',
      'B. 夏',
      table(...rows),
      '二、判断题',
      '2. 乙题。',
      '答案：1.A 2.√',
    );
    expect(questions).toEqual([
      ['甲题', ['春', '夏'], ['A']],
      ['乙题。', undefined, 'T'],
    ]);
  });

  test('are none when somebody has results in them', async () => {
    const [question] = await read('1. 看表回答', table(['题号', '1', '2'], ['得分', '9', '8']), '答案：略');
    expect(JSON.stringify(question?.fields)).toContain('得分 | 9 | 8');
  });
});

describe('options in a table', () => {
  test('with several columns each, below what the columns are', async () => {
    const given = table(['选项', '操作', '现象'], ['A', '加水', '变稀'], ['B', '加盐', '']);
    expect(await choice('1. 对的是', given, '答案：A')).toEqual([
      ['对的是\n选项 | 操作 | 现象', ['加水 | 变稀', '加盐'], ['A']],
    ]);
  });

  test('with the letters in the row above them', async () => {
    const given = () => table(['A', 'B', 'C'], ['天', '地', '人']);
    expect(await choice('1. 对的是', given(), '答案：B')).toEqual([['对的是', ['天', '地', '人'], ['B']]]);
    // Data of a question that has options of its own.
    expect(await choice('1. 对的是', given(), 'A. 春', 'B. 夏', '答案：B')).toEqual([
      ['对的是\nA | B | C\n天 | 地 | 人', ['春', '夏'], ['B']],
    ]);
  });
});

test('answers in one table under a heading each', async () => {
  const heading = (text: string) => [{ text, columnSpan: 3 }];
  const key = table(
    heading('一、单选题'),
    ['题号', '1', '2'],
    ['答案', 'A', 'B'],
    ['题号', '3', ''],
    ['答案', 'A', ''],
    heading('二、判断题'),
    ['题号', '4', '5'],
    ['答案', '√', '×'],
  );
  const asked = [1, 2, 3].flatMap((number) => [`${number}. 题`, 'A. 甲', 'B. 乙']);
  const questions = await read('一、单选题', ...asked, '二、判断题', '4. 丙。', '5. 丁。', '期末试卷标准答案', key);
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['A'], 'T', 'F']);
});

test('a question a table, some of its names beside each other', async () => {
  const wide = (text: string) => ({ text, columnSpan: 3 });
  const card = (number: string, kind: string, ...more: Cell[][]) =>
    table(['题号', number, '题型', kind], ['难度', '难', '分值', '4'], ...more, ['解析', wide('')]);
  const questions = await read(
    card('1', '单选题', ['题干', wide('首都是')], ['选项', wide('A. 北京\nB. 上海')], ['答案', wide('A')]),
    p(''),
    card('2', '判断题', ['题干', wide('天是蓝的。')], ['答案', wide('正确')]),
  );
  expect(questions.map(({ kind, fields, problems, notes }) => [kind, fields, problems, notes])).toEqual([
    ['single', { stem: '首都是', options: ['北京', '上海'], answer: ['A'], points: 4, level: 3 }, [], []],
    ['judge', { stem: '天是蓝的。', answer: 'T', points: 4, level: 3 }, [], []],
  ]);
});

test('a cell of data over several rows is said in each', async () => {
  const data = table(['项目', '季', '数'], [{ text: '收入', rowSpan: 2 }, '春', '10'], ['夏', '20']);
  const [question] = await read('1. 看表', data, 'A. 甲', 'B. 乙', '答案：A');
  expect(question?.fields.stem).toBe('看表\n项目 | 季 | 数\n收入 | 春 | 10\n收入 | 夏 | 20');
});

test('a key with more than letters leaves no number out, where the question between stands below it', async () => {
  const questions = await choice(
    '1. 甲',
    'A. 春',
    'B. 夏',
    '2. 示数是____。',
    '3. 回答。',
    '4. 丁',
    'A. 秋',
    'B. 冬',
    '答案',
    table(['题号', '1', '2', '4'], ['答案', 'B', '0.3', 'A']),
    '3．（1）甲；（2）乙。',
  );
  expect(questions.map(([, , answer]) => answer)).toEqual([['B'], [['0.3']], '（1）甲；（2）乙。', ['A']]);
});
