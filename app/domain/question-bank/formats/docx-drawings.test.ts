import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** Pictures in every way that Word and WPS draw them, and what is drawn and is no picture. */

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMES = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: OFFICE,
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  wpg: 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
})
  .map(([name, uri]) => ` xmlns:${name}="${uri}"`)
  .join('');

const png = (colour: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer();

const t = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (inner: string) => `<w:p>${inner}</w:p>`;
const drawing = (data: string) =>
  `<w:drawing><wp:anchor><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="g"/><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></wp:anchor></w:drawing>`;
const pic = (id: string) => `<pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill><pic:spPr/></pic:pic>`;
const box = (text: string) =>
  `<wps:wsp><wps:txbx><w:txbxContent>${p(text)}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>`;
const shape = '<wps:wsp><wps:spPr><a:prstGeom prst="ellipse"/></wps:spPr><wps:bodyPr/></wps:wsp>';
const vml = (inner: string) => `<w:pict><v:shapetype id="t"/><v:shape type="#t">${inner}</v:shape></w:pict>`;
const either = (choice: string, fallback: string) =>
  `<mc:AlternateContent><mc:Choice Requires="wpg">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;

/** The question with this in the run behind 看图, and its pictures. */
const read = (inner: string) => readBody(p(t('1. 看图') + `<w:r>${inner}</w:r>`) + rest());

const rest = (first = t('A. 甲')) => p(first) + p(t('B. 乙')) + p(t('答案：A'));

async function readBody(body: string) {
  const [red, blue] = await Promise.all([png('red'), png('blue')]);
  const relation = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/image" Target="${target}"/>`;
  const relations = (inside: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  const bytes = zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/></Types>',
    ),
    '_rels/.rels': strToU8(
      relations(`<Relationship Id="r" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>`),
    ),
    'word/document.xml': strToU8(`<w:document${NAMES}><w:body>${body}</w:body></w:document>`),
    'word/_rels/document.xml.rels': strToU8(
      relations(relation('red', 'media/red.png') + relation('blue', 'media/blue.png')),
    ),
    'word/media/red.png': red,
    'word/media/blue.png': blue,
  });
  const [question] = await readDocx({ name: 'a.docx', bytes: Buffer.from(bytes) });
  const colours = (question?.pictures ?? []).map(({ bytes: each }) =>
    Buffer.compare(each, red) === 0 ? 'red' : Buffer.compare(each, blue) === 0 ? 'blue' : 'another',
  );
  return { stem: question?.fields.stem, options: question?.fields.options, colours, notes: question?.notes };
}

describe('pictures', () => {
  test.each([
    ['older Word', vml('<v:imagedata r:id="red" o:title="图"/>')],
    ['a group', drawing(`<wpg:wgp><wpg:cNvGrpSpPr/>${pic('red')}</wpg:wgp>`)],
    [
      'a group for newer and older programs',
      either(drawing(`<wpg:wgp>${pic('red')}</wpg:wgp>`), vml('<v:imagedata r:id="red"/>')),
    ],
    [
      'the face of a shape',
      drawing('<wps:wsp><wps:spPr><a:blipFill><a:blip r:embed="red"/></a:blipFill></wps:spPr></wps:wsp>'),
    ],
    ['another program', `<w:object><v:shape><v:imagedata r:id="red"/></v:shape></w:object>`],
    ['a newer program alone', either(drawing('<c:chart r:id="x"/>'), drawing(pic('red')))],
  ])('of %s', async (_name, inner) => {
    expect(await read(inner)).toMatchObject({ stem: '看图[图1]', colours: ['red'], notes: [] });
  });

  test('of a group are all there, with what stands beside them', async () => {
    const found = await read(drawing(`<wpg:wgp>${pic('red')}${pic('blue')}${box(t('甲处'))}${shape}</wpg:wgp>`));
    expect(found).toMatchObject({ stem: '看图[图1][图2]\n甲处', colours: ['red', 'blue'] });
    expect(found.notes?.join()).toMatch(/图形.*没有导入.*标注的文字/);
  });

  test('within a text box', async () => {
    const inner = box(t('框里') + `<w:r>${drawing(pic('blue'))}</w:r>`);
    const older = vml(`<v:textbox><w:txbxContent>${p(t('框里'))}</w:txbxContent></v:textbox>`);
    expect(await read(either(drawing(inner), older))).toMatchObject({
      stem: '看图\n框里[图1]',
      colours: ['blue'],
      notes: [],
    });
  });
});

test('a floating picture hangs on the beginning of a paragraph, before its number or letter', async () => {
  const floating = `<w:r>${drawing(pic('red'))}</w:r>`;
  expect(await readBody(p(floating + t('1. 看图（ ）')) + rest())).toMatchObject({
    stem: '看图（ ）[图1]',
    options: ['甲', '乙'],
    colours: ['red'],
  });
  expect(await readBody(p(t('1. 看图（ ）')) + rest(floating + t('A. 甲')))).toMatchObject({
    stem: '看图（ ）\n[图1]',
    options: ['甲', '乙'],
  });
});

describe('what is drawn and is no picture', () => {
  test.each([
    ['a shape', drawing(shape), '看图', /图形.*没有导入/],
    ['a shape of older Word', '<w:pict><v:oval/></w:pict>', '看图', /图形.*没有导入/],
    ['a chart', drawing('<c:chart r:id="x"/>'), '看图〔图〕', /图表.*没有导入/],
    ['a picture that is not there', drawing(pic('none')), '看图〔图〕', /找不到的图片/],
  ])('%s is told', async (_name, inner, stem, note) => {
    const found = await read(inner);
    expect(found).toMatchObject({ stem, colours: [] });
    expect(found.notes).toEqual([expect.stringMatching(note)]);
  });

  test('the text of WordArt is read, and a line across the page is nothing', async () => {
    expect(await read(vml('<v:textpath string="春&amp;秋"/>'))).toMatchObject({
      stem: '看图春&秋',
      colours: [],
      notes: [],
    });
    expect(await read('<w:pict><v:rect o:hr="t"/></w:pict>')).toMatchObject({ stem: '看图', colours: [], notes: [] });
  });
});

test('a sign with its reading keeps both', async () => {
  const ruby = (base: string, reading: string) =>
    `<w:ruby><w:rubyPr/><w:rt>${t(reading)}</w:rt><w:rubyBase>${t(base)}</w:rubyBase></w:ruby>`;
  const found = await read(`<w:t>读</w:t>${ruby('寒', 'hán')}<w:t>冷</w:t>`);
  expect(found.stem).toBe('看图读寒(hán)冷');
  expect(found.notes).toEqual([expect.stringContaining('拼音指南')]);
});
