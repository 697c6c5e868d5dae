// Files that somebody made to hold a server up: each in any size, the same one in every run.
import { strToU8, zipSync } from 'fflate';

/** A piece again and again until the text is that long. */
const repeat = (piece, size) => piece.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(piece))));
const nested = (open, core, close, size) => {
  const levels = Math.max(1, Math.floor(size / (open.length + close.length)));
  return open.repeat(levels) + core + close.repeat(levels);
};
const text = (make) => (size) => Buffer.from(make(size));

const line = (size) => repeat('春眠不觉晓，处处闻啼鸟。', size);
const passage = (size) => `阅读下面的文字，完成1～400题。\n${repeat('春眠不觉晓，处处闻啼鸟。\n', size)}`;
const choices = (before, behind) =>
  Array.from({ length: 400 }, (_, at) => `${before}${at + 1}${behind}甲（ ）\nA．甲 B．乙 C．丙 D．丁`).join('\n');

const zip = (files) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)])), { level: 6 }),
  );

// ---------------------------------------------------------------- Word

const WORD =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const docx =
  (make, more = {}) =>
  (size) =>
    zip({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': `<?xml version="1.0"?><w:document ${WORD}><w:body>${make(size)}</w:body></w:document>`,
      ...more,
    });
const paragraph = (words) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;

// ---------------------------------------------------------------- Excel

