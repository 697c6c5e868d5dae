import { Document, Packer, Paragraph, Tab, TabStopType, TextRun, LeaderType } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import { parseText, toLines } from './text-format';

/** The ways in which papers draw blanks and number their answers. */

const cloze = (stem: string, answer: string) => {
  const [question] = parseText(toLines(`一、填空题\n1. ${stem}\n答案：${answer}`));
  return { stem: question?.fields.stem, answer: question?.fields.answer, problems: question?.problems };
};
const two = (stem: string, answer: string[][] = [['甲'], ['乙']]) => ({ stem, answer, problems: [] });

describe('a blank in a text', () => {
  test.each([
    ['水是____1____，火是____2____。', '甲；乙'],
    ['水是____（1）____，火是____（2）____。', '(1)甲 (2)乙'],
    ['水是__①__，火是__②__。', '①甲②乙'],
    ['水是（　　），火是（　　）。', '甲 乙'],
    ['水是﹍﹍﹍，火是﹍﹍﹍。', '甲，乙'],
    ['水是_ _ _，火是_ _ _。', '甲；乙'],
  ])('%s %s', (stem, answer) => {
    expect(cloze(stem, answer)).toMatchObject(two('水是____，火是____。'));
  });

  test('with a number before it keeps the number', () => {
    expect(cloze('①____，②____。', '①甲②乙')).toMatchObject(two('①____，②____。'));
  });

  test('of full-width signs stays as it is', () => {
    expect(cloze('水是＿＿，火是＿＿。', '甲；乙')).toMatchObject(two('水是＿＿，火是＿＿。'));
  });

  test('a year between two blanks is none of their numbers', () => {
    expect(cloze('____19____年', '甲；乙')).toMatchObject(two('____19____年'));
  });
});

describe('the answers of blanks', () => {
  test.each([
    '(1).甲 (2).乙',
    '（1）．甲；（2）．乙',
    '(1)、甲\n(2)、乙',
    '①.甲②.乙',
    '①、甲 ②、乙',
    '1.甲 2.乙',
    '第1空：甲 第2空：乙',
  ])('%j', (answer) => expect(cloze('水是____，火是____。', answer).answer).toEqual([['甲'], ['乙']]));
  test('of one blank', () => {
    expect(cloze('水是____。', '(1).甲').answer).toEqual([['甲']]);
    expect(cloze('水是____。', '①、甲').answer).toEqual([['甲']]);
  });
});

describe('a blank in Word', () => {
  const underline = {};
  const read = async (children: (TextRun | string)[], tabs = false) => {
    const line = new Paragraph({
      children: ['1. 水是', ...children, '。'].map((each) => (typeof each === 'string' ? new TextRun(each) : each)),
      ...(tabs ? { tabStops: [{ type: TabStopType.LEFT, position: 3000, leader: LeaderType.UNDERSCORE }] } : {}),
    });
    const paper = new Document({
      sections: [{ children: [new Paragraph('一、填空题'), line, new Paragraph('答案：甲')] }],
    });
    const [question] = await readDocx({ name: 'a.docx', bytes: await Packer.toBuffer(paper) });
    return { stem: question?.fields.stem, answer: question?.fields.answer };
  };
  const expected = { stem: '水是____。', answer: [['甲']] };

  test('is a stretch of underlined spaces, of whatever width and however many runs', async () => {
    expect(await read([new TextRun({ text: '\u3000', underline })])).toEqual(expected);
    expect(await read([new TextRun({ text: '\u00a0\u00a0', underline })])).toEqual(expected);
    expect(await read([new TextRun({ text: ' ', underline }), new TextRun({ text: ' ', underline })])).toEqual(
      expected,
    );
    expect(await read([new TextRun({ text: '  1  ', underline })])).toEqual(expected);
  });

  test('or a tab that draws a line', async () => {
    expect(await read([new TextRun({ children: [new Tab()], underline })])).toEqual(expected);
    expect(await read([new TextRun({ children: [new Tab()] })], true)).toEqual(expected);
  });
});

test('an answer on a wide line is one', () => {
  const read = (...lines: string[]) => parseText(toLines(lines.join('\n')))[0];
  expect(read('1. 首都是＿＿B＿＿。', 'A. 上海 B. 北京')?.fields).toMatchObject({
    stem: '首都是____。',
    answer: ['B'],
  });
  expect(read('一、填空题', '1. 首都是＿＿北京＿＿。')?.fields).toEqual({ stem: '首都是____。', answer: [['北京']] });
});

describe('a line below what is answered with a sentence is room to write', () => {
  const kinds = (...lines: string[]) => parseText(toLines(lines.join('\n'))).map(({ kind }) => kind);

  test.each([
    [
      '1．把下列句子翻译成现代汉语。',
      '（1）尝与人佣耕。',
      '________',
      '（2）辍耕之垄上。',
      '________',
      '答案：（1）曾经受雇',
    ],
    ['1．把下列句子翻译成现代汉语。', '（1）尝与人佣耕。', '译文：________', '答案：（1）曾经和别人一起受雇，耕田'],
    ['1. How old is Lily?', '____________', '答案：She is 12.'],
    ['1. How many cats? ____________', '答案：She has two cats.'],
  ])('%s', (...lines) => {
    expect(kinds(...lines)).toEqual(['short']);
  });

  test.each([
    ['1. 中国的首都是哪里？', '____________', '答案：北京'],
    ['1. 翻译短语：看书', '____________', '答案：read books'],
    ['1. 他说：“____，____。”', '____________', '答案：学而时习之；不亦说乎；子曰'],
  ])('and not %s', (...lines) => {
    expect(kinds(...lines)).toEqual(['cloze']);
  });
});

test('a composition below the answer of a question is told', () => {
  const [question] = parseText(
    toLines('1. How old is Lily?\n______\n答案：She is 12.\nOne possible version:\nI am Tom.'),
  );
  expect(question?.notes.join()).toContain('像是另一道题（作文）的答案');
});

describe('答：____ is room to write the answer, which stands elsewhere', () => {
  test.each(['答：________', '解：________', '答案：____', '解答：__________'])('%s', (line) => {
    const [first, second] = parseText(
      toLines(`1．说明意义。\n${line}\n2．谈谈理想。\n参考答案\n1．制造有机物\n2．理想`),
    );
    expect(first).toMatchObject({ kind: 'short', fields: { stem: `说明意义。\n${line}`, answer: '制造有机物' } });
    expect([first?.notes, second?.notes]).toEqual([[], []]);
  });
});
