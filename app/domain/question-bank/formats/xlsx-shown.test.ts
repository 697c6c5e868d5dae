import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readXlsx } from './xlsx-format.server';

/** What a sheet shows beside plain text, and the headings of other systems. */

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = (...all: [string, string, string][]) =>
  strToU8(
    `<Relationships>${all
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`,
  );

/** A cell: a text, runs of an inline text (`is`), or any cell as it is written. */
type Cell = string | { is: string } | { xml: string };
const t = (text: string) => `<t xml:space="preserve">${text}</t>`;
const run = (text: string, look = '') => `<r><rPr>${look}</rPr>${t(text)}</r>`;

async function read(rows: Cell[][], more: Record<string, Uint8Array> = {}) {
  const cell = (value: Cell, at: number, row: number) => {
    const place = `r="${'ABCDEFGHIJ'.charAt(at)}${row + 1}"`;
    if (typeof value === 'object' && 'xml' in value) return value.xml.replace('<c', `<c ${place}`);
    const inner = typeof value === 'string' ? t(value) : value.is;
    return value === '' ? '' : `<c ${place} t="inlineStr"><is>${inner}</is></c>`;
  };
  const data = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((each, at) => cell(each, at, row)).join('')}</row>`,
  );
  const bytes = zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="一" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': rels(['r1', 'worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${data.join('')}</sheetData></worksheet>`),
    ...more,
  });
  return readXlsx({ name: 'a.xlsx', bytes: Buffer.from(bytes) });
}

