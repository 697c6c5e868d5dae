import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** What a reader of a Word file sees and its runs do not say: texts within fields, styles of characters, fonts of signs. */

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const DRAWN =
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"';
const r = (text: string, look = '') => `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const font = (name: string) => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`;
const styled = (id: string) => `<w:rStyle w:val="${id}"/>`;
const style = (id: string, looks: string, more = '') =>
  `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${id}"/>${more}<w:rPr>${looks}</w:rPr></w:style>`;
const STYLES = [
  style('Up', '<w:vertAlign w:val="superscript"/>'),
  style('Under', '<w:u w:val="single"/>'),
  style('UnderToo', '', '<w:basedOn w:val="Under"/>'),
  style('Gone', '<w:vanish/>'),
  style('Hyperlink', '<w:u w:val="single"/>'),
].join('');

async function read(...paragraphs: string[]) {
  const bytes = zipSync({
    '[Content_Types].xml': strToU8(
      '<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': strToU8(
      `<w:document ${W} ${DRAWN}><w:body>${paragraphs.map((each) => (each.startsWith('<w:tbl') ? each : `<w:p>${each}</w:p>`)).join('')}</w:body></w:document>`,
    ),
    'word/styles.xml': strToU8(`<w:styles ${W}>${STYLES}</w:styles>`),
  });
  return readDocx({ name: 'a.docx', bytes: Buffer.from(bytes) });
}
const OPTIONS = [r('A. 甲'), r('B. 乙'), r('答案：A')];
const stemOf = async (...runs: string[]) => (await read([r('1. '), ...runs].join(''), ...OPTIONS))[0]?.fields.stem;

test.each([
  ['a simple field', `${r('如图')}<w:fldSimple w:instr=" REF a ">${r('3')}</w:fldSimple>${r('所示')}`, '如图3所示'],
  [
    'a field within a link',
    `<w:hyperlink w:anchor="a"><w:fldSimple w:instr=" REF a ">${r('图3')}</w:fldSimple></w:hyperlink>`,
    '图3',
  ],
  ['a direction', `<w:bdo w:val="ltr">${r('双向')}</w:bdo><w:dir w:val="ltr">${r('方向')}</w:dir>`, '双向方向'],
  ['an older line break', '<w:r><w:t>甲</w:t><w:cr/><w:t>乙</w:t></w:r>', '甲\n乙'],
])('the text of %s is read', async (_what, runs, shown) => {
  expect(await stemOf(runs)).toBe(shown);
});

test('an option that is a field is one', async () => {
  const [question] = await read(
    r('1. 选'),
    r('A. 甲'),
    `<w:fldSimple w:instr=" SEQ q ">${r('B. 乙')}</w:fldSimple>`,
    r('答案：B'),
  );
  expect(question?.fields).toMatchObject({ options: ['甲', '乙'], answer: ['B'] });
});

describe('styles of characters', () => {
  test('raise, hide and underline', async () => {
    const questions = await read(
      [r('1. x'), r('2', styled('Up')), r('等于'), r('（答案4）', styled('Gone'))].join(''),
      ...OPTIONS,
      [r('2. The '), r('red', styled('UnderToo')), r(' 划线部分的意思是')].join(''),
      ...OPTIONS,
      [r('3. 首都是'), r('      ', styled('Under')), r('。')].join(''),
      r('答案：北京'),
    );
    expect(questions[0]?.fields.stem).toBe('$x^{2}$等于');
    expect(questions[0]?.notes.join()).toContain('隐藏的文字没有导入');
    expect(questions[1]?.notes.join()).toContain('“red”');
    expect(questions[2]).toMatchObject({ kind: 'cloze', fields: { stem: '首都是____。', answer: [['北京']] } });
  });

  test('what the run itself says goes first, and a link is no underlined text', async () => {
    const [question] = await read(
      [r('1. x'), r('2', `${styled('Up')}<w:vertAlign w:val="baseline"/>`), r('网址', styled('Hyperlink'))].join(''),
      ...OPTIONS,
    );
    expect(question).toMatchObject({ fields: { stem: 'x2网址' }, notes: [] });
  });
});

describe('fonts of signs', () => {
  test.each([
    ['a private code', r('\uf061', font('Symbol')), 'α'],
    ['a letter', r('p', font('Symbol')), 'π'],
    ['a Chinese text beside it', r('角p', font('Symbol')), '角π'],
    ['a code that lost its font', r('\uf0ce'), '∈'],
    ['a circle of Wingdings', r('\uf06c', font('Wingdings')), '⚫'],
    ['an entity', r('a &lt; b', font('Symbol')), 'α < β'],
  ])('%s', async (_what, run, shown) => {
    expect(await stemOf(run)).toBe(shown);
  });

  test('what nobody can know is told', async () => {
    const [question] = await read(`${r('1. 选')}${r('\uf06e')}`, ...OPTIONS);
    expect(question?.notes).toEqual([expect.stringContaining('显示成空框')]);
  });
});

test('a box in the line stays in it, one of several lines stands behind', async () => {
  const box = (...lines: string[]) =>
    `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${lines
      .map((line) => `<w:p>${r(line)}</w:p>`)
      .join('')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  expect(await stemOf(r('海拔是'), box('______'), r('米'))).toBe('海拔是______米');
  expect(await stemOf(r('读通知'), box('通知', '三点开会'), r('，回答'))).toBe('读通知，回答\n通知\n三点开会');
});

test('a table within a cell stands where the cell has it', async () => {
  const table = (...cells: string[]) =>
    `<w:tbl><w:tr>${cells.map((each) => `<w:tc>${each}</w:tc>`).join('')}</w:tr></w:tbl>`;
  const p = (text: string) => `<w:p>${r(text)}</w:p>`;
  const [question] = await read(
    r('1. 读表'),
    table(p('外'), `${p('')}${table(p('内'), p('x=3'))}${p('')}`),
    ...OPTIONS,
  );
  expect(question?.fields.stem).toBe('读表\n外 | 内 | x=3');
});

test('a formula as it was typed is no text, even where somebody made it visible', async () => {
  expect(await stemOf(r('x'), r('\u2063732a82dcc5ce:x^2\u2063'), r('等于'))).toBe('x等于');
});

test.each([
  ['○,1', '①'],
  ['○,21', '㉑'],
  ['○,A', 'Ⓐ'],
  ['○,上', '㊤'],
])('带圈字符 %s', async (inner, shown) => {
  const part = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const code = `<w:r><w:instrText>eq \\o\\ac(${inner})</w:instrText></w:r>`;
  expect(await stemOf(part('begin'), code, part('end'), r('水'))).toBe(`${shown}水`);
});
