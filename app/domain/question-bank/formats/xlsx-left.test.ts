import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readXlsx } from './xlsx-format.server';

/** What of a workbook is no question, and other ways of writing one. */

type Row = string[] | { hidden: string[] } | { xml: string };
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const sheetOf = (rows: Row[]) => {
  const row = (cells: string[], number: number, more = '') =>
    `<row r="${number}"${more}>${cells
      .map((text, at) => {
        const place = `${'ABCDEFGHIJ'.charAt(at)}${number}`;
        return text === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
      })
      .join('')}</row>`;
  const data = rows.map((given, index) => {
    if (Array.isArray(given)) return row(given, index + 1);
    return 'xml' in given ? `<row r="${index + 1}">${given.xml}</row>` : row(given.hidden, index + 1, ' hidden="1"');
  });
  return strToU8(`<worksheet><sheetData>${data.join('')}</sheetData></worksheet>`);
};

async function read(sheets: Record<string, Row[]>) {
  const names = Object.keys(sheets);
  const each = (write: (name: string, number: number) => string) =>
    names.map((name, at) => write(name, at + 1)).join('');
  const bytes = zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook><sheets>${each((name, number) => `<sheet name="${name}" r:id="r${number}"/>`)}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${each((_name, number) => `<Relationship Id="r${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
    ),
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetOf(sheets[name] ?? [])])),
  });
  return readXlsx({ name: 'a.xlsx', bytes: Buffer.from(bytes) });
}
const one = (...rows: Row[]) => read({ 一: rows });

const HEADER = ['题型', '题干', '选项A', '选项B', '答案'];
const question = (stem: string) => ['单选题', stem, '甲', '乙', 'A'];

describe('what is left out is said of the file', () => {
  test('rows that are hidden, and the one with the sum', async () => {
    const questions = await one(HEADER, question('春'), { hidden: question('夏') }, question('秋'), ['合计', '2 题']);
    expect(questions.map(({ fields, notes }) => [fields.stem, notes.length])).toEqual([
      ['春', 1],
      ['秋', 0],
    ]);
    expect(questions[0]?.notes[0]).toMatch(/^整个文件：第 3 行是隐藏的.*第 5 行是合计/);
  });

  test('sheets without the column that they need', async () => {
    const questions = await read({ 单选题: [HEADER, question('春')], 简答: [['序号', '题目'], ['1', '为什么']], 说明: [['每行一题']] }); // prettier-ignore
    expect(questions).toHaveLength(1);
    expect(questions[0]?.notes.join()).toMatch(
      /“简答”没有读取：有“题目”这一列，没有找到“答案”.*“说明”没有读取：没有找到“题干”/,
    );
  });
});

test('a formula whose value the file does not have is refused', async () => {
  const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const cells = ['单选题', '几', '1', '2', 'A'].map((words, at) => text(`${'ABCDE'.charAt(at)}2`, words)).join('');
  const [found] = await one([...HEADER.slice(0, 4), '答案', '选项C'], {
    xml: `${cells}<c r="F2"><f>1+2</f><v></v></c>`,
  });
  expect(found?.problems).toEqual([expect.stringContaining('没有保存算出来的结果')]);
});

describe('answers', () => {
  test('a column for each blank, and 答案要点', async () => {
    const questions = await read({
      填空题: [['题目', '答案1', '答案2'], ['天____地____', '玄', '黄']], // prettier-ignore
      简答题: [['题目', '答案要点'], ['为什么', '因为']], // prettier-ignore
    });
    expect(questions.map(({ kind, fields }) => [kind, fields.answer])).toEqual([
      ['cloze', [['玄'], ['黄']]],
      ['short', '因为'],
    ]);
  });

  test('are options where another column says which is right', async () => {
    const [found] = await one(['题目', '答案1', '答案2', '正确答案'], ['首都', '上海', '北京', '2']);
    expect(found).toMatchObject({ fields: { options: ['上海', '北京'], answer: ['B'] }, problems: [] });
  });

  test('as the numbers of the options', async () => {
    const header = ['题型', '题目', '选项1', '选项2', '选项3', '答案'];
    const questions = await one(
      header,
      ['多选题', '一', '1', '2', '3', '1,3'],
      ['多选题', '二', '3', '2', '1', '1,3'],
      ['多选题', '三', '甲', '乙', '丙', '②③'],
      ['多选题', '四', '①', '②', '①③', '①③'],
    );
    expect(questions.map(({ fields, problems }) => [fields.answer, problems.length])).toEqual([
      [['A', 'C'], 0],
      ['1,3', 1],
      [['B', 'C'], 0],
      // What an option says itself.
      [['C'], 0],
    ]);
    expect(questions[2]?.notes.join()).toContain('第 2、3 个选项：BC');
  });
});

describe('options in one cell', () => {
  test('between ; or behind ①', async () => {
    const questions = await one(
      ['题干', '选项', '答案'],
      ['甲', 'A.春;B.夏；C.秋', 'A'],
      ['乙', '①春；②夏；③秋', '①③'],
      ['丙', 'A.a;\nB.b', 'A'],
    );
    expect(questions.map(({ fields }) => [fields.options, fields.answer])).toEqual([
      [['春', '夏', '秋'], ['A']],
      [
        ['春', '夏', '秋'],
        ['A', 'C'],
      ],
      [['a', 'b'], ['A']],
    ]);
  });

  test('an option a row, below the question', async () => {
    const questions = await one(
      ['序号', '题干', '选项', '选项内容', '答案'],
      ['1', '甲', 'A', '春', 'B'],
      ['', '', 'B', '夏', ''],
      ['2', '乙', 'A', '秋', 'A'],
      ['', '', 'B', '冬', ''],
    );
    expect(questions.map(({ fields, problems }) => [fields.stem, fields.options, fields.answer, problems])).toEqual([
      ['甲', ['春', '夏'], ['B'], []],
      ['乙', ['秋', '冬'], ['A'], []],
    ]);
  });
});

test('headings and kinds in English', async () => {
  const questions = await one(
    ['type', 'Question - max 120 characters', 'option1', 'option2', 'Correct answer(s) - choose one', 'score'],
    ['single', '2+2?', '3', '4', 'B', '2'],
    ['true_false', 'The sun is a star.', '', '', 'TRUE', '1'],
    ['fill', 'It is ____.', '', '', 'so', ''],
    ['short_answer', 'Why?', '', '', 'Because.', '5'],
  );
  expect(questions.map(({ kind, fields, notes }) => [kind, fields.answer, fields.points, notes])).toEqual([
    ['single', ['B'], 2, []],
    ['judge', 'T', 1, []],
    ['cloze', [['so']], undefined, []],
    ['short', 'Because.', 5, []],
  ]);
});
