import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { recognise } from './formats.server';
import { readText } from './text-file.server';

/** Pictures that a text names: taken where they lie beside it in a zip, else told at their question. */

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const read = (text: string, name = 'a.md') => readText({ name, bytes: Buffer.from(text) });

const zipped = (files: Record<string, string | Buffer>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of])),
    ),
  );

const PAPER = `1. 下图的装置叫（  ）

![](assets/1.png)

A. 烧杯
B. 试管

答案：A

2. 能加热的是（  ）
<img src="./assets/2.png" alt="x" style="zoom:25%;" />
A. ![image](./assets/3.png)
B. ![image](./assets/4.png)

答案：B
`;

describe('beside the text in a zip', () => {
  const pictures = {
    'paper/assets/1.png': Buffer.concat([PNG, Buffer.from('1')]),
    'paper/assets/2.png': Buffer.concat([PNG, Buffer.from('2')]),
    'paper/assets/3.png': Buffer.concat([PNG, Buffer.from('3')]),
    'paper/assets/4.png': Buffer.concat([PNG, Buffer.from('4')]),
  };

  test('they stand where the text has them', async () => {
    const bytes = zipped({ 'paper/题库.md': PAPER, 'paper/README.md': '# 说明', ...pictures });
    expect(recognise({ name: 'a.zip', bytes }).format).toBe('text');
    const [first, second] = await readText({ name: 'a.zip', bytes });
    expect(first).toMatchObject({ fields: { stem: '下图的装置叫（  ）\n\n[图1]', answer: ['A'] }, notes: [] });
    expect(first?.pictures.map(({ bytes: own }) => Buffer.from(own).toString('latin1').slice(-1))).toEqual(['1']);
    expect(second).toMatchObject({
      fields: { stem: '能加热的是（  ）\n[图1]', options: ['[图2]', '[图3]'], answer: ['B'] },
      notes: [],
    });
    expect(second?.pictures.map(({ bytes: own }) => Buffer.from(own).toString('latin1').slice(-1))).toEqual([
      '2',
      '3',
      '4',
    ]);
    expect(second?.isDoubtful).not.toBe(true);
  });

  test('a name in percent signs, and one whose folder was left out', async () => {
    const bytes = zipped({
      '题.md':
        '1. 看图，它是\n![](%E5%9B%BE%201.png)\n\n答案：猫\n\n2. 看图，它是\n![](C:\\Users\\me\\b.png)\n\n答案：狗',
      '图 1.png': PNG,
      'pictures/b.png': PNG,
    });
    expect((await readText({ name: 'a.zip', bytes })).map(({ pictures: own, notes }) => [own.length, notes])).toEqual([
      [1, []],
      [1, []],
    ]);
  });
});

test('within the text itself', async () => {
  const [question] = await read(`1. 它是\n![](data:image/png;base64,${PNG.toString('base64')})\n\n答案：猫`);
  expect(question).toMatchObject({ fields: { stem: '它是\n[图1]' }, notes: [] });
  expect(question?.pictures).toHaveLength(1);
});

test('one that is not there, or on the web, is told at its question and nowhere else', async () => {
  const questions = await read(
    PAPER.replace('assets/1.png', 'https://example.com/a.jpg?height=4') + '\n3. 冰点是\nA. 0℃\nB. 9℃\n答案：A',
    'a.txt',
  );
  expect(questions.map(({ fields, notes, isDoubtful = false }) => [fields.stem, notes, isDoubtful])).toEqual([
    [
      '下图的装置叫（  ）\n\n〔图〕',
      ['外部网址上的图片没有导入，已标为“〔图〕”：https://example.com/a.jpg?height=4。请下载后补上。'],
      false,
    ],
    [
      '能加热的是（  ）\n〔图〕',
      [
        '图片不在文件里，没有导入，已标为“〔图〕”：./assets/2.png、./assets/3.png、./assets/4.png。请把试卷和图片打成一个 zip 再导入，或导入后补上。',
        expect.stringContaining('学生看不出区别'),
      ],
      true,
    ],
    ['冰点是', [], false],
  ]);
});

describe('signs that a question asks for stay as they are', () => {
  test.each([
    [
      '1. 在网页里插入图片的是\nA. <img src="a.gif">\nB. <image src="a.gif">\nC. <img href="a.gif">\n答案：A',
      '<img src="a.gif">',
    ],
    [
      '1. 图片居左的是\nA. <img src="a.gif" align="left">\nB. <img src="a.gif" align="right">\n答案：A',
      '<img src="a.gif" align="left">',
    ],
    ['1. Markdown 里插入图片的是\nA. ![图](a.png)\nB. [图](a.png)\n答案：A', '![图](a.png)'],
    ['1. 插入图片的是\nA. `![图](a.png)`\nB. 没有\n答案：A', '`![图](a.png)`'],
  ])('%s', async (text, option) => {
    const [question] = await read(text);
    expect((question?.fields.options as string[])[0]).toBe(option);
    expect(question?.notes).toEqual([]);
  });

  test.each(['标签 <img src="a/b.gif" alt="x"> 里 alt 的作用是', '说说 <img src="a.gif"> 的作用'])(
    '%s',
    async (stem) => {
      const [question] = await read(`1. ${stem}\n答案：略`);
      expect(question?.fields.stem).toBe(stem);
    },
  );
});
