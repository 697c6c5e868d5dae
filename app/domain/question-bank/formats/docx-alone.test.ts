import { Document, ImageRun, Packer, Paragraph } from 'docx';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** Pictures on a paragraph of their own: whose they are, and that none is lost. */

const png = (colour: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** The questions of a paper; `*` is a paragraph with a picture of its own, `**` one with two. */
async function read(...texts: string[]) {
  const colours = ['red', 'blue', 'green', 'black'];
  const children = [];
  for (const text of texts) {
    const drawn = [];
    for (let n = 0; text.startsWith('*') && n < text.length; n += 1)
      drawn.push(
        new ImageRun({
          type: 'png',
          data: await png(colours.shift() ?? 'white'),
          transformation: { width: 9, height: 9 },
        }),
      );
    children.push(new Paragraph({ children: drawn, text: drawn.length > 0 ? undefined : text }));
  }
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  return (await readDocx({ name: 'a.docx', bytes })).map(({ fields, notes, pictures }) => {
    const { stem, options, analysis } = fields as { stem: string; options?: string[]; analysis?: string };
    return { stem, options, analysis, notes: notes.join(), pictures: pictures.length };
  });
}

const NEXT = '题前的图不知道是哪道题的，放进了这道题的题干，请核对。';

test('above the first question of a section it is of that question, and told where its words do not say so', async () => {
  const [silent] = await read('一、选择题', '*', '1．求值（ ）', 'A．甲 B．乙', '答案：A');
  expect(silent).toMatchObject({ stem: '求值（ ）\n[图1]', notes: NEXT, pictures: 1 });
  const [sure] = await read('一、选择题', '*', '1．如图，求值（ ）', 'A．甲 B．乙', '答案：A');
  expect(sure).toMatchObject({ stem: '如图，求值（ ）\n[图1]', notes: '' });
});

test('behind the options it is of the question that speaks of it, never of the last option', async () => {
  const next = await read('1．前（ ）', 'A．甲 B．乙', '*', '2．看上图（ ）', 'A．丙 B．丁', '答案：1．A 2．B');
  expect(next).toMatchObject([
    { options: ['甲', '乙'], pictures: 0, notes: '' },
    { stem: '看上图（ ）\n[图1]', pictures: 1, notes: '' },
  ]);
  const own = await read('1．如图（ ）', 'A．甲 B．乙', '*', '2．后（ ）', 'A．丙 B．丁', '答案：1．A 2．B');
  expect(own).toMatchObject([
    { stem: '如图（ ）\n[图1]', options: ['甲', '乙'], notes: '' },
    { pictures: 0, notes: '' },
  ]);
  const neither = await read('1．前（ ）', 'A．甲 B．乙', '*', '答案：A');
  expect(neither).toMatchObject([
    { stem: '前（ ）\n[图1]', options: ['甲', '乙'], notes: '选项后面的图不知道是不是这道题的，放进了题干，请核对。' },
  ]);
});

test('both questions have it where both speak of it', async () => {
  const both = await read('1．如图（ ）', 'A．甲 B．乙', '*', '2．看上图（ ）', 'A．丙 B．丁', '答案：1．A 2．B');
  expect(both.map(({ pictures }) => pictures)).toEqual([1, 1]);
  expect(both[1]?.notes).toContain('两道题都放了一张');
});

test('its caption goes with it and says whose it is', async () => {
  const [first, second] = await read(
    ...['1．前（ ）', 'A．甲 B．乙', '*', '第2题图', '2．后（ ）', 'A．丙 B．丁', '答案：1．A 2．B'],
  );
  expect(first).toMatchObject({ options: ['甲', '乙'], pictures: 0 });
  expect(second).toMatchObject({ stem: '后（ ）\n[图1]\n第2题图', notes: '' });
});

test('behind a key it is of the next question that speaks of it, else of the explanation', async () => {
  const [first, second] = await read(
    ...['1．前（ ）', 'A．甲 B．乙', '答案：B', '*', '2．看图（ ）', 'A．甲 B．乙', '答案：A'],
  );
  expect(first).toMatchObject({ pictures: 0, notes: '' });
  expect(second).toMatchObject({ stem: '看图（ ）\n[图1]', notes: NEXT });
  const [own] = await read('1．前（ ）', 'A．甲 B．乙', '答案：B', '*', '2．后（ ）', 'A．甲 B．乙', '答案：A');
  expect(own).toMatchObject({ analysis: '[图1]', notes: '答案后面的图放进了解析，请核对。' });
});

test('options that are pictures keep theirs', async () => {
  const [below] = await read('1．哪个是圆（ ）', 'A．', '*', 'B．', '*', '答案：A');
  expect(below).toMatchObject({ options: ['[图1]', '[图2]'], notes: '' });
  const [each] = await read('1．哪个是圆（ ）', 'A．甲', '*', 'B．乙', '*', '答案：A');
  expect(each).toMatchObject({ options: ['甲\n[图1]', '乙\n[图2]'] });
  const [some] = await read('1．哪个是圆（ ）', 'A．甲', '*', 'B．乙', '答案：A');
  expect(some?.notes).toContain('选项 A 后面的图放进了这个选项');
});

test('one that is of no question is told', async () => {
  const [first] = await read('*', '期中考试卷', '1．前（ ）', 'A．甲 B．乙', '答案：B');
  expect(first).toMatchObject({ pictures: 0 });
  expect(first?.notes).toContain('原文件第 1 段的图不知道是哪道题的，没有导入');
});
