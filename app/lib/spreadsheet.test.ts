import { crc32, deflateRawSync } from 'node:zlib';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { AppError } from './errors';
import { numberText } from './cell-numbers';
import { readSheetRows, writeSheet } from './spreadsheet.server';

/** A ZIP archive of some texts; `lie` states other unpacked sizes than the true ones. */
function zip(entries: Record<string, string | Buffer>, { lie }: { lie?: number } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(lie ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const entriesBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(entriesBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entriesBytes, end]);
}

const WORKBOOK = '<workbook><sheets><sheet name="一" sheetId="1" r:id="rId7"/></sheets></workbook>';
const RELATIONS =
  '<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/><Relationship Id="rId8" Target="styles.xml"/></Relationships>';

function workbook(sheetData: string, more: Record<string, string> = {}): Buffer {
  return zip({
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...more,
  });
}

async function* source(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

const rowsOf = (bytes: Buffer, maxRows = 100) => readSheetRows(source(bytes), { maxRows });

describe('reading', () => {
  test('texts, shared and inline, numbers, entities, runs and gaps', async () => {
    const strings =
      '<sst><si><t>王&amp;李</t></si><si><r><t>欧阳</t></r><r><t>晓雨</t></r><rPh sb="0" eb="1"><t>OUYANG</t></rPh></si><si/></sst>';
    const sheet = `
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
      <row r="4"><c r="A4"><v>20260101</v></c><c r="B4" t="inlineStr"><is><t xml:space="preserve"> 0012 </t></is></c><c r="D4" t="b"><v>1</v></c></row>
      <row r="5"><c r="A5" t="s"><v>2</v></c><c r="B5"/></row>
      <row r="6"><c r="A6" t="str"><f>1+1</f><v>=x</v></c><c r="B6" t="e"><v>#N/A</v></c></row>`;
    expect(await rowsOf(workbook(sheet, { 'xl/sharedStrings.xml': strings }))).toEqual([
      { number: 1, cells: ['王&李', '', '欧阳晓雨'] },
      { number: 4, cells: ['20260101', '0012', '', '是'] },
      { number: 6, cells: ['=x'] },
    ]);
  });

  test('a number with the format 00000000 keeps the zeros that the cell shows', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000000"/></numFmts><cellStyleXfs><xf numFmtId="164"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>';
    const sheet = '<row r="1"><c r="A1" s="1"><v>12</v></c><c r="B1" s="0"><v>12</v></c></row>';
    expect(await rowsOf(workbook(sheet, { 'xl/styles.xml': styles }))).toEqual([
      { number: 1, cells: ['00000012', '12'] },
    ]);
  });

  test.each([
    ['14', '', '45293', '2024-01-02'],
    ['164', 'yyyy"年"m"月"d"日"', '45293', '2024-01-02'],
    ['164', '[$-804]yyyy/m/d\\ h:mm', '45293.5', '2024-01-02 12:00'],
    ['20', '', '0.3125', '07:30'],
    ['9', '', '0.25', '25%'],
    ['164', '0.0%', '0.125', '12.5%'],
    ['164', '0.00"元"', '3.5', '3.5'],
    ['164', 'General', '45293', '45293'],
    ['1', '', '45293', '45293'],
    // Counted wrong in every file of this kind.
    ['14', '', '59', '59'],
    ['14', '', '-1', '-1'],
  ])('number format %s %s shows %s as %s', async (id, code, value, shown) => {
    const format =
      code === '' ? '' : `<numFmts><numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts>`;
    const styles = `<styleSheet>${format}<cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`;
    const sheet = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`;
    expect(await rowsOf(workbook(sheet, { 'xl/styles.xml': styles }))).toEqual([{ number: 1, cells: [shown] }]);
  });

  test('tags with a prefix and cells without an address', async () => {
    const sheet = '<x:row><x:c t="inlineStr"><x:is><x:t>甲</x:t></x:is></x:c><x:c><x:v>5</x:v></x:c></x:row>';
    expect(await rowsOf(workbook(sheet))).toEqual([{ number: 1, cells: ['甲', '5'] }]);
  });

  test.each([
    ['12', 0, '12'],
    ['2.0260101E7', 0, '20260101'],
    ['1.3800000001E10', 0, '13800000001'],
    ['12', 6, '000012'],
    ['12.5', 0, '12.5'],
    ['-3', 4, '-3'],
    ['', 3, ''],
  ])('the number %s with %d digits is %s', (raw, digits, text) => {
    expect(numberText(raw, digits)).toBe(text);
  });
});

describe('hostile and wrong files', () => {
  const bomb = `<row r="1"><c r="A1" t="inlineStr"><is><t>${' '.repeat(30 * 1024 * 1024)}</t></is></c></row>`;
  const sparse =
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c><c r="A1048576"><v>3</v></c></row>';

  test.each<[string, () => Buffer, string]>([
    ['not a zip', () => Buffer.from('学号,姓名\n1,甲'), 'unsupported_type'],
    ['an old .xls', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'unsupported_type'],
    ['a zip cut short', () => workbook('<row/>').subarray(0, 200), 'unsupported_type'],
    ['a zip that is no workbook', () => zip({ 'a.txt': 'x' }), 'unsupported_type'],
    ['a zip bomb', () => workbook(bomb), 'too_large'],
    [
      'a zip bomb that lies about its size',
      () =>
        zip(
          {
            'xl/workbook.xml': WORKBOOK,
            'xl/_rels/workbook.xml.rels': RELATIONS,
            'xl/worksheets/sheet1.xml': bomb,
          },
          { lie: 10 },
        ),
      'too_large',
    ],
    ['too many rows', () => workbook('<row><c><v>1</v></c></row>'.repeat(101)), 'too_large'],
    ['an entry that is damaged', () => damaged(workbook('<row><c><v>123456789</v></c></row>')), 'unsupported_type'],
  ])('%s is refused with a sentence', async (_name, make, code) => {
    const error = await rowsOf(make()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code });
  });

  test('cells at the far end of the sheet cost nothing', async () => {
    expect(await rowsOf(workbook(sparse))).toEqual([
      { number: 1, cells: ['1'] },
      { number: 1048576, cells: ['3'] },
    ]);
  });

  test('documents with a DTD or unclosed tags are read without expanding anything', async () => {
    const xml = '<!DOCTYPE x [<!ENTITY a "&a;&a;">]><row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c>';
    expect(await rowsOf(workbook(xml))).toEqual([{ number: 1, cells: ['&a;'] }]);
  });

  function damaged(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    const at = copy.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length + 4;
    copy[at] = (copy[at] ?? 0) ^ 0xff;
    return copy;
  }
});

describe('writing', () => {
  const hostile = ['=cmd|/c calc!A0', '+1', '-1', '@SUM(A1)', '\t=1', '0012', '王"<&>', '1e5', '\u0000x'];

  test('every cell is text, no formula stands anywhere, zeros stay', async () => {
    const file = await writeSheet([
      { name: '学生', columns: hostile.map((_, index) => ({ header: `列${index}`, width: 10 })), rows: [hostile] },
    ]);
    // An independent reader first.
    const read = await readSheet(file, { trim: false });
    expect(read[1]).toEqual([...hostile.slice(0, -1), 'x']);
    expect((await rowsOf(file))[1]?.cells.slice(0, 4)).toEqual(hostile.slice(0, 4));
    const sheet = await entry(file, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f');
    const types = [...sheet.matchAll(/<c [^>]*\bt="(\w+)"/g)].map((match) => match[1]);
    expect(types).toHaveLength(2 * hostile.length);
    expect(new Set(types)).toEqual(new Set(['s']));
    // The text format (49, @): a cell that is edited by hand stays text.
    expect(await entry(file, 'xl/styles.xml')).toMatch(/numFmtId="49"|formatCode="@"/);
  });

  test('prepared rows are text cells to type into', async () => {
    const file = await writeSheet([{ name: '模板', columns: [{ header: '学号', width: 10 }], rows: [], blankRows: 2 }]);
    expect(await entry(file, 'xl/worksheets/sheet1.xml')).toMatch(/<c r="A3" s="\d+"/);
    expect(await rowsOf(file)).toEqual([{ number: 1, cells: ['学号'] }]);
  });

  async function entry(file: Buffer, name: string): Promise<string> {
    const { openZip } = await import('./zip.server');
    const zipped = openZip(file, { entries: 100, entryBytes: 1e7, totalBytes: 1e7 });
    return (await zipped.read(name))?.toString('utf8') ?? '';
  }
});
