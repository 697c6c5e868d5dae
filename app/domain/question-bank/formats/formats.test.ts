import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { AppError } from '~/lib/errors';
import { FORMAT_INFO } from './format-info.rules';
import { detectFormat, readerOf, recognise } from './formats.server';

const detect = (text: string | Uint8Array, name = '题.txt') =>
  detectFormat({ name, bytes: Buffer.from(text as never) });
const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array([1])])));
const refused = (bytes: string | Uint8Array) => {
  try {
    return detect(bytes);
  } catch (error) {
    return (error as AppError).message;
  }
};

describe('a format is told by its content', () => {
  test.each([
    ['docx', zip('[Content_Types].xml', 'word/document.xml')],
    ['xlsx', zip('[Content_Types].xml', 'xl/workbook.xml')],
    ['qti', zip('imsmanifest.xml', 'q1.xml')],
    ['qti', zip('课程/imsmanifest.xml')],
    ['moodle', '<?xml version="1.0"?>\n<quiz>\n<question type="x"/></quiz>'],
    ['qti', '<?xml version="1.0"?><assessmentItem xmlns="x" identifier="i"/>'],
    ['qti', '\ufeff<questestinterop><assessment/></questestinterop>'],
    ['json', '{"format": "kaoping", "questions": []}'],
    ['json', '[\n  {"kind": "single"}]'],
    ['aiken', '首都是？\nA. 上海\nB. 北京\nANSWER: B\n'],
    ['gift', '::题一:: 首都是？ {\n=北京\n~上海\n}'],
    ['gift', '天是蓝的。{T}'],
    ['gift', '// 备注\n$CATEGORY: 地理\n\n首都{=北京}'],
    ['text', '一、单选题\n1. 首都是（ ）\nA. 上海 B. 北京\n答案：B'],
    ['text', '1. 集合 $\\{x=1\\}$ 与 {甲，乙} 的交集是？\n答案：空集'],
    ['text', '【答案】A'],
    // A unit of LaTeX reads like an answer of GIFT.
    ['text', '1. 质量为$2 \\mathrm{~kg}$的物体\nA. $1 \\mathrm{~N}$\nB. $v_{=}$\n【答案】B'],
    ['text', '质量 \\mathrm {~kg} 和 \\text{~m}，速度 v_{~0}\n答案：略'],
    ['text', '1. 填 {=北京}\n【答案】A\n2. 填\n【答案】B\n3. 填\n【答案】C'],
    ['text', '1. Read.\n2. Write.\nANSWER: A\n3. 甲\n答案：B\n4. 乙\n答案：C'],
  ])('%s', (format, content) => expect(detect(content)).toBe(format));

  test.each([
    ['gift', 'moodle-sample.gift'],
    ['moodle', 'moodle-sample.xml'],
    ['qti', 'qti21/choice.xml'],
    ['qti', 'canvas/quiz1/quiz1.xml'],
  ])('%s: %s', (format, name) => {
    expect(detect(readFileSync(`tests/fixtures/questions/${name}`), name)).toBe(format);
  });

  test('and what else it may be is told', () => {
    const file = (text: string) => recognise({ name: '题.txt', bytes: Buffer.from(text) });
    expect(file('::题一:: 质量 {=2}\n\n1. 甲\n答案：乙')).toEqual({ format: 'gift', others: ['text'] });
    expect(file('1. 质量 {=2}\n答案：2\n2. 甲\n答案：乙')).toEqual({ format: 'text', others: ['gift'] });
    expect(file('1. 甲\n答案：乙')).toEqual({ format: 'text', others: [] });
  });

  test('whatever the encoding', () => {
    expect(detect(Buffer.from('\ufeff{"questions": []}', 'utf16le'))).toBe('json');
    expect(detect(Buffer.from('首都是？\nA. 甲\nB. 乙\nANSWER: A\n', 'utf16le'))).toBe('aiken');
    expect(detect(Buffer.concat([Buffer.from([0xca, 0xd7, 0xb6, 0xbc]), Buffer.from('{T}')]))).toBe('gift');
  });

  test('what is none of them says what to do', () => {
    expect(refused(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatch(/另存为不加密的 .docx 或 .xlsx/);
    expect(refused('%PDF-1.7')).toMatch(/PDF/);
    expect(refused('{\\rtf1 1. 甲}')).toMatch(/RTF.*另存为 .docx/);
    expect(refused('<html><body>你好</body></html>')).toMatch(/网页文件/);
    expect(refused(zip('a.png'))).toMatch(/没有题目/);
    expect(refused(zip('imsmanifest.xml', '../a.xml'))).toMatch(/指向包外/);
    expect(refused(Buffer.from('504b0304ffff', 'hex'))).toMatch(/已损坏/);
    expect(refused(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]))).toMatch(/看不出/);
  });
});

test('every format says what it carries', () => {
  for (const info of Object.values(FORMAT_INFO)) {
    expect(info.carries.length).toBeGreaterThan(4);
    expect(info.extensions.length).toBeGreaterThan(0);
  }
});

test.each([
  [
    'a.odt',
    Buffer.from(zipSync({ 'content.xml': new Uint8Array(1), 'META-INF/manifest.xml': new Uint8Array(1) })),
    'OpenDocument',
  ],
  ['a.doc', Buffer.from('<html><body><p>1. 首都是</p></body></html>'), '网页'],
])('%s is called what it is, and how to save it', (name, bytes, word) => {
  expect(() => detectFormat({ name, bytes })).toThrow(word);
});

test.each([
  ['windows-1251', Buffer.concat([Buffer.from('<text>'), Buffer.from([0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0])]), 'Москва'],
  ['windows-1252', Buffer.from('<text>Ulm l\u00e9t\u00e9 \u00e0', 'latin1'), 'Ulm lété à'],
  ['iso-8859-1', Buffer.from('<text>Montr\u00e9al est l\u00e0', 'latin1'), 'Montréal est là'],
])('an XML file that says it is %s is read so', async (encoding, stem, read) => {
  const bytes = Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><quiz><question type="truefalse"><questiontext>`),
    stem,
    Buffer.from(
      '</text></questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>',
    ),
  ]);
  const file = { name: 'a.xml', bytes };
  expect(detectFormat(file)).toBe('moodle');
  expect((await readerOf('moodle')(file)).map(({ fields }) => fields.stem)).toEqual([read]);
});
