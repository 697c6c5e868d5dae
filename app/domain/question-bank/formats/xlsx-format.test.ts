import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { writeSheet } from '~/lib/spreadsheet.server';
import { readXlsx, xlsxTemplate } from './xlsx-format.server';

const read = async (rows: string[][], headers: string[]) => {
  const columns = headers.map((header) => ({ header, width: 10 }));
  return readXlsx({ name: 'a.xlsx', bytes: await writeSheet([{ name: '一', columns, rows }]) });
};

test('letters as the answer where no column holds options are not chosen', async () => {
  const [question] = await read([['首都是', 'B', '备用']], ['题干', '答案', '说明']);
  expect(question).toMatchObject({ isDoubtful: true });
  expect(question?.notes.join()).toMatch(/“说明”.*|像选项字母/);
  const [other] = await read([['首都是', 'A.上海|B.北京', 'B']], ['试题内容', '试题选项', '正确答案']);
  expect(other).toMatchObject({ kind: 'single', fields: { options: ['上海', '北京'], answer: ['B'] }, problems: [] });
});

describe('reading', () => {
  test('headers in any order and by other names; the row is the line', async () => {
    const questions = await read(
      [
        ['B', '首都是（ ）', '单选', '007', '北京', '0.85', '上海'],
        ['', '', '', '', '', '', ''],
        ['错误', '地球是方的。', '判断题', '', '', '', ''],
      ],
      ['正确答案', '*题目（必填）', '试题类型', 'A', '选项2', '难度系数', 'C'],
    );
    expect(questions.map(({ line, kind, fields }) => [line, kind, fields])).toEqual([
      [2, 'single', { stem: '首都是（ ）', options: ['007', '北京', '上海'], answer: ['B'], level: 1 }],
      [4, 'judge', { stem: '地球是方的。', answer: 'F' }],
    ]);
  });

  test('all options in one cell, a kind found by the content, directories', async () => {
    const [question] = await read(
      [['选', 'A. 甲\nB. 乙', 'AB', '一年级/语文\\/数学']],
      ['题干', '选项', '答案', '目录'],
    );
    expect(question).toMatchObject({
      kind: 'multiple',
      fields: { options: ['甲', '乙'], answer: ['A', 'B'] },
      directories: ['一年级', '语文/数学'],
    });
  });

  test('what is wrong is said at its row', async () => {
    const [question] = await read([['单选题', '选', '甲', '乙', 'D']], ['题型', '题干', '选项A', '选项B', '答案']);
    expect(question?.problems).toEqual(['答案 D 不在选项里，请改正答案或补上选项。']);
  });

  test('a sheet without a stem column, and the empty template', async () => {
    await expect(read([['1', '2']], ['甲', '乙'])).rejects.toEqual(expect.objectContaining({ code: 'invalid' }));
    const { bytes } = await xlsxTemplate();
    await expect(readXlsx({ name: 'a', bytes })).rejects.toEqual(
      expect.objectContaining({ message: expect.stringContaining('没有题目') as string }),
    );
  });

  test.each([
    ['题型', '判断'],
    ['题目类型', '判断题'],
    ['类型', '是非题'],
  ])('%s %s with 1 and 0, words and cells that are true or false', async (header, kind) => {
    const answers = ['1', '0', 'TRUE', 'FALSE', 'true', '√', '×', '对', '错误', 'T', 'N'];
    const keys = ['T', 'F', 'T', 'F', 'T', 'T', 'F', 'T', 'F', 'T', 'F'];
    const rows = answers.map((answer, at) => [kind, `第${at}句。`, answer]);
    const judges = (await read(rows, [header, '题干', '答案'])).map(({ kind: found, fields, problems }) => [
      found,
      fields.answer,
      ...problems,
    ]);
    expect(judges).toEqual(keys.map((key) => ['judge', key]));
    const cells = (
      await read(
        [
          [kind, '真', ''],
          [kind, '假', ''],
        ],
        [header, '题干', '答案'],
      )
    ).map(({ problems }) => problems);
    expect(cells.map(({ length }) => length)).toEqual([1, 1]);
    const typed = await readXlsx({ name: 'a.xlsx', bytes: await withBooleans(header, kind) });
    expect(typed.map(({ kind: found, fields, notes }) => [found, fields.answer, notes.length])).toEqual([
      ['judge', 'T', 0],
      ['judge', 'F', 0],
      ['judge', 'T', 1],
      ['judge', 'F', 1],
    ]);
  });
});

