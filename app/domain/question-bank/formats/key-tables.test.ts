import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import type { ParsedQuestion } from './format.rules';
import { parseText, toLines } from './text-format';

/** A key as a table below the last question, without a title: no cell of it is lost, moved, or left in an option. */

const PAPER = [
  '一、单选题',
  ...['1. 首都是（ ）', 'A. 北京  B. 上海  C. 广州  D. 深圳'],
  ...['2. 水是（ ）', 'A. 固体  B. 液体  C. 气体  D. 光'],
  ...['3. 雪是（ ）', 'A. 红  B. 白  C. 黑  D. 绿'],
];
const said = (questions: ParsedQuestion[]) =>
  questions.map(({ fields, notes }) => [fields.answer, (fields.options as string[])[3], ...notes]);
const read = (key: string) => said(parseText(toLines(`${PAPER.join('\n')}\n${key}`)));
const keyed = (...letters: string[]) =>
  ['深圳', '光', '绿'].map((last, at) => [letters[at] === '' ? [] : [letters[at]], last]);

test.each([
  ['tabs', '题号\t1\t2\t3\n答案\tA\tB\tC'],
  ['bars', '题号|1|2|3\n答案|A|B|C'],
  ['wide bars', '题号｜1｜2｜3\n答案｜A｜B｜C'],
  ['bars with blanks', '题号 | 1 | 2 | 3\n答案 | A | B | C'],
  ['Markdown', '| 题号 | 1 | 2 | 3 |\n|---|:-:|---|---|\n| 答案 | A | B | C |'],
  ['bars around', '| 题号 | 1 | 2 | 3 |\n| 答案 | A | B | C |'],
  ['commas', '题号,1,2,3\n答案,A,B,C'],
  ['blanks', '题号 1 2 3\n答案 A B C'],
  ['a colon', '题号 1 2 3\n答案：A B C'],
  ['letters together', '题号：1 2 3\n答案：ABC'],
  ['答案 above its letters', '题号 1 2 3\n答案\nA B C'],
  ['brackets', '题号 1  2  3\n答案 ( A ) ( B ) (C)'],
  ['two pairs', '题号\t1\t2\n答案\tA\tB\n题号\t3\n答案\tC'],
  ['two blocks', '题号 1 2 题号 3\n答案 A B 答案 C'],
  ['points', '题号 1 2 3 得分\n答案 A B C'],
  ['选项', '题号\t1\t2\t3\n选项\tA\tB\tC'],
  ['upright', '题号\t答案\n1\tA\n2\tB\n3\tC'],
  ['upright, Markdown', '| 题号 | 答案 |\n| --- | --- |\n| 1 | A |\n| 2 | B |\n| 3 | C |'],
  ['upright, two blocks', '题号|答案|题号|答案\n1|A|3|C\n2|B||'],
  ['below a title', '参考答案\n\n| 题号 | 1 | 2 | 3 |\n|---|---|---|---|\n| 答案 | A | B | C |'],
])('%s', (_name, key) => expect(read(key)).toEqual(keyed('A', 'B', 'C')));

test.each([
  ['题号\t1\t2\t3\n答案\tA\t\tC'],
  ['题号|1|2|3\n答案|A||C'],
  ['| 题号 | 1 | 2 | 3 |\n|---|---|---|---|\n| 答案 | A | | C |'],
  ['参考答案\n题号\t1\t2\t3\n答案\tA\t\tC'],
  ['题号|答案\n1|A\n2|\n3|C'],
])('an empty cell is no answer, and moves none: %j', (key) => expect(read(key)).toEqual(keyed('A', '', 'C')));

test('with blanks alone nobody can tell which is missing', () => {
  const questions = parseText(toLines(`${PAPER.join('\n')}\n题号 1 2 3\n答案 A C`));
  for (const { problems } of questions)
    expect(problems[0]).toBe('答案表“1-3”应有 3 个答案，读到 2 个；请在题后写明“答案：”。');
});

test('a table to be filled in is left out, and told', () =>
  expect(read('题号\t1\t2\t3\n答案')).toEqual([
    [[], '深圳'],
    [[], '光'],
    [[], '绿', '空的答题表没有导入。'],
  ]));

test('答案 with a text is the answer of its question', () => {
  const [question] = parseText(toLines('一、简答题\n1. 表里写了什么？\n题号 1 2\n得分 9 8\n答案：略写'));
  expect(question?.fields).toMatchObject({ stem: '表里写了什么？\n题号 1 2\n得分 9 8', answer: '略写' });
});

describe('tables of Word', () => {
  const table = (rows: string[][]) =>
    new Table({
      rows: rows.map(
        (cells) => new TableRow({ children: cells.map((cell) => new TableCell({ children: [new Paragraph(cell)] })) }),
      ),
    });
  const inWord = async (rows: string[][]) => {
    const children = [...PAPER.map((text) => new Paragraph(text)), table(rows)];
    return said(
      await readDocx({ name: 'a.docx', bytes: await Packer.toBuffer(new Document({ sections: [{ children }] })) }),
    );
  };

  test.each([
    [[['题号', '1', '2', '3'], ['答案', 'A', 'B', 'C'], ['得分', '', '', '']]],
    [[['题号', '1', '2', '3'], ['参考答案', 'A', 'B', 'C']]],
    [[['序号', '1', '2', '3'], ['正确答案', 'A', 'B', 'C']]],
    [[['题号', '1.', '第2题', '（3）'], ['答案', 'A', 'B', 'C']]],
    [[['题号', '1', '2', '3'], ['', 'A', 'B', 'C']]],
    [[['单选题', '1', '2', '3'], ['答案', 'A', 'B', 'C']]],
    [[['题号', '1-2', '3'], ['答案', 'AB', 'C']]],
  ])('%j', async (rows) => expect(await inWord(rows)).toEqual(keyed('A', 'B', 'C'))); // prettier-ignore

  test.each([
    [[['题号', '1', '2', '3'], ['答案', 'A', '', 'C']]],
    [[['1', '2', '3'], ['A', '', 'C']]],
    [[['', '1', '2', '3'], ['答案', 'A', '', 'C']]],
  ])('an empty cell: %j', async (rows) => expect(await inWord(rows)).toEqual(keyed('A', '', 'C'))); // prettier-ignore
});

test('what stands below a table of answers is none of it', () => {
  const questions = parseText(
    toLines(`${PAPER.join('\n')}\n题号 答案\n1 A\n2 B\n3 C\n二、填空题\n4. 冰是____。\n答案：水`),
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['C'], [['水']]]);
});
