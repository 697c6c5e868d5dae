import { Document, Packer, Paragraph } from 'docx';
import { describe, expect, test } from 'vitest';
import { writeSheet } from '~/lib/spreadsheet.server';
import { readDocx } from './docx-read.server';
import { parseText, toLines } from './text-format';
import { formatBlanks, parseBlanks } from './words.rules';
import { readXlsx } from './xlsx-format.server';

/** Signs that count: labels of blanks, or what is to be filled in. */

const ONE = [
  '①④',
  '①②',
  '①②④',
  '①②③④',
  '①、④',
  '①和④',
  '① ③',
  '①，③',
  '①',
  '（1）（3）',
  '(1)(4)',
  '⑴⑶',
  '②③④',
  '④①③②',
  '①→③→②',
];

const LABELLED: [string, string][] = [
  ['①甲', '甲'],
  ['（1）甲', '甲'],
  ['(1). 甲', '甲'],
  ['①. 甲', '甲'],
  ['①. ①④', '①④'],
  ['（1）①③', '①③'],
  ['1. 甲', '甲'],
  ['第 1 空 甲', '甲'],
];

const SEVERAL: [string, string[]][] = [
  ['(1)>；(2)5', ['>', '5']],
  ['①< ②>', ['<', '>']],
  ['①④；②③', ['①④', '②③']],
  // As this program prints its keys.
  ['第 1 空 氢\n第 2 空 氧', ['氢', '氧']],
  ['①④  ②③', ['①④', '②③']],
  ['①④，②③', ['①④', '②③']],
  ['①③　②④', ['①③', '②④']],
  ['①④\n②③', ['①④', '②③']],
  ['①；②', ['①', '②']],
  ['①、④；②、③', ['①、④', '②、③']],
  ['①. ①④    ②. ②③', ['①④', '②③']],
  ['①. ①④ ②. ②③', ['①④', '②③']],
  ['（1）①④ （2）②③', ['①④', '②③']],
  ['①甲②乙', ['甲', '乙']],
  ['①甲；②乙', ['甲', '乙']],
  ['（1）甲\n（2）乙', ['甲', '乙']],
  ['（1）（3）；（2）（4）', ['（1）（3）', '（2）（4）']],
  ['第一空：甲；第二空：乙', ['甲', '乙']],
  ['1. 甲；2. 乙', ['甲', '乙']],
];

const several = (list: string[]) => list.map((each) => [each]);

test.each(ONE)('%s is what one blank asks for', (answer) => {
  expect(parseBlanks(answer, 1)).toEqual([[answer]]);
});

test.each(LABELLED)('%s has a label before %s', (answer, expected) => {
  expect(parseBlanks(answer, 1)).toEqual([[expected]]);
});

test.each(SEVERAL)('%s for two blanks', (answer, expected) => {
  expect(parseBlanks(answer, 2)).toEqual(several(expected));
});

test('answers that begin with a sign come back from a cell as they were', () => {
  for (const blanks of [...several(ONE).map((each) => [each]), ...SEVERAL.map(([answer]) => [[answer], ['丙']])]) {
    const kept = blanks.map((each) => each.map((one) => one.replace(/\s+/g, ' ')));
    expect(parseBlanks(formatBlanks(kept), kept.length)).toEqual(kept);
  }
});

const PAPER: [string, string, string[]][] = [
  ['正确的是____。', '①④', ['①④']],
  ['正确的是____。', '①和④', ['①和④']],
  ['正确的是____。', '（1）（3）', ['（1）（3）']],
  ['正确的是____，错误的是____。', '①④；②③', ['①④', '②③']],
];
const expected = PAPER.map(([, , answers]) => several(answers));
const answersOf = (questions: { fields: Record<string, unknown>; problems: string[] }[]) => {
  expect(questions.flatMap(({ problems }) => problems)).toEqual([]);
  return questions.map(({ fields }) => fields.answer);
};

describe('the same in every file', () => {
  const stems = PAPER.map(([stem], index) => `${index + 1}．${stem}`);
  const each = ['一、填空题', ...stems.flatMap((stem, index) => [stem, `【答案】${PAPER[index]?.[1] ?? ''}`])];
  const atEnd = ['一、填空题', ...stems, '参考答案', ...PAPER.map(([, answer], index) => `${index + 1}．${answer}`)];

  test('text, with the answers below or at the end', () => {
    for (const lines of [each, atEnd]) expect(answersOf(parseText(toLines(lines.join('\n'))))).toEqual(expected);
  });

  test('Word', async () => {
    for (const lines of [each, atEnd]) {
      const children = lines.map((line) => new Paragraph(line));
      const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
      expect(answersOf(await readDocx({ name: 'a.docx', bytes }))).toEqual(expected);
    }
  });

  test('Excel', async () => {
    const columns = ['题型', '题干', '答案'].map((header) => ({ header, width: 10 }));
    const rows = PAPER.map(([stem, answer]) => ['填空题', stem, answer]);
    const bytes = await writeSheet([{ name: '一', columns, rows }]);
    expect(answersOf(await readXlsx({ name: 'a.xlsx', bytes }))).toEqual(expected);
  });
});
