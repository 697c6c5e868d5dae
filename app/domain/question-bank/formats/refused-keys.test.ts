import { Document, Packer, Paragraph, TextRun } from 'docx';
import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import { readGift } from './gift-read.server';
import { readMoodle } from './moodle-read.server';
import { parseText, toLines } from './text-format';

/** What is refused keeps what the file says of its answer: whoever mends it need not look for that again. */

test('a text whose blanks were not read has its part of the key', () => {
  const questions = parseText(
    toLines(
      [
        '一、完形填空',
        'It was cold in 1996. My father 41 me. “Take 42 ,” he said at 7:43. I 43 out of the window in 44 days.',
        '41. A. took B. sent C. brought D. met 42. A. care B. it C. time D. place',
        '二、单选题',
        '45. 下列正确的是（  ）',
        'A. 甲 B. 乙',
        '答案：41. A 42. C 45. B',
      ].join('\n'),
    ),
  );
  const refused = questions.find(({ kind }) => kind === null);
  expect(refused?.fields.answer).toBe('41. A\n42. C');
  expect(questions.flatMap(({ notes }) => notes).join()).not.toContain('没有读到这些题');
});

describe('other programs', () => {
  const moodle = async (inner: string) => {
    const bytes = Buffer.from(strToU8(`<quiz>${inner}</quiz>`));
    return (await readMoodle({ name: 'a.xml', bytes }))[0];
  };

  test('a number that may differ', async () => {
    const question = await moodle(
      '<question type="numerical"><name><text>g</text></name><questiontext format="plain_text"><text>g=?</text></questiontext><answer fraction="100"><text>9.8</text><tolerance>0.1</tolerance></answer></question>',
    );
    expect(question).toMatchObject({ kind: null, fields: { answer: '9.8±0.1' } });
  });

  test('answers within the text', async () => {
    const question = await moodle(
      '<question type="cloze"><name><text>q</text></name><questiontext format="html"><text>The {1:SHORTANSWER:=cat} and {1:MULTICHOICE:=dog~pig}.</text></questiontext></question>',
    );
    expect(question).toMatchObject({ kind: null, fields: { answer: '（1）cat\n（2）dog（原有选项：dog、pig）' } });
  });

  test('pairs of GIFT', async () => {
    const bytes = Buffer.from('配对 {=甲 -> 一 =乙 -> 二}');
    expect((await readGift({ name: 'a.gift', bytes }))[0]).toMatchObject({
      kind: null,
      fields: { answer: expect.stringContaining('甲 -> 一') as unknown },
    });
  });
});

describe('a text of Word with underlined numbers for its blanks', () => {
  const TEXT = [
    ['My father '],
    ['  1 ', true],
    [' me to the zoo in 2010. We saw '],
    [' 2 ', true],
    [' animals there. I was '],
    ['3', true],
    [' and asked him to '],
    [' 4 ', true],
    [' home.'],
  ] as const;
  const choices = [1, 2, 3, 4].map((number) => `${number}. A. took B. brought C. sent D. carried`);

  test('is read though one of them has no room beside it, and their lines are no other lines', async () => {
    const children = [
      new Paragraph('一、完形填空'),
      new Paragraph({
        children: TEXT.map(([text, isUnder]) => new TextRun(isUnder ? { text, underline: {} } : { text })),
      }),
      ...[...choices, '答案：1-4 ABCD'].map((text) => new Paragraph(text)),
    ];
    const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
    const questions = await readDocx({ name: 'a.docx', bytes });
    expect(questions.map(({ kind, fields }) => [kind, fields.answer])).toEqual(
      ['A', 'B', 'C', 'D'].map((letter) => ['single', [letter]]),
    );
    expect(questions[0]?.fields.stem).toContain('I was __3__ and asked him to __4__ home');
    expect(questions.flatMap(({ notes }) => notes).join()).not.toContain('文字下面的线');
  });
});
