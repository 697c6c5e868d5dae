import {
  AlignmentType,
  Document,
  ImageRun,
  LevelFormat,
  Math as WordMath,
  MathFraction,
  MathRadical,
  MathRun,
  MathSuperScript,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  type IParagraphOptions,
} from 'docx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { OutgoingQuestion } from './format.rules';
import { readDocx } from './docx-read.server';
import { writeDocx } from './docx-write.server';

const LEVELS = [{ level: 0, format: LevelFormat.CHINESE_COUNTING, text: '%1、', alignment: AlignmentType.START }];
const NUMBERING = {
  config: [
    { reference: 'sections', levels: LEVELS },
    {
      reference: 'questions',
      levels: [
        { level: 0, format: LevelFormat.DECIMAL, text: '%1.', alignment: AlignmentType.START },
        { level: 1, format: LevelFormat.UPPER_LETTER, text: '%2．', alignment: AlignmentType.START },
      ],
    },
    {
      reference: 'brackets',
      levels: [{ level: 0, format: LevelFormat.DECIMAL, text: '（%1）', alignment: AlignmentType.START }],
    },
  ],
};

type Child = Paragraph | Table;
const bytesOf = (children: Child[]) =>
  Packer.toBuffer(new Document({ numbering: NUMBERING, sections: [{ children }] }));
const read = async (children: Child[]) => readDocx({ name: 'a.docx', bytes: await bytesOf(children) });
const numbered = (reference: string, text: string, level = 0, instance = 0) =>
  new Paragraph({ text, numbering: { reference, level, instance } });
