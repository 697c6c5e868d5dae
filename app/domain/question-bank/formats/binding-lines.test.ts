import { Document, Packer, Paragraph, TextRun, Textbox } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import { parseText, toLines } from './text-format';

/** Papers that are bound: the line, what is said along it and the places for names stand on every page. */

const OPTIONS = ['A. 春', 'B. 夏', 'C. 秋', 'D. 冬'];
const NAMES = '院/系____年级____专业____姓名____学号____';
const SAID = '答 题 勿 超 装 订 线';
const LINE = '------------装------------订------------线------------';
const PAGES = [
  ['in three lines', [NAMES, SAID, LINE]],
  ['with names above each other', ['学校：__________', '班级：__________', '姓名：__________', '…………密…………封…………线…………']], // prettier-ignore
  ['sign by sign', ['姓', '名', '○', '密', '○', '封', '○', '线', '内', '不', '要', '答', '题']],
] as const;

const read = (lines: string[]) => parseText(toLines(lines.join('\n')));
const paper = (page: readonly string[]) => [
  ...page,
  '一、单选题',
  '1. 甲题（ ）',
  ...OPTIONS,
  ...page,
  '答案：A',
  '2. 乙题（ ）',
  ...page,
  ...OPTIONS,
  '答案：B',
  '二、简答题',
  '3. 简述丙。',
  ...page,
  '4. 简述丁。',
];
const shown = (questions: ReturnType<typeof parseText>) =>
  questions.map(({ fields, problems }) => [fields.stem, fields.options, fields.answer, ...problems]);
const READ = [
  ['甲题（ ）', ['春', '夏', '秋', '冬'], ['A']],
  ['乙题（ ）', ['春', '夏', '秋', '冬'], ['B']],
  ['简述丙。', undefined, ''],
  ['简述丁。', undefined, ''],
];

describe('the line a paper is bound along', () => {
  test.each(PAGES)('is in no question, and told once: %s', (_name, page) => {
    const questions = read(paper(page));
    expect(shown(questions)).toEqual(READ);
    const notes = questions.flatMap((question) => question.notes).filter((note) => !note.startsWith('没有参考答案'));
    expect(notes).toEqual([expect.stringMatching(/^整个文件：装订线和填写姓名的地方没有导入：“/)]);
  });

  test('is in none from text boxes of Word', async () => {
    const boxed = (text: string) => new Paragraph({ children: [new TextRun({ text, color: 'FF0000' })] });
    const box = () => new Textbox({ children: [NAMES, SAID, LINE].map(boxed) }) as unknown as Paragraph;
    const lines = ['一、简答题', '1. 简述甲。', '2. 简述乙。', '3. 简述丙。'];
    const children = lines.flatMap((text) => [new Paragraph(text), box()]);
    const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
    const questions = await readDocx({ name: 'a.docx', bytes });
    expect(questions.map(({ fields, isDoubtful }) => [fields.stem, isDoubtful ?? false])).toEqual([
      ['简述甲。', false],
      ['简述乙。', false],
      ['简述丙。', false],
    ]);
  });

  test('above the first question nobody is told of it', () => {
    expect(read([NAMES, LINE, '1. 甲题（ ）', ...OPTIONS, '答案：A'])[0]?.notes).toEqual([]);
  });
});

describe('places for names without such a line', () => {
  test('are told where they stand below a question', () => {
    const [question] = read(['1. 甲题（ ）', ...OPTIONS, '答案：A', '', '班级____ 姓名____ 学号____']);
    expect(question?.fields.options).toEqual(['春', '夏', '秋', '冬']);
    expect(question?.notes).toEqual(['整个文件：装订线和填写姓名的地方没有导入：“班级____ 姓名____ 学号____”。']);
  });

  test.each([
    '学生（学号，姓名，系别）',
    '学号，姓名',
    '密封线和装订线的区别是什么',
    '姓名____',
    '学号____，课程号____的主码',
  ])('are none in: %s', (line) => {
    expect(read(['一、简答题', '1. 看表答题。', line, '答案：甲'])[0]?.fields.stem).toBe(`看表答题。\n${line}`);
  });
});
