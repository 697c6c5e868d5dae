import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** Tables of Word with a heading row: a question a row, as in a sheet. */

type Cell = string | { text: string; rowSpan?: number; columnSpan?: number };
const p = (text: string) => new Paragraph(text);
const table = (rows: Cell[][]) =>
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
const read = async (...children: (Paragraph | Table)[]) =>
  readDocx({ name: 'a.docx', bytes: await Packer.toBuffer(new Document({ sections: [{ children }] })) });
const said = async (...children: (Paragraph | Table)[]) =>
  (await read(...children)).map(({ kind, fields, problems }) => [kind, fields, ...problems]);

const CHOICE = ['1', '首都是（ ）', '北京', '上海', '广州', 'A', '2'];
const HEADER = ['题号', '题目', '选项A', '选项B', '选项C', '答案', '分值'];
const READ = ['single', { stem: '首都是（ ）', options: ['北京', '上海', '广州'], answer: ['A'], points: 2 }];

describe('a heading row', () => {
  test('says what its columns are; an empty cell is none', async () => {
    expect(await said(p('期末题库'), table([HEADER, CHOICE, ['2', '地球是方的。', '', '', '', '错误', '1']]))).toEqual([
      READ,
      ['judge', { stem: '地球是方的。', answer: 'F', points: 1 }],
    ]);
  });

  test('comes again on the next page, below a title, and with cells over several rows and columns', async () => {
    const kind = { text: '单选题', rowSpan: 2 };
    expect(
      await said(
        table([
          [{ text: '七年级地理题库', columnSpan: 6 }],
          [
            { text: '题型', rowSpan: 2 },
            { text: '题目', rowSpan: 2 },
            { text: '选项', columnSpan: 3 },
            { text: '答案', rowSpan: 2 },
          ],
          ['A', 'B', 'C'],
          [kind, '首都是（ ）', '北京', '上海', '广州', 'A'],
          ['最长的河是（ ）', '黄河', '长江', '珠江', 'B'],
        ]),
      ),
    ).toEqual([
      ['single', { stem: '首都是（ ）', options: ['北京', '上海', '广州'], answer: ['A'] }],
      ['single', { stem: '最长的河是（ ）', options: ['黄河', '长江', '珠江'], answer: ['B'] }],
    ]);
    expect(await said(table([HEADER, CHOICE, HEADER, CHOICE]))).toEqual([READ, READ]);
  });

  test('headings of sections stand in rows of their own or above the table', async () => {
    const plain = HEADER.slice(0, -1);
    expect(
      await said(
        table([
          plain,
          [{ text: '一、单选题（每题3分）', columnSpan: 6 }],
          CHOICE.slice(0, -1),
          [{ text: '二、多选题（每题4分）', columnSpan: 6 }],
          ['2', '直辖市有（ ）', '北京', '上海', '广州', 'AB'],
        ]),
      ),
    ).toEqual([
      ['single', { stem: '首都是（ ）', options: ['北京', '上海', '广州'], answer: ['A'], points: 3 }],
      ['multiple', { stem: '直辖市有（ ）', options: ['北京', '上海', '广州'], answer: ['A', 'B'], points: 4 }],
    ]);
  });

  test('answers that stand at the end of the paper belong to the rows by their numbers', async () => {
    const rows = [HEADER.slice(0, 5), CHOICE.slice(0, 5), ['2', '最长的河是（ ）', '黄河', '长江', '珠江']];
    expect((await said(p('一、单选题'), table(rows), p('参考答案'), p('1.A 2.B'))).map(([, fields]) => fields)).toEqual(
      [
        { stem: '首都是（ ）', options: ['北京', '上海', '广州'], answer: ['A'] },
        { stem: '最长的河是（ ）', options: ['黄河', '长江', '珠江'], answer: ['B'] },
      ],
    );
  });

  test('options in the cell of the question are parted, and that is said', async () => {
    const [question] = await read(
      table([
        ['题目', '答案'],
        ['首都是（ ）\nA. 北京  B. 上海\nC. 广州', 'A'],
      ]),
    );
    expect(question).toMatchObject({
      kind: 'single',
      fields: { stem: '首都是（ ）', options: ['北京', '上海', '广州'], answer: ['A'] },
    });
    expect(question?.notes.join()).toContain('选项写在题干的格子里');
  });

  test('a column that nobody knows is named', async () => {
    const [question] = await read(
      table([
        [...HEADER, '命题人'],
        [...CHOICE, '王老师'],
      ]),
    );
    expect(question?.notes.join()).toContain('“命题人”');
  });
});

