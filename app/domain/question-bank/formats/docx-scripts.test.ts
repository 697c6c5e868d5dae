import { Document, Packer, Paragraph, TextRun, type IRunOptions } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** Raised and lowered texts of a Word file keep their height, whatever they are made of, or it is told. */

type Run = string | IRunOptions;
const read = async (...paragraphs: Run[][]) => {
  const children = paragraphs.map(
    (runs) =>
      new Paragraph({ children: runs.map((run) => new TextRun(typeof run === 'string' ? { text: run } : run)) }),
  );
  return readDocx({ name: 'a.docx', bytes: await Packer.toBuffer(new Document({ sections: [{ children }] })) });
};
const up = (text: string, more: IRunOptions = {}): Run => ({ ...more, text, superScript: true });
const down = (text: string, more: IRunOptions = {}): Run => ({ ...more, text, subScript: true });
const underline = {};
const stemOf = async (...runs: Run[]) =>
  (await read(['1. ', ...runs, '是'], ['A. 1'], ['B. 2'], ['答案：A']))[0]?.fields.stem;

test.each<[string, Run[], string]>([
  ['a full-width minus', ['10', up('－2')], '$10^{-2}$'],
  ['a full-width plus', ['Fe', up('3＋')], '$Fe^{3+}$'],
  ['a charge behind a lowered figure', ['SO', down('4'), up('2－')], '$SO_{4}^{2-}$'],
  ['a dash', ['Cl', up('–')], '$Cl^{-}$'],
  ['a full-width figure', ['a', up('２')], '$a^{2}$'],
  ['a difference', ['x', up('n－1')], '$x^{n-1}$'],
  ['a quotient', ['a', up('1/2')], '$a^{1/2}$'],
  ['room behind it', ['x', up('2 '), '+y'], '$x^{2}$ +y'],
  ['a lowered sum', ['a', down('n＋1')], '$a_{n+1}$'],
  ['a name and a figure', ['F', down('浮1')], '$F_{\\text{浮}1}$'],
  ['a raised figure within', ['2', up('x²')], '$2^{x^{2}}$'],
  ['behind full-width brackets', ['（x＋1）', up('2')], '（x＋1）$^{2}$'],
  ['behind a unit', ['5厘米', up('3')], '5厘米$^{3}$'],
  ['a degree stands high by itself', ['30', up('°')], '30°'],
  ['a ring for a degree', ['25', up('。'), 'C'], '25°C'],
  ['the mark of a note', ['（选自《论语》）', up('1')], '（选自《论语》）1'],
  ['a mark with a ring', ['某词', up('①')], '某词①'],
])('%s', async (_what, runs, shown) => {
  expect(await stemOf(...runs)).toBe(`${shown}是`);
});

test('two options that differ by the height of a sign are two', async () => {
  const [question] = await read(['1. 千分之一是'], ['A. 10', up('－3')], ['B. 10－3'], ['答案：A']);
  expect(question?.fields.options).toEqual(['$10^{-3}$', '10－3']);
});

test('what no formula is made of is told', async () => {
  const [question] = await read(['1. 某词', up('见上文'), '指什么'], ['A. 1'], ['B. 2'], ['答案：A']);
  expect(question?.fields.stem).toBe('某词见上文指什么');
  expect(question?.notes).toEqual([expect.stringContaining('有上标或下标的文字')]);
});

test('a raised answer of a blank is what pupils can type', async () => {
  const [question] = await read(['1. 千分之一米是____米。'], ['答案：10', up('－3')]);
  expect(question?.fields.answer).toEqual([['10^-3', '10⁻³']]);
});

describe('underlined', () => {
  const under = (text: string): Run => ({ text, underline });

  test.each<[string, Run[], string[]]>([
    ['raised', [under('  x'), up('2', { underline }), under('  ')], ['x^2', 'x²']],
    ['lowered', [under('   H'), down('2', { underline }), under('O   ')], ['H2O', 'H₂O']],
  ])('an answer on its line, %s', async (_what, runs, answers) => {
    const [question] = await read(['一、填空题'], ['1. 答案是', ...runs, '。']);
    expect(question?.fields).toMatchObject({ stem: '答案是____。', answer: [answers] });
  });

  test('an option, which the note quotes', async () => {
    const [question] = await read(
      ['1. 科学记数法'],
      ['A. ', under('3×10'), up('5', { underline })],
      ['B. 甲'],
      ['答案：A'],
    );
    expect(question?.fields.options).toEqual(['3×$10^{5}$', '甲']);
    expect(question?.notes.join()).toContain('“3×$10^{5}$”');
  });
});

test('a red option with a raised figure is seen as the key, and red brackets are no part of an answer', async () => {
  const color = 'FF0000';
  const questions = await read(
    ['一、单选题'],
    ['1. 光速是'],
    ['A. 3×10', up('4')],
    [{ text: 'B. 3×10', color }, up('8', { color })],
    ['二、填空题'],
    ['2. 光速为', { text: '（3×10', color }, up('8', { color }), { text: '）', color }, 'm/s。'],
  );
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['B'], [['3×10^8', '3×10⁸']]]);
});