const xlsx =
  (rows, { strings = '', styles = '' } = {}) =>
  (size) =>
    zip({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="题目" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows(size)}</sheetData></worksheet>`,
      'xl/sharedStrings.xml': typeof strings === 'function' ? strings(size) : strings,
      'xl/styles.xml': typeof styles === 'function' ? styles(size) : styles,
    });

const moodle = (make) => text((size) => `<?xml version="1.0"?><quiz>${make(size)}</quiz>`);
const moodleText = (make) =>
  moodle(
    (size) =>
      `<question type="essay"><name><text>a</text></name><questiontext format="html"><text>${make(size)}</text></questiontext></question>`,
  );
const qti2 = (make) =>
  text(
    (size) =>
      `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="i" title="t"><itemBody>${make(size)}</itemBody></assessmentItem>`,
  );
const json = (make) => text((size) => `{"format":"kaoping","version":1,"questions":${make(size)}}`);

/** Each with the format it is sent as ('' lets the server find out) and how to make about `size` bytes of it, unpacked. */
export const HOSTILE_FILES = [
  ['text: headings', 'text', text((size) => repeat('一、\n', size))],
  ['text: doubtful numbers', 'text', text((size) => repeat('1 a\n', size))],
  ['text: numbers in brackets', 'text', text((size) => repeat('（1）\n', size))],
  ['text: options without end', 'text', text((size) => `1. a\n${repeat('A. a B. b ', size)}`)],
  ['text: answers', 'text', text((size) => `1. a\n${repeat('答案：', size)}`)],
  ['text: a passage for four hundred questions', 'text', text((size) => `${passage(size)}\n${choices('', '．')}`)],
  ['text: four hundred small questions', 'text', text((size) => `1．${line(size)}\n${choices('（', '）')}`)],
  ['text: one endless line', 'text', text((size) => `1. ${repeat('（', size)}`)],
  ['text: blanks', 'text', text((size) => `1. a\n答案：${repeat('_ ', size)}`)],
  ['text: empty lines', 'text', text((size) => `1. a${repeat('\n', size)}A. x`)],
  ['text: spaces', 'text', text((size) => `1. ${repeat(' ', size)}x\nA.${repeat(' ', size / 4)}`)],
  ['text: answer list', 'text', text((size) => `1. a\n参考答案\n${repeat('1-5 ABCDE ', size)}`)],
  [
    'text: blanks of a cloze',
    'text',
    text((size) => `1. ${repeat('____（ ）', size)}\n答案：${repeat('a；', size / 4)}`),
  ],
  [
    'text: numbers alone on their lines',
    'text',
    text((size) => `1. a\n${repeat(`${'水'.repeat(60)}\n3\n\n4\n`, size)}`),
  ],
  [
    'text: questions side by side',
    'text',
    text((size) => repeat(`${[1, 3, 5, 7].map((at) => `${at}. 3+5=____    ${at + 1}. 7-2=____`).join('\n')}\n`, size)),
  ],
  [
    'text: texts that count alike, and their key',
    'text',
    text(
      (size) =>
        `${repeat('（一）a\n甲乙丙\n（1）a\n（2）b\n', Math.min(size / 2, 20_000))}参考答案\n${repeat('（一）(1) a\n(2) b\n(1) c\n(2) d\n', size / 2)}`,
    ),
  ],
  [
    'text: keys without a title',
    'text',
    text(
      (size) =>
        `${Array.from({ length: 4000 }, (_, at) => `${at + 1}. a\nA. a\nB. b\n`).join('')}${repeat('1. A\nx\n', size)}`,
    ),
  ],
  // Lines that are nearly entries of a key, up to their last sign.
  ['text: short entries', 'text', text((size) => `1. a\n参考答案\n${repeat(`${'1 A '.repeat(120)}!\n`, size)}`)],
  ['text: letters in order', 'text', text((size) => `1. a\n参考答案\n${repeat(`一、${'A'.repeat(120)}!\n`, size)}`)],
  ['text: letters behind a name', 'text', text((size) => `1. a\n${repeat(`单选：${'A'.repeat(120)}!\n`, size)}`)],
  ['text: labels without a colon', 'text', text((size) => `1. a\n${repeat('答案 b\n解析 c\n', size)}`)],
  ['unknown: empty lines', '', text((size) => repeat('\n', size))],
  ['unknown: names without braces', '', text((size) => repeat('::a::\n', size))],
  ['gift: wrong options', 'gift', text((size) => `a {=x ${repeat('~a ', size)}}`)],
  ['gift: right options', 'gift', text((size) => `a {${repeat('=a ', size)}}`)],
  ['gift: backslashes', 'gift', text((size) => `a {${repeat('\\', size)}}`)],
  ['gift: open braces', 'gift', text((size) => repeat('a {', size))],
  ['gift: blocks', 'gift', text((size) => repeat('{=a} ', size))],
  ['gift: comments', 'gift', text((size) => `// ${repeat('[tag:\\]', size)}`)],
  ['gift: dollars', 'gift', text((size) => `${repeat('$a ', size)} {}`)],
  ['gift: open tags', 'gift', text((size) => `[html]${repeat('<p ', size)} {}`)],
  ['gift: tags in tags', 'gift', text((size) => `[html]${repeat('<b>', size)} {}`)],
  ['aiken: options', 'aiken', text((size) => `a\n${repeat('A. x\n', size)}ANSWER: A`)],
  ['aiken: answers', 'aiken', text((size) => repeat('ANSWER:', size))],
  ['moodle: tags in tags', 'moodle', moodle((size) => nested('<a>', '', '</a>', size))],
  ['moodle: attributes', 'moodle', moodle((size) => `<question ${repeat('a="" ', size)}/>`)],
  ['moodle: open comments', 'moodle', moodle((size) => repeat('<!--', size))],
  ['moodle: entities', 'moodle', moodleText((size) => repeat('&amp;', size))],
  ['moodle: markup in text', 'moodle', moodleText((size) => repeat('&lt;p&gt;', size))],
  ['moodle: open brackets', 'moodle', moodleText((size) => repeat('&lt;', size))],
  [
    'moodle: embedded answers',
    'moodle',
    moodle(
      (size) =>
        `<question type="cloze"><questiontext><text>${repeat('{1:SA:=a~', size)}</text></questiontext></question>`,
    ),
  ],
  ['qti: paragraphs in each other', 'qti', qti2((size) => nested('<p>', '', '</p>', size))],
  ['qti: interactions', 'qti', qti2((size) => repeat('<textEntryInteraction responseIdentifier="r"/>', size))],
  ['json: lists in lists', 'json', text((size) => nested('[', '', ']', size))],
  ['json: empty questions', 'json', json((size) => `[${repeat('{},', size)}{}]`)],
  [
    'xlsx: cells of one row',
    'xlsx',
    xlsx((size) => `<row>${repeat('<c t="inlineStr"><is><t>a</t></is></c>', size)}</row>`),
  ],
  ['xlsx: attributes that never close', 'xlsx', xlsx((size) => `<row ${repeat('a="b" ', size)}`)],
  [
    'xlsx: number formats',
    'xlsx',
    xlsx(() => '<row><c><v>1</v></c></row>', {
      styles: (size) => `<a><cellXfs>${repeat('<xf numFmtId="1"/>', size)}</cellXfs></a>`,
    }),
  ],
  ['docx: paragraphs', 'docx', docx((size) => repeat(paragraph('一、'), size))],
  ['docx: one paragraph of many runs', 'docx', docx((size) => `<w:p>${repeat('<w:r><w:t>a</w:t></w:r>', size)}</w:p>`)],
  [
    'docx: tables in tables',
    'docx',
    docx((size) => nested('<w:tbl><w:tr><w:tc>', '<w:p/>', '</w:tc></w:tr></w:tbl>', size)),
  ],
  [
    'docx: fractions in fractions',
    'docx',
    docx(
      (size) =>
        `<w:p><m:oMath>${nested('<m:f><m:num>', '<m:r><m:t>x</m:t></m:r>', '</m:num><m:den/></m:f>', size)}</m:oMath></w:p>`,
    ),
  ],
  ['docx: empty paragraphs', 'docx', docx((size) => repeat('<w:p/>', size))],
].map(([name, format, make]) => ({
  name,
  format,
  make,
  extension: format === 'text' || format === '' ? 'txt' : format,
}));

/** Formulas that take the library longer with each level, or have much to set, within the 500 signs of a formula. */
export const HOSTILE_FORMULAS = [
  nested('\\xrightarrow{', 'x', '}', 490),
  `${'\\xrightarrow{'.repeat(12)}x${'}'.repeat(12)}`,
  `\\ce{${repeat('A->B ', 480)}}`,
  nested('{', '', '}', 498),
  `\\begin{matrix}${repeat('&', 460)}\\end{matrix}`,
  nested('\\underbrace{', 'x', '}', 490),
];