const HEADER = ['题型', '题干', '选项A', '选项B', '答案'];
const png = (colour: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer();

describe('pictures', () => {
  const blip = '<xdr:blipFill><a:blip r:embed="p"/></xdr:blipFill>';
  const anchor = (kind: string, column: number, row: number, inner: string) =>
    `<xdr:${kind}><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>9</xdr:colOff><xdr:row>${row}</xdr:row></xdr:from>${inner}</xdr:${kind}>`;
  const drawn = async (...anchors: string[]) => ({
    'xl/worksheets/_rels/sheet1.xml.rels': rels(['d', 'drawing', '../drawings/drawing1.xml']),
    'xl/drawings/drawing1.xml': strToU8(`<xdr:wsDr>${anchors.join('')}</xdr:wsDr>`),
    'xl/drawings/_rels/drawing1.xml.rels': rels(['p', 'image', '../media/image1.png']),
    'xl/media/image1.png': new Uint8Array(await png('red')),
  });
  const QUESTION = ['单选', '看图', '甲', '乙', 'A'];

  test('over a cell belong to its row, and stand in the cell where a text may', async () => {
    const more = await drawn(
      anchor('oneCellAnchor', 1, 1, `<xdr:pic>${blip}</xdr:pic>`),
      anchor('twoCellAnchor', 3, 2, `<xdr:pic>${blip}</xdr:pic>`),
      anchor('twoCellAnchor', 8, 2, `<xdr:pic>${blip}</xdr:pic>`),
      anchor('twoCellAnchor', 1, 40, `<xdr:pic>${blip}</xdr:pic>`),
    );
    const questions = await read([HEADER, QUESTION, ['单选', '选图', '甲', '', 'B']], more);
    expect(questions.map(({ fields, pictures }) => [fields.stem, fields.options, pictures.length])).toEqual([
      ['看图[图1]', ['甲', '乙'], 1],
      ['选图[图1]', ['甲', '[图1]'], 1],
    ]);
    expect(questions.map(({ problems }) => problems)).toEqual([[], []]);
    expect(questions[0]?.notes).toEqual(['表格里有 1 张图片不在任何一题的行上，没有导入。']);
  });

  test('that WPS keeps in a cell are in that cell', async () => {
    const image = `<etc:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="ID_7F"/></xdr:nvPicPr>${blip}</xdr:pic></etc:cellImage>`;
    const more = {
      'xl/cellimages.xml': strToU8(`<etc:cellImages>${image}</etc:cellImages>`),
      'xl/_rels/cellimages.xml.rels': rels(['p', 'image', 'media/image1.png']),
      'xl/media/image1.png': new Uint8Array(await png('red')),
    };
    const inCell = (id: string) => ({
      xml: `<c t="str"><f>_xlfn.DISPIMG("${id}",1)</f><v>=DISPIMG("${id}",1)</v></c>`,
    });
    const [question] = await read([HEADER, ['单选', '看图', inCell('ID_7F'), inCell('ID_0'), 'A']], more);
    expect(question?.fields.options).toEqual(['[图1]', '〔图〕']);
    expect(question?.notes.join()).toContain('找不到');
  });

  test('charts, shapes, and what Excel keeps in a cell, are told at their row', async () => {
    const chart =
      '<xdr:graphicFrame><a:graphic><a:graphicData><c:chart/></a:graphicData></a:graphic></xdr:graphicFrame>';
    const more = await drawn(
      anchor('twoCellAnchor', 5, 1, chart),
      anchor('twoCellAnchor', 5, 2, '<xdr:sp><xdr:spPr/></xdr:sp>'),
    );
    const kept = { xml: '<c t="e" vm="1"><v>#VALUE!</v></c>' };
    const questions = await read([HEADER, QUESTION, QUESTION, [...QUESTION, kept], QUESTION], more);
    expect(questions.map(({ notes }) => notes.join())).toEqual([
      expect.stringContaining('图表没有导入'),
      expect.stringContaining('图形或文本框没有导入'),
      expect.stringContaining('嵌入的图片没有导入'),
      '',
    ]);
  });
});

describe('looks', () => {
  test('raised and lowered signs are formulas, but not in what pupils type; underlined spaces are blanks', async () => {
    const sub = (text: string) => run(text, '<vertAlign val="subscript"/>');
    const water = { is: run('H') + sub('2') + run('O') };
    const square = { is: run('x') + run('2', '<vertAlign val="superscript"/>') };
    const blank = { is: run('水是') + run('      ', '<u/>') + run('。') };
    const questions = await read([HEADER, ['单选', water, square, 'x2', 'A'], ['填空', blank, '', '', water]]);
    expect(questions.map(({ fields }) => [fields.stem, fields.options ?? fields.answer])).toEqual([
      ['$H_{2}O$', ['$x^{2}$', 'x2']],
      ['水是____。', [['H₂O']]],
    ]);
  });

  test('a raised text keeps its height whatever it is made of', async () => {
    const up = (text: string) => run(text, '<vertAlign val="superscript"/>');
    const power = { is: run('10') + up('－2') };
    const root = { is: run('a') + up('1/2') };
    const questions = await read([HEADER, ['单选', power, root, '10－2', 'A'], ['填空', '一____', '', '', power]]);
    expect(questions.map(({ fields }) => [fields.stem, fields.options ?? fields.answer])).toEqual([
      ['$10^{-2}$', ['$a^{1/2}$', '10－2']],
      ['一____', [['10⁻²']]],
    ]);
  });

  test('a text that is struck out is left out and told; a question that is, is refused', async () => {
    const strike = '<strike/>';
    const [part, whole] = await read([
      HEADER,
      ['单选', { is: run('旧', strike) + run('新题') }, '甲', '乙', 'A'],
      ['单选', { is: run('旧题', strike) }, '甲', '乙', 'A'],
    ]);
    expect(part?.fields.stem).toBe('新题');
    expect(part?.notes.join()).toContain('删除线的文字没有导入');
    expect(whole).toMatchObject({ fields: { stem: '旧题' }, problems: [expect.stringContaining('加了删除线')] });
  });

  test('a cell whose font is struck out, and numbers as their cells show them', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$¥-804]#,##0"/><numFmt numFmtId="171" formatCode="[&gt;1]0.0"/></numFmts>
      <fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="0" fontId="1"/>
      <xf numFmtId="4"/><xf numFmtId="12"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
    const number = (style: number, value: number) => ({ xml: `<c s="${style}"><v>${value}</v></c>` });
    const questions = await read(
      [
        HEADER,
        ['单选', '多少', number(2, 1234.5), number(3, 0.5), 'A'],
        ['单选', '多少钱', number(4, 1000), number(5, 2.25), 'A'],
        ['单选', { xml: `<c s="1" t="inlineStr"><is>${t('不要了')}</is></c>` }, '甲', '乙', 'A'],
      ],
      { 'xl/styles.xml': strToU8(styles) },
    );
    expect(questions.map(({ fields }) => fields.options)).toEqual([
      ['1,234.50', '1/2'],
      ['¥1,000', '2.25'],
      ['甲', '乙'],
    ]);
    expect(questions.map(({ notes, problems }) => [...notes, ...problems].join())).toEqual([
      '',
      expect.stringContaining('显示格式'),
      expect.stringContaining('删除线'),
    ]);
  });
});