test('questions before and behind such a table are read as ever', async () => {
  const typed = (stem: string) => [p(`1. ${stem}`), p('A. 甲'), p('B. 乙'), p('答案：B')];
  const questions = await said(...typed('选甲'), table([HEADER, CHOICE]), p('二、单选题'), ...typed('选乙'));
  expect(questions).toEqual([
    ['single', { stem: '选甲', options: ['甲', '乙'], answer: ['B'] }],
    READ,
    ['single', { stem: '选乙', options: ['甲', '乙'], answer: ['B'] }],
  ]);
});

test.each([
  [
    [
      ['内容', '分值', '得分'],
      ['立意', '10', ''],
    ],
  ],
  [
    [
      ['选项', '内容', '结论'],
      ['A', '甲', '乙'],
    ],
  ],
  [
    [
      ['题目', '一', '二'],
      ['得分', '', ''],
    ],
  ],
])('a table of a paper %j is no table of questions', async (rows) => {
  const questions = await said(p('1. 看表回答'), table(rows), p('答案：略'));
  expect(questions).toHaveLength(1);
  expect(JSON.stringify(questions)).toContain(rows[0]?.[1]);
});

test('a card for each question, its parts below each other', async () => {
  const card = (stem: string, answer: string) =>
    table([
      ['题型', '单选题'],
      ['题干', stem],
      ['选项A', '甲'],
      ['选项B', '乙'],
      ['答案', answer],
      ['解析', '略'],
    ]);
  expect(await said(card('选甲', 'A'), p(''), card('选乙', 'B'))).toEqual([
    ['single', { stem: '选甲', options: ['甲', '乙'], answer: ['A'], analysis: '略' }],
    ['single', { stem: '选乙', options: ['甲', '乙'], answer: ['B'], analysis: '略' }],
  ]);
});

test.each([
  [
    [
      ['题号', '答案', '解析'],
      ['1', 'B', '略'],
      ['2', 'A', '见课本'],
    ],
    ['略', '见课本'],
  ],
  [
    [
      ['题号', '答案'],
      ['1', 'B'],
      ['2', 'A'],
    ],
    [undefined, undefined],
  ],
  [
    [
      ['题号', '答案', '题号', '答案'],
      ['1', 'B', '2', 'A'],
    ],
    [undefined, undefined],
  ],
])('a table of answers with an entry a row %j', async (rows, analyses) => {
  const typed = [1, 2].flatMap((number) => [p(`${number}. 选${number}`), p('A. 甲  B. 乙')]);
  for (const title of [[], [p('参考答案')]]) {
    const questions = await said(p('一、单选题'), ...typed, ...title, table(rows));
    expect(questions.map(([, fields, ...problems]) => [fields, ...problems])).toEqual(
      ['B', 'A'].map((key, at) => [
        {
          stem: `选${at + 1}`,
          options: ['甲', '乙'],
          answer: [key],
          ...(analyses[at] ? { analysis: analyses[at] } : {}),
        },
      ]),
    );
  }
});

test('letters in a column of their own are the options beside them', async () => {
  const one = table([['A', '甲'], ['B', '乙'], ['C', '丙']]); // prettier-ignore
  const two = table([['A.', '甲', 'B.', '乙'], ['C.', '丙', '', '']]); // prettier-ignore
  for (const options of [one, two]) {
    const [question] = await read(p('1. 选（ ）'), options, p('答案：C'));
    expect(question?.fields).toEqual({ stem: '选（ ）', options: ['甲', '乙', '丙'], answer: ['C'] });
  }
});

test('an empty cell of data keeps its place', async () => {
  const data = table([
    ['', '甲', '乙'],
    ['质量', '', '20'],
    ['体积', '5', ''],
  ]);
  const [question] = await read(p('1. 根据下表，正确的是（ ）'), data, p('A. 一'), p('B. 二'), p('答案：A'));
  expect(question?.fields.stem).toBe('根据下表，正确的是（ ）\n| 甲 | 乙\n质量 |  | 20\n体积 | 5');
});