/** A sheet as a spreadsheet program writes it: two cells that are true and false, two that are the numbers 1 and 0. */
async function withBooleans(header: string, kind: string): Promise<Buffer> {
  const columns = [header, '题干', '答案'].map((each) => ({ header: each, width: 10 }));
  const values = ['真值', '假值', '数一', '数零'];
  const parts = unzipSync(
    await writeSheet([{ name: '一', columns, rows: values.map((value, at) => [kind, `第${at}句。`, value]) }]),
  );
  const name = 'xl/worksheets/sheet1.xml';
  let xml = strFromU8(parts[name] ?? new Uint8Array());
  ['t="b"><v>1', 't="b"><v>0', '><v>1', '><v>0'].forEach((cell, at) => {
    xml = xml.replace(new RegExp(`(<c r="C${at + 2}"[^>]*?)(?: t="[^"]*")?>[\\s\\S]*?</c>`), `$1 ${cell}</v></c>`);
  });
  parts[name] = strToU8(xml);
  return Buffer.from(zipSync(parts));
}

test('a hidden sheet is named', async () => {
  const columns = ['题干', '答案'].map((header) => ({ header, width: 10 }));
  const bytes = await writeSheet([
    { name: '一', columns, rows: [['地球是圆的。', '对']] },
    { name: '二', columns, rows: [['水往高处流。', '错']] },
  ]);
  const files = unzipSync(bytes);
  const book = strFromU8(files['xl/workbook.xml']!).replace(/(<sheet [^>]*name="二")/, '$1 state="hidden"');
  files['xl/workbook.xml'] = strToU8(book);
  const questions = await readXlsx({ name: 'a.xlsx', bytes: Buffer.from(zipSync(files)) });
  expect(questions).toHaveLength(1);
  expect(questions[0]?.notes.join()).toContain('隐藏的工作表“二”没有读取');
});

test('raised and lowered signs of a cell are such signs', async () => {
  const columns = ['题干', '答案'].map((header) => ({ header, width: 10 }));
  const files = unzipSync(await writeSheet([{ name: '一', columns, rows: [['甲____', '乙']] }]));
  const run = (text: string, align = '') => `<r><rPr>${align && `<vertAlign val="${align}"/>`}</rPr><t>${text}</t></r>`;
  const rich = [run('H'), run('2', 'subscript'), run('O与10'), run('3', 'superscript'), run('的积____')].join('');
  const strings = '<si><t>题干</t></si><si><t>答案</t></si>' + `<si>${rich}</si><si><t>乙</t></si>`;
  files['xl/sharedStrings.xml'] = strToU8(`<sst>${strings}</sst>`);
  const sheet = Object.keys(files).find((name) => /worksheets\/sheet1\.xml$/.test(name))!;
  const cells = (row: number, from: number) =>
    `<row r="${row}"><c r="A${row}" t="s"><v>${from}</v></c><c r="B${row}" t="s"><v>${from + 1}</v></c></row>`;
  files[sheet] = strToU8(`<worksheet><sheetData>${cells(1, 0)}${cells(2, 2)}</sheetData></worksheet>`);
  const [question] = await readXlsx({ name: 'a.xlsx', bytes: Buffer.from(zipSync(files)) });
  expect(question?.fields.stem).toBe('$H_{2}O$与$10^{3}$的积____');
});
