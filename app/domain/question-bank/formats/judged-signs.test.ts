import { Document, Packer, Paragraph, TextRun } from 'docx';
import { describe, expect, test } from 'vitest';
import { matchesBlank } from '../kinds/cloze/blank.rules';
import { readDocx } from './docx-read.server';
import { parseText, toLines } from './text-format';

/** Right and wrong, as teachers write them below a sentence or within its brackets. */

const read = (...lines: string[]) => parseText(toLines(['一、判断题', ...lines].join('\n')));
const only = (...lines: string[]) => read(...lines)[0]!;

const RIGHT = ['☑', '✅', '是的', '没错', '无误', '成立', '正确的', 'True', 'yes', '真', 'V', 'Ö'];
const WRONG = ['☒', '❌', '不是', '有误', '不成立', '错的', 'False', 'NO', '假', 'Ｘ', '不对', '´', '误'];

describe.each([
  ['T', RIGHT],
  ['F', WRONG],
] as const)('%s', (key, signs) => {
  test.each(signs)('%s below a sentence and within its bracket', (sign) => {
    expect(only('1. 甲。', `答案：${sign}`)).toMatchObject({ fields: { answer: key, stem: '甲。' }, problems: [] });
    expect(only(`1. 甲。（${sign}）`)).toMatchObject({ fields: { answer: key, stem: '甲。' }, problems: [] });
  });
});

test('a sign that is none of right and wrong is told, and what may be nothing is not chosen', () => {
  expect(only('1. 甲。', '答案：V').notes).toEqual(['答案“V”已读作“正确”。']);
  expect(only('1. 甲。', '答案：0')).toMatchObject({ fields: { answer: 'F' }, isDoubtful: true });
  expect(only('1. 甲。', '答案：O')).toMatchObject({ fields: { answer: 'T' }, isDoubtful: true });
  for (const sign of ['部分正确', '不一定', '√×', 'W', '●'])
    expect(only('1. 甲。', `答案：${sign}`).problems).toHaveLength(1);
});

test('brackets of any form, without one of them, and with a remark in them', () => {
  for (const bracket of ['〔√〕', '〈√〉', '（√（2分））', ' (√', '√）', '（ ）√', '( V )', ' 对', '-- 正确']) {
    expect(only(`1. 甲。${bracket}`)).toMatchObject({ fields: { answer: 'T', stem: '甲。' }, problems: [] });
  }
  const wrong = only('1. 甲。（×（应为乙））');
  expect(wrong.fields).toMatchObject({ answer: 'F', stem: '甲。', analysis: '应为乙' });
  expect(wrong.notes.join()).toContain('应为乙');
});

test('what says both, or another thing than the answer, is not chosen', () => {
  expect(only('1. 甲。（√(错)）').isDoubtful).toBe(true);
  expect(only('1. 甲。', '答案：正确 错误').isDoubtful).toBe(true);
  expect(only('1. 甲。', '答案：是，不是').isDoubtful).toBe(true);
  expect(only('1. 甲（√）', '答案：错误')).toMatchObject({ fields: { answer: 'F' }, isDoubtful: true });
});

test('signs of both kinds in one sentence say nothing of it', () => {
  for (const stem of ['甲。(正确)(错误)', '甲是奇数（√）且是偶数（×）'])
    expect(only(`1. ${stem}`).problems).toHaveLength(1);
  expect(only('1. 甲是奇数（√）且是偶数（×）', '答案：错').fields.answer).toBe('F');
  expect(only('1. 甲。', '答案：（√）')).toMatchObject({ fields: { answer: 'T' }, notes: [] });
});

test('a word of the sentence itself is no answer', () => {
  for (const stem of ['负负得（正）', '命题p（V）', 'f(0)', '自然数集(N)', '自然数集( N )', '下列（O）']) {
    expect(only(`1. ${stem}`).problems).toHaveLength(1);
  }
});

test.each([
  ['二、判断题', '地球是方的。（×）（应为球形）', 'F', '应为球形'],
  ['二、判断题', '光在真空中的速度最大。（ √ ）(约3×10^8 m/s)', 'T', '约3×10^8 m/s'],
  ['True or False', 'The moon is a planet. (F) (It is a satellite)', 'F', 'It is a satellite'],
])('a remark in brackets behind the sign is the analysis: %s %s', (heading, stem, answer, analysis) => {
  const [question] = parseText(toLines(`${heading}\n1. ${stem}\n2. 铁是金属。（√）`));
  expect(question?.fields).toMatchObject({ stem: stem.slice(0, stem.search(/[（(]/)).trim(), answer, analysis });
  expect(question?.notes).toEqual([`答案后面的“${analysis}”放进了解析。`]);
});

test('a bracket of a formula, and one that says the other thing, are no remark', () => {
  for (const stem of ['集合是 f(T)(a)', '请说对错（对）（错）']) {
    expect(parseText(toLines(`一、判断题\n1. ${stem}\n2. 铁是金属。（√）`))[0]?.fields.answer).toBe('');
  }
});

const asDocx = (...paragraphs: (string | { text: string; font: string })[][]) => {
  const children = paragraphs.map(
    (runs) =>
      new Paragraph({ children: runs.map((run) => new TextRun(typeof run === 'string' ? { text: run } : run)) }),
  );
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
};

test('ticks and crosses of fonts of signs', async () => {
  const marks = [
    ['Ö', 'Symbol'],
    ['´', 'Symbol'],
    ['ü', 'Wingdings'],
    ['û', 'Wingdings'],
    ['P', 'Wingdings 2'],
    ['O', 'Wingdings 2'],
    ['\uf0fc', '宋体'],
    ['\uf0b4', '宋体'],
  ] as const;
  const bytes = await asDocx(
    ['一、判断题'],
    ...marks.map(([text, font], index) => [`${index + 1}. 甲。（`, { text, font }, '）']),
  );
  const questions = await readDocx({ name: 'a.docx', bytes });
  expect(questions.map(({ fields }) => fields.answer)).toEqual(['T', 'F', 'T', 'F', 'T', 'F', 'T', 'F']);
  expect(questions.flatMap(({ notes, problems }) => [...notes, ...problems])).toEqual([]);
});

test('signs that nobody sees are none of an answer, and a minus is one however it is typed', () => {
  const [question] = parseText(toLines('1. 首都是____。\n答案：北\u00ad京\u2066'));
  expect(question?.fields.answer).toEqual([['北京']]);
  for (const typed of ['-3', '−3', '–3', '－3', '\u00ad-3']) expect(matchesBlank(typed, ['−3'])).toBe(true);
  expect(matchesBlank('3', ['−3'])).toBe(false);
  expect(matchesBlank('12', ['１２'])).toBe(true);
});
