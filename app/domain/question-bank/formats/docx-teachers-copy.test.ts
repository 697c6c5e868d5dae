import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  Document,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  type IRunOptions,
} from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** A teacher's own copy: answers in red where nothing says what is asked for, and comments beside the text. */

type Run = string | IRunOptions;
const run = (each: Run) => new TextRun(typeof each === 'string' ? { text: each } : each);
const red = (text: string, more: IRunOptions = {}): Run => ({ text, color: 'FF0000', ...more });

const read = async (...paragraphs: (Run | Run[])[]) => {
  const children = paragraphs.map((runs) => new Paragraph({ children: [runs].flat().map(run) }));
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  return (await readDocx({ name: 'a.docx', bytes })).map(({ kind, fields, notes, isDoubtful }) => ({
    read: [kind, fields.stem ?? fields.prompt, fields.answer ?? fields.referenceAnswer],
    isTold: notes.some((note) => note.includes('红色')),
    isChosen: !isDoubtful,
  }));
};

describe('red words without a heading that says what is asked for', () => {
  test('below a question are its answer, to be looked at', async () => {
    expect(await read('1. 什么是力？', red('物体间的'), red('相互作用。'), '2. 什么是功？', '答案：积')).toEqual([
      { read: ['short', '什么是力？', '物体间的\n相互作用。'], isTold: true, isChosen: false },
      { read: ['short', '什么是功？', '积'], isTold: false, isChosen: true },
    ]);
  });

  test('in brackets are blanks, to be looked at', async () => {
    expect(await read(['1. 首都是（', red('北京'), '）。'])).toEqual([
      { read: ['cloze', '首都是（____）。', [['北京']]], isTold: true, isChosen: false },
    ]);
  });

  test('anywhere else are told: whoever answers would see them', async () => {
    for (const word of [red('2'), red('2', { underline: {} })])
      expect(await read(['1. 1+1=', word])).toEqual([{ read: ['short', '1+1=2', ''], isTold: true, isChosen: false }]);
    const [essay] = await read('一、作文', ['1. 以“', red('春天'), '”为题写一篇作文。']);
    expect(essay).toMatchObject({ isTold: true, isChosen: true });
  });

  test('say nothing beside an answer that is written, and of what is judged', async () => {
    expect(await read(['1. 下列', red('不'), '是力的有什么？'], '答案：力')).toMatchObject([{ isTold: false }]);
    expect(await read('一、判断题', ['1. 天蓝。', red('（√）')])).toMatchObject([{ read: ['judge', '天蓝。', 'T'] }]);
  });
});

describe('a comment of Word', () => {
  const commented = (text: string) =>
    new Paragraph({
      children: [
        new CommentRangeStart(0),
        new TextRun(text),
        new CommentRangeEnd(0),
        new TextRun({ children: [new CommentReference(0)] }),
      ],
    });
  const notesOf = async (children: (Paragraph | Table)[]) => {
    const comments = { children: [{ id: 0, children: [new Paragraph('答案：B')] }] };
    const bytes = await Packer.toBuffer(new Document({ comments, sections: [{ children }] }));
    return (await readDocx({ name: 'a.docx', bytes })).map(({ fields, notes }) => [fields.stem, notes.join('')]);
  };
  const told = expect.stringContaining('Word 批注没有导入：“答案：B”（写在“1．选哪个”旁边）。');
  const plain = (text: string) => new Paragraph(text);

  test('is told at the question it stands beside, and part of none', async () => {
    const second = [plain('2．选（ ）'), plain('A．甲 B．乙'), plain('答案：A')];
    expect(await notesOf([commented('1．选哪个'), plain('A．甲 B．乙'), ...second])).toEqual([
      ['选哪个', told],
      ['选（ ）', ''],
    ]);
  });

  test('is told of a table as well', async () => {
    const row = new TableRow({ children: [new TableCell({ children: [commented('1．选哪个')] })] });
    expect(await notesOf([new Table({ rows: [row] }), plain('A．甲 B．乙')])).toEqual([['选哪个', told]]);
  });
});
