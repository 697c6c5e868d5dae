import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readXlsx } from './xlsx-format.server';

/** Cells that a teacher merged over the rows of several questions. */

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

async function read(merged: string[], rows: string[][]) {
  const cell = (text: string, place: string) =>
    text === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const data = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((text, column) => cell(text, `${'ABCDEFGHIJ'.charAt(column)}${at + 1}`)).join('')}</row>`,
  );
  const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const bytes = zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="一" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData>${data.join('')}</sheetData><mergeCells>${cells}</mergeCells></worksheet>`,
    ),
  });
  return readXlsx({ name: 'a.xlsx', bytes: Buffer.from(bytes) });
}

const HEADER = ['题型', '题干', '选项A', '选项B', '答案', '难度', '分值', '解析'];

test('what they say is of every row, and that is told of the file', async () => {
  const questions = await read(
    ['A2:A4', 'F2:F4', 'G2:G4', 'H2:H3'],
    [
      HEADER,
      ['多选题', '题一', '甲', '乙', 'AB', '高级', '6', '共用解析'],
      ['', '题二', '甲', '乙', 'A'],
      ['', '题三', '甲', '乙', 'B'],
      ['', '题四', '甲', '乙', 'B'],
    ],
  );
  expect(questions.map(({ kind, fields }) => [kind, fields.level, fields.points, fields.analysis])).toEqual([
    ['multiple', 3, 6, '共用解析'],
    ['multiple', 3, 6, '共用解析'],
    ['multiple', 3, 6, undefined],
    ['single', undefined, undefined, undefined],
  ]);
  expect(questions[0]?.notes).toEqual([
    '整个文件：“题型”“难度”“分值”“解析”列有合并的格子，里面写的算作其中每一行的，请核对。',
  ]);
});

test('the rows of the options of one question stay of one', async () => {
  const questions = await read(
    ['A2:A3', 'B2:B3', 'D2:D3'],
    [
      ['题型', '题干', '选项', '答案'],
      ['单选题', '题一', 'A. 甲', 'B'],
      ['', '', 'B. 乙', ''],
      ['单选题', '题二', 'A. 甲\nB. 乙', 'A'],
    ],
  );
  expect(questions.map(({ fields, notes }) => [fields.stem, fields.options, fields.answer, notes])).toEqual([
    ['题一', ['甲', '乙'], ['B'], []],
    ['题二', ['甲', '乙'], ['A'], []],
  ]);
});