describe('other systems', () => {
  test('an option that begins with its own letter loses it where all do', async () => {
    const questions = await read([HEADER, ['单选', '选', 'A.红', 'B.黄', 'B.黄'], ['单选', '选', 'A.红', '黄', 'B']]);
    expect(questions.map(({ fields }) => [fields.options, fields.answer])).toEqual([
      [['红', '黄'], ['B']],
      [['A.红', '黄'], ['B']],
    ]);
  });

  test('headings of 超星, with a text that several questions share', async () => {
    const questions = await read([
      ['题型', '大题题干', '小题题型', '小题题干', '正确答案', '选项数', 'A', 'B'],
      ['单选题', '首都是', '', '', 'A', '2', '北京', '上海'],
      ['阅读理解', '一段材料', '', '', '', '', '', ''],
      ['', '', '单选题', '第一问', 'B', '2', '甲', '乙'],
      ['', '', '判断题', '第二问', '对', '', '', ''],
    ]);
    expect(questions.map(({ kind, fields, notes }) => [kind, fields.stem, fields.answer, notes])).toEqual([
      ['single', '首都是', ['A'], []],
      ['single', '一段材料\n第一问', ['B'], []],
      ['judge', '一段材料\n第二问', 'T', []],
    ]);
  });

  test('other names, and all options in one cell between # or ;', async () => {
    const questions = await read([
      ['试题类型', '试题题干', '试题选项', '试题答案', '试题解析'],
      ['多选题', '偶数', '1#2#3#4', 'B#D', '略'],
      ['单选题', '最小', '0；1', 'A', ''],
    ]);
    expect(questions.map(({ fields }) => [fields.options, fields.answer])).toEqual([
      [
        ['1', '2', '3', '4'],
        ['B', 'D'],
      ],
      [['0', '1'], ['A']],
    ]);
  });

  test('a refusal says which headings are known, and what stands there', async () => {
    await expect(read([['编号', '内容描述'], ['1', '二']])).rejects.toThrow(/“编号、内容描述”.*题干（题目.*试题答案/); // prettier-ignore
  });
});

test('a hidden column is read, and that is told', async () => {
  const row = (cells: string[], at: number) =>
    `<row r="${at}">${cells.map((text, column) => `<c r="${'ABCDE'.charAt(column)}${at}" t="inlineStr"><is>${t(text)}</is></c>`).join('')}</row>`;
  const cols = '<cols><col min="1" max="1" width="9"/><col min="5" max="5" hidden="1" width="0"/></cols>';
  const xml = `<worksheet>${cols}<sheetData>${row(HEADER, 1)}${row(['单选', '一', '甲', '乙', 'A'], 2)}</sheetData></worksheet>`;
  const [question] = await read([], { 'xl/worksheets/sheet1.xml': strToU8(xml) });
  expect(question).toMatchObject({ fields: { answer: ['A'] }, notes: ['整个文件：隐藏的列“答案”也读取了，请核对。'] });
});

test('a day and a time are read as the cell shows them, or that is told', async () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="171" formatCode="dddd"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="20"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
  const rows: Cell[][] = [
    ['题型', '题干', '答案'],
    ['填空题', '日期____', { xml: '<c s="1"><v>45293</v></c>' }],
    ['填空题', '时刻____', { xml: '<c s="2"><v>0.354166666666667</v></c>' }],
    ['填空题', '星期____', { xml: '<c s="3"><v>45293</v></c>' }],
  ];
  const questions = await read(rows, { 'xl/styles.xml': strToU8(styles) });
  expect(questions.map(({ fields, notes }) => [fields.answer, notes.join()])).toEqual([
    [[['2024年1月2日']], ''],
    [[['8:30']], ''],
    [[['2024-01-02']], '有数字或日期的显示格式没有照搬，请核对。'],
  ]);
});

test('a key that says 无 or 略 is held back, not refused: it may be what is asked for', async () => {
  const questions = await read([
    ['题型', '题干', '答案'],
    ['填空题', '太阳系的第十颗行星：____', '无'],
  ]);
  expect(questions).toMatchObject([{ fields: { answer: [['无']] }, problems: [], isDoubtful: true }]);
});

test('选项一, 选项二 are columns of options, and a number is the place of one', async () => {
  const header = ['题目', '题目类型', '选项一', '选项二', '选项三', '正确选项', '每题分数'];
  const [first, second] = await read([header, ['首都', '单选题', '上海', '北京', '广州', '北京', '5'], ['省会', '单选题', '甲', '乙', '丙', '3', '5']]); // prettier-ignore
  expect(first).toMatchObject({
    fields: { options: ['上海', '北京', '广州'], answer: ['B'], points: 5 },
    problems: [],
  });
  expect(second?.fields.answer).toEqual(['C']);
});
