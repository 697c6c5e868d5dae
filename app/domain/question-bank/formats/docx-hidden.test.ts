import { Document, Packer, Paragraph, TextRun, type IRunOptions } from 'docx';
import { expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** What Word hides is read by nobody who prints the paper. */

const read = async (...paragraphs: (string | IRunOptions)[][]) => {
  const children = paragraphs.map(
    (runs) =>
      new Paragraph({ children: runs.map((run) => new TextRun(typeof run === 'string' ? { text: run } : run)) }),
  );
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  return readDocx({ name: 'a.docx', bytes });
};

test('hidden text is left out, and that is said at its question', async () => {
  const questions = await read(
    ['1. 首都是', { text: '【提示C】', vanish: true }],
    ['A. 甲', { text: '（错）', vanish: true }],
    [{ text: '一行隐藏的话', vanish: true }],
    ['B. 乙'],
    ['答案：B', { text: 'A', vanish: true }],
    ['2. 选', { text: '看得见', vanish: false }],
    ['A. 甲'],
    ['B. 乙'],
    ['答案：A'],
  );
  expect(questions.map(({ fields }) => [fields.stem, fields.options, fields.answer])).toEqual([
    ['首都是', ['甲', '乙'], ['B']],
    ['选看得见', ['甲', '乙'], ['A']],
  ]);
  expect(questions.map(({ notes }) => notes.length)).toEqual([1, 0]);
  expect(questions[0]?.notes[0]).toContain('隐藏的文字没有导入');
});