test('the first option behind its question or its number, the others in cells: none takes the line between them', async () => {
  const text = 'Last year I went to a __1__ in the hills. It was __2__ there.';
  const numbered = table([
    ['1. A. camp', 'B. school', 'C. shop'],
    ['2. A. hot', 'B. cold', 'C. warm'],
  ]);
  expect(await said(p('完形填空'), p(text), numbered, p('答案：1-2 BA'))).toMatchObject([
    ['single', { options: ['camp', 'school', 'shop'], answer: ['B'] }],
    ['single', { options: ['hot', 'cold', 'warm'], answer: ['A'] }],
  ]);
  const asked = table([
    ['1. I ____ it. A. like', 'B. likes', 'C. liking'],
    ['2. He ____ it. A. like', 'B. likes', 'C. liking'],
  ]);
  expect(await said(p('一、单项选择'), asked, p('答案：1-2 AB'))).toMatchObject([
    ['single', { stem: 'I ____ it.', options: ['like', 'likes', 'liking'], answer: ['A'] }],
    ['single', { stem: 'He ____ it.', options: ['like', 'likes', 'liking'], answer: ['B'] }],
  ]);
});

test('a number in a cell before the options of its blank is theirs', async () => {
  const text = 'Last year I went to a __1__ in the hills. It was __2__ there.';
  const options = table([
    ['1.', 'A. camp', 'B. school', 'C. shop'],
    ['2.', 'A. hot', 'B. cold', 'C. warm'],
  ]);
  expect(await said(p('完形填空'), p(text), options, p('答案：1-2 AB'))).toEqual([
    ['single', { stem: `${text}\n第 1 空`, options: ['camp', 'school', 'shop'], answer: ['A'] }],
    ['single', { stem: `${text}\n第 2 空`, options: ['hot', 'cold', 'warm'], answer: ['B'] }],
  ]);
});

describe('an empty cell writes no bar', () => {
  test('where nothing stands in its column', async () => {
    const letters = table([
      ['A', '', '升温'],
      ['B', '', '降温'],
    ]);
    expect(await said(p('1. 选（ ）'), letters, p('答案：A'))).toEqual([
      ['single', { stem: '选（ ）', options: ['升温', '降温'], answer: ['A'] }],
    ]);
    const rows = table([
      ['1.', '', '甲是什么？'],
      ['答案', '', '乙'],
    ]);
    expect(await said(rows)).toEqual([['short', { stem: '甲是什么？', answer: '乙' }]]);
  });

  test('behind a label, and before the second column of an option', async () => {
    const label = table([
      ['1.', '甲是什么？', ''],
      ['答案：', '', '乙'],
    ]);
    expect(await said(label)).toEqual([['short', { stem: '甲是什么？', answer: '乙' }]]);
    const options = table([
      ['选项', '实验', '结论'],
      ['A', '加热', '升温'],
      ['B', '', '降温'],
    ]);
    const [question] = await read(p('1. 选（ ）'), options, p('答案：A'));
    expect(question?.fields.options).toEqual(['加热 | 升温', '（空） | 降温']);
  });

  test('and a key with one answer is for the question of its number', async () => {
    const key = table([
      ['题号', '1', '2'],
      ['答案', '水', ''],
    ]);
    const questions = await read(p('1. 甲____？'), p('2. 丙____'), key);
    expect(questions.map(({ fields }) => fields.answer)).toEqual([[['水']], []]);
  });
});

describe('the options of a text with numbered blanks', () => {
  const text = [p('一、完形填空'), p('Tom __36__ to school every day with his friends and he __37__ it a lot.')];
  const key = p('参考答案：36-37 BA');
  const OPTIONS = [
    ['36', 'went', 'goes', 'go'],
    ['37', 'likes', 'like', 'liked'],
  ];
  const read3 = async (rows: Cell[][]) =>
    (await read(...text, table(rows), key)).map(({ kind, fields, problems }) => [
      kind,
      fields.options,
      fields.answer,
      ...problems,
    ]);
  const READ3 = [
    ['single', ['went', 'goes', 'go'], ['B']],
    ['single', ['likes', 'like', 'liked'], ['A']],
  ];

  test('stand in the row of its number', async () => {
    expect(await read3([['题号', 'A', 'B', 'C'], ...OPTIONS])).toEqual(READ3);
    const lettered = OPTIONS.map(([number = '', ...texts]) => [
      number,
      ...texts.map((each, at) => `${'ABC'[at]}. ${each}`),
    ]);
    expect(await read3(lettered)).toEqual(READ3);
    expect(await read3(lettered.map(([number, ...texts]) => [`${number}.`, ...texts]))).toEqual(READ3);
    expect(await read3([['', 'A.', 'B.', 'C.'], ...OPTIONS])).toEqual(READ3);
  });
});