const p = (text: string | IParagraphOptions) => new Paragraph(text);
const png = (colour: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer();
const image = (data: Buffer) => new ImageRun({ type: 'png', data, transformation: { width: 20, height: 10 } });

describe('what a reader sees', () => {
  test('labels of automatic lists: sections, numbers and letters', async () => {
    const questions = await read([
      p('期末试卷'),
      numbered('sections', '单选题（每题 2 分）'),
      numbered('questions', '中国的首都是'),
      numbered('questions', '北京', 1),
      numbered('questions', '上海', 1),
      p('答案：A'),
      numbered('questions', '最长的河是'),
      numbered('questions', '黄河', 1),
      numbered('questions', '长江', 1),
      p('答案：B'),
      numbered('sections', '判断题'),
      numbered('brackets', '地球是圆的。（√）'),
      numbered('brackets', '太阳绕着地球转。（×）'),
    ]);
    expect(questions.map(({ line, kind, fields }) => [line, kind, fields.stem, fields.answer, fields.points])).toEqual([
      [3, 'single', '中国的首都是', ['A'], 2],
      [7, 'single', '最长的河是', ['B'], 2],
      [12, 'judge', '地球是圆的。', 'T', undefined],
      [13, 'judge', '太阳绕着地球转。', 'F', undefined],
    ]);
    expect(questions[1]?.fields.options).toEqual(['黄河', '长江']);
  });

  test('pictures stay in their places and count from 1 in each question', async () => {
    const [red, blue, green] = await Promise.all([png('red'), png('blue'), png('green')]);
    const questions = await read([
      p({ children: [new TextRun('1. 看图 '), image(red), new TextRun(' 选出颜色')] }),
      p({ children: [new TextRun('A. '), image(red)] }),
      p({ children: [new TextRun('B. '), image(blue)] }),
      p('答案：A'),
      p({ children: [new TextRun('2. 这是什么颜色？'), image(green)] }),
      p('参考答案：绿色'),
    ]);
    expect(questions.map(({ fields }) => fields.stem)).toEqual(['看图 [图1] 选出颜色', '这是什么颜色？[图1]']);
    // The same picture in two places is one.
    expect(questions[0]?.fields.options).toEqual(['[图1]', '[图2]']);
    expect(questions.map(({ pictures }) => pictures.map(({ bytes }) => Buffer.from(bytes).equals(red)))).toEqual([
      [true, false],
      [false],
    ]);
    expect(questions[0]?.pictures[0]?.name).toBe('图.png');
  });

  test('the numbers before a nuclide, and the mark of a note', async () => {
    const sup = (text: string) => new TextRun({ text, superScript: true });
    const sub = (text: string) => new TextRun({ text, subScript: true });
    const nuclide = (mass: string, charge: string, name: string) => [sup(mass), sub(charge), new TextRun(name)];
    const stems = (
      await read([
        p({ children: [new TextRun('1. 核素'), ...nuclide('14', '6', 'C'), new TextRun('的中子数是')] }),
        p({ children: [new TextRun('2. '), ...nuclide('14', '7', 'N + '), ...nuclide('4', '2', 'He → '), sup('17')] }),
        p({ children: [new TextRun('3. 碳'), sup('14'), new TextRun('C 与'), ...nuclide('0', '−1', 'e')] }),
        p({ children: [new TextRun('4. 某词'), sup('1'), new TextRun('指什么？S'), sub('2'), sup('2-')] }),
        p({ children: [new TextRun('5. 离子'), ...nuclide('16', '8', 'O'), sup('2-'), new TextRun('的电子数是')] }),
      ])
    ).map(({ fields }) => fields.stem);
    expect(stems).toEqual([
      '核素$^{14}_{6}C$的中子数是',
      '$^{14}_{7}N$ + $^{4}_{2}He$ → 17',
      '碳$^{14}C$ 与$^{0}_{-1}e$',
      '某词1指什么？$S_{2}^{2-}$',
      '离子$^{16}_{8}O^{2-}$的电子数是',
    ]);
  });

  test('a formula with letters and brackets around its lowered signs is one', async () => {
    const sub = (text: string) => new TextRun({ text, subScript: true });
    const runs = (...texts: string[]) => texts.map((text, at) => (at % 2 === 0 ? new TextRun(text) : sub(text)));
    const stems = (
      await read([
        p({ children: runs('1. 水H', '2', 'O和二氧化碳CO', '2', '反应吗？') }),
        p({ children: runs('2. 石灰Ca(OH)', '2', '与CH', '3', 'COOH') }),
        p({ children: runs('3. 明矾KAl(SO', '4', ')', '2', '中的Al') }),
        p({ children: runs('4. （如NH', '3', '）与H', '2', ' and O', '2', '.') }),
      ])
    ).map(({ fields }) => fields.stem);
    expect(stems).toEqual([
      '水$H_{2}O$和二氧化碳$CO_{2}$反应吗？',
      '石灰$Ca(OH)_{2}$与$CH_{3}COOH$',
      '明矾KAl($SO_{4})_{2}$中的Al',
      '（如$NH_{3}$）与$H_{2}$ and $O_{2}$.',
    ]);
  });

  test('a lowered name is one formula with its letter, and as pupils type it where it is an answer', async () => {
    const sub = (text: string) => new TextRun({ text, subScript: true });
    const questions = await read([
      p({
        children: [
          new TextRun('1. 比较V'),
          sub('甲'),
          new TextRun('与V'),
          sub('乙'),
          sub('1'),
          new TextRun('，ρ'),
          sub('水'),
          new TextRun('是____'),
        ],
      }),
      p({ children: [new TextRun('答案：m'), sub('甲')] }),
      p({
        children: [new TextRun('2. 求x'), sub('n'), sub('+1'), new TextRun('，有字'), sub('注'), new TextRun('吗？')],
      }),
    ]);
    expect(questions.map(({ fields }) => fields.stem)).toEqual([
      '比较$V_{\\text{甲}}$与$V_{\\text{乙}1}$，$ρ_{\\text{水}}$是____',
      '求$x_{n+1}$，有字注吗？',
    ]);
    expect(questions[0]?.fields.answer).toEqual([['m甲']]);
  });

  test('underlined blanks, raised and lowered signs, formulas', async () => {
    const underline = {};
    const questions = await read([
      p({
        children: [new TextRun('1. 中国的首都是'), new TextRun({ text: '        ', underline }), new TextRun('。')],
      }),
      p('答案：北京'),
      p({
        children: [
          new TextRun('2. 水是 H'),
          new TextRun({ text: '2', subScript: true }),
          new TextRun('O，硫酸是 H'),
          new TextRun({ text: '2', subScript: true }),
          new TextRun('SO'),
          new TextRun({ text: '4', subScript: true }),
          new TextRun('，10'),
          new TextRun({ text: '3', superScript: true }),
          new TextRun(' 是多少？'),
        ],
      }),
      p('答案：1000'),
      p({
        children: [
          new TextRun('3. 计算 '),
          new WordMath({
            children: [
              new MathFraction({ numerator: [new MathRun('1')], denominator: [new MathRun('2')] }),
              new MathRun('+'),
              new MathSuperScript({ children: [new MathRun('x')], superScript: [new MathRun('2')] }),
              new MathRadical({ children: [new MathRun('α')] }),
            ],
          }),
          new TextRun('5 的值'),
        ],
      }),
      p('答案：略'),
    ]);
    expect(questions.map(({ kind, fields }) => [kind, fields.stem])).toEqual([
      ['cloze', '中国的首都是____。'],
      ['short', '水是 $H_{2}O$，硫酸是 $H_{2}SO_{4}$，$10^{3}$ 是多少？'],
      ['short', '计算 $\\frac{1}{2}+x^{2}\\sqrt{\\alpha}$ 5 的值'],
    ]);
  });

  test('tables: options in cells, data, and the table of answers', async () => {
    const table = (rows: string[][]) =>
      new Table({
        rows: rows.map(
          (cells) => new TableRow({ children: cells.map((text) => new TableCell({ children: [p(text)] })) }),
        ),
      });
    const questions = await read([
      p('1. 首都是'),
      table([
        ['A. 北京', 'B. 上海'],
        ['C. 广州', 'D. 深圳'],
      ]),
      p('2. 读下表，最高的是'),
      table([
        ['姓名', '身高'],
        ['小明', '150'],
      ]),
      p('A. 小明'),
      p('B. 小红'),
      table([
        ['题号', '1', '2'],
        ['答案', 'A', 'A'],
      ]),
    ]);
    expect(questions.map(({ fields }) => [fields.stem, fields.options, fields.answer])).toEqual([
      ['首都是', ['北京', '上海', '广州', '深圳'], ['A']],
      ['读下表，最高的是\n姓名 | 身高\n小明 | 150', ['小明', '小红'], ['A']],
    ]);
  });

  test('a picture that browsers cannot show is marked and told', async () => {
    const bytes = await bytesOf([p({ children: [new TextRun('1. 求 '), image(await png('red'))] }), p('答案：2')]);
    const parts = unzipSync(bytes);
    const name = Object.keys(parts).find((each) => each.startsWith('word/media/'))!;
    parts[name] = Uint8Array.from([0xd7, 0xcd, 0xc6, 0x9a, 1, 2, 3]);
    const [question] = await readDocx({ name: 'a.docx', bytes: Buffer.from(zipSync(parts)) });
    expect(question?.fields.stem).toBe('求 〔图〕');
    expect(question?.notes.join()).toContain('WMF');
  });
});

describe('papers that go out', () => {
  const question = async (more: object): Promise<OutgoingQuestion> => ({
    id: 1,
    ownerId: 1,
    directoryId: null,
    sceneTypeId: null,
    examTypeId: null,
    createdAt: 0,
    updatedAt: 0,
    version: 1,
    level: 1,
    keyPoints: [],
    points: 2,
    directories: [],
    sceneTypeName: '',
    examTypeName: '',
    title: '看 [图2]',
    imageIds: ['x', 'y', 'z'],
    bank: 'theory',
    kind: 'single',
    body: {
      stem: '看 [图2]',
      options: [
        { key: 'A', text: '红 [图1]' },
        { key: 'B', text: '蓝' },
      ],
      keys: ['B'],
      blanks: [],
      reference: '',
      analysis: '',
    },
    pictures: await Promise.all(
      ['red', 'blue', 'green'].map(async (colour) => ({ name: 'a.png', bytes: await png(colour) })),
    ),
    audio: null,
    ...more,
  });

  test('pictures come back in their places, unplaced ones in none', async () => {
    const out = await question({});
    const { bytes } = await writeDocx([out], { title: '卷', withAnswers: true });
    const [back] = await readDocx({ name: 'a.docx', bytes });
    expect(back?.fields).toMatchObject({ stem: '看 [图1]', options: ['红 [图3]', '蓝'], answer: ['B'] });
    expect(back?.notes).toEqual([]);
    const order = [1, 2, 0].map((index) => Buffer.from(out.pictures[index]!.bytes).toString('base64'));
    expect(back?.pictures.map(({ bytes: each }) => Buffer.from(each).toString('base64'))).toEqual(order);
  });

  test('without answers short options share a line and are still read', async () => {
    const texts = ['一', '二', '三', '四'];
    const body = {
      stem: '几？',
      options: texts.map((text, index) => ({ key: 'ABCD'.charAt(index), text })),
      keys: ['B'],
      blanks: [],
      reference: '',
      analysis: '',
    };
    const { bytes } = await writeDocx([await question({ body, title: '几？', pictures: [] })], {
      title: '卷',
      withAnswers: false,
    });
    const xml = Buffer.from(unzipSync(bytes)['word/document.xml']!).toString();
    expect(xml.match(/<w:p[ >]/g)).toHaveLength(5);
    const [back] = await readDocx({ name: 'a.docx', bytes });
    expect(back?.fields.options).toEqual(texts);
  });
});

test('a program keeps the indents that Word gives its paragraphs, a text does not', async () => {
  const at = (left: number, text: string, firstLine = 0) =>
    new Paragraph({ indent: { left, firstLine }, children: [new TextRun(text)] });
  const [question] = await readDocx({
    name: 'a.docx',
    bytes: await bytesOf([
      ...[p('1. 程序执行后输出（ ）'), at(0, '下面是程序。', 420), at(0, 'for i in range(3):'), at(420, 's = s + i')],
      ...[at(420, 'if s > 1:'), at(420, 'print(s)', 420), at(420, 'A. 3行'), at(420, 'B. 1行'), p('答案：A')],
    ]),
  });
  expect(question?.fields).toMatchObject({
    stem: '程序执行后输出（ ）\n下面是程序。\nfor i in range(3):\n    s = s + i\n    if s > 1:\n        print(s)',
    options: ['3行', '1行'],
  });
});

describe('hostile files', () => {
  const refusal = (code: string) => expect.objectContaining({ code }) as unknown;
  const withPart = async (name: string, content: Uint8Array) => {
    const parts = unzipSync(await bytesOf([p('1. 题'), p('答案：1')]));
    return Buffer.from(zipSync({ ...parts, [name]: content }));
  };

  test('old .doc files, other files and broken archives', async () => {
    const doc = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    await expect(readDocx({ name: 'a.doc', bytes: doc })).rejects.toEqual(
      expect.objectContaining({ message: expect.stringContaining('另存为不加密的 .docx') as string }),
    );
    await expect(readDocx({ name: 'a', bytes: Buffer.from('abc') })).rejects.toEqual(refusal('unsupported_type'));
    const whole = await bytesOf([p('1. 题'), p('答案：1')]);
    for (const length of [10, 100, 2000, whole.length - 30]) {
      await expect(readDocx({ name: 'a', bytes: whole.subarray(0, length) })).rejects.toEqual(
        refusal('unsupported_type'),
      );
    }
    const none = Buffer.from(zipSync({ 'x.txt': strToU8('x') }));
    await expect(readDocx({ name: 'a', bytes: none })).rejects.toEqual(refusal('unsupported_type'));
  });

  test('zip bombs, in a part and in all of them', async () => {
    const zeros = new Uint8Array(33 * 1024 * 1024);
    const document = await withPart('word/document.xml', zeros);
    expect(document.length).toBeLessThan(200_000);
    await expect(readDocx({ name: 'a', bytes: document })).rejects.toEqual(refusal('too_large'));
    const part = new Uint8Array(17 * 1024 * 1024);
    const media = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`word/media/${index}.png`, part]));
    const parts = { ...unzipSync(await bytesOf([p('1. 题')])), ...media };
    await expect(readDocx({ name: 'a', bytes: Buffer.from(zipSync(parts)) })).rejects.toEqual(refusal('too_large'));
  });

  test('entities, in the document and beside it', async () => {
    const entities = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const body = '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>1. &x;</w:t></w:r></w:p></w:body></w:document>';
    for (const name of ['word/document.xml', 'word/styles.xml', 'word/numbering.xml', '[Content_Types].xml']) {
      const bytes = await withPart(name, strToU8(entities + body));
      await expect(readDocx({ name: 'a', bytes })).rejects.toEqual(refusal('unsupported_type'));
    }
  });

  test('a picture outside of the file is not fetched', async () => {
    const parts = unzipSync(
      await bytesOf([p({ children: [new TextRun('1. 题 '), image(await png('red'))] }), p('答案：1')]),
    );
    const xml = Buffer.from(parts['word/document.xml']!).toString().replace('r:embed=', 'r:link=');
    const rels = Buffer.from(parts['word/_rels/document.xml.rels']!)
      .toString()
      .replace(/Target="media\/[^"]*"/, 'Target="file:///etc/passwd" TargetMode="External"');
    const bytes = Buffer.from(
      zipSync({ ...parts, 'word/document.xml': strToU8(xml), 'word/_rels/document.xml.rels': strToU8(rels) }),
    );
    const [question] = await readDocx({ name: 'a', bytes });
    expect(question?.pictures).toEqual([]);
    expect(question?.notes).toHaveLength(1);
  });

  test('elements nested without end', async () => {
    const deep = `<w:document xmlns:w="w"><w:body>${'<w:sdt><w:sdtContent>'.repeat(20_000)}</w:body></w:document>`;
    await expect(readDocx({ name: 'a', bytes: await withPart('word/document.xml', strToU8(deep)) })).rejects.toEqual(
      refusal('unsupported_type'),
    );
  });
});
