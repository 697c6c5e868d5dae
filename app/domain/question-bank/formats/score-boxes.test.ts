import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import { parseText, toLines } from './text-format';

/** Papers with the box for the marker's points in one table with the heading of each part. */

const p = (text: string) => new Paragraph(text);
const OPTIONS = ['A. 春', 'B. 夏', 'C. 秋', 'D. 冬'];
const READ = [
  ['single', '甲题（ ）', ['春', '夏', '秋', '冬'], ['A'], 2, []],
  ['single', '乙题（ ）', ['春', '夏', '秋', '冬'], ['B'], 2, []],
  ['short', '简述丙。', undefined, '己', 6, []],
  ['essay', '试论丁。', undefined, '戊', 12, []],
];

const box = (heading: string, isBehind: boolean) => {
  const cell = (text: string, rowSpan = 1) => new TableCell({ rowSpan, children: text.split('\n').map(p) });
  const score = ['得 分', '评卷人'].map((text) => cell(text));
  return new Table({
    rows: [
      new TableRow({ children: isBehind ? [cell(heading, 2), ...score] : [...score, cell(heading, 2)] }),
      new TableRow({ children: [cell(''), cell('')] }),
    ],
  });
};

const paper = <Line>(boxed: (heading: string) => Line, line: (text: string) => Line): Line[] => [
  boxed('一、单选题（每题2分，共4分）'),
  ...['1. 甲题（ ）', ...OPTIONS, '2. 乙题（ ）', ...OPTIONS].map(line),
  boxed('二、简答题（每题6分，共6分）'),
  line('3. 简述丙。'),
  boxed('三、论述题（每题12分，共12分）'),
  line('4. 试论丁。'),
  ...['参考答案', '1. A 2. B', '3. 己', '4. 戊'].map(line),
];

type Read = Awaited<ReturnType<typeof readDocx>>;
const shown = (questions: Read) =>
  questions.map(({ kind, fields, notes }) => [
    kind,
    fields.stem ?? fields.prompt,
    fields.options,
    fields.answer ?? fields.referenceAnswer,
    fields.points,
    notes,
  ]);

describe('the box beside a heading', () => {
  test.each([
    ['before it', false],
    ['behind it', true],
  ])('is of no question in Word: %s', async (_name, isBehind) => {
    const children = paper<Paragraph | Table>((heading) => box(heading, isBehind), p);
    const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
    expect(shown(await readDocx({ name: 'a.docx', bytes }))).toEqual(READ);
  });

  test.each(['得分 | 评卷人 | ', '得分\t阅卷教师\t'])('is of none in a text: %j', (boxed) => {
    const lines = paper(
      (heading) => `${boxed}${heading}`,
      (text) => text,
    );
    expect(shown(parseText(toLines(lines.join('\n'))))).toEqual(READ);
  });

  test('the same words beside what is no heading stay in the question', () => {
    const [question] = parseText(
      toLines(['1. 看下表，求甲。', '得分 | 评分人 | 篮球队各队员的得分', '答案：5'].join('\n')),
    );
    expect(question?.fields.stem).toBe('看下表，求甲。\n得分 | 评分人 | 篮球队各队员的得分');
  });
});
