import { expect, test } from 'vitest';
import { answerNotes } from './answer-notes.rules';
import { countBlanks } from '../question.rules';
import { parseText, toLines } from './text-format';
import { parseBlanks } from './words.rules';

/** What is said of answers that may not be what they look like. */

const notesOf = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map((parsed) => answerNotes(parsed, 'text').join(''));
const cloze = (answer: string, stem = '甲是____。') => {
  const fields = { stem, answer: parseBlanks(answer, countBlanks(stem)) };
  return answerNotes({ kind: 'cloze', fields, problems: [], notes: [] }, 'xlsx').join('');
};

test.each([
  ['2（答案不唯一）', '填“2（答案不唯一）”、“2”都算对'],
  ['乙醇（酒精）', '填“乙醇（酒精）”、“乙醇”都算对'],
  ['氧化（还原）反应', '要照着填“氧化（还原）反应”才算对'],
  ['甲，答案合理', '要照着填“甲，答案合理”才算对'],
  ['②甲', '要照着填“②甲”才算对'],
])('%s: what a student has to type', (answer, expected) => {
  expect(cloze(answer)).toContain(expected);
});

test.each(['甲', '①④', '①和④', '甲##乙', '(a+b)/2', 'f(x)', '(1,2)', '《论语》', '甲或乙', '甲（或乙）'])(
  '%s is nothing to look at',
  (answer) => {
    expect(cloze(answer)).toBe('');
  },
);

test('what the reader of a paper has said is not said twice', () => {
  expect(notesOf('一、填空题', '1. 甲是____。', '答案：乙醇（酒精）')[0]).toBe('');
});

test('of several blanks the one is named', () => {
  expect(cloze('2，3（答案不唯一）', '甲是____，乙是____。')).toContain('第 2 空填“3（答案不唯一）”、“3”都算对');
});

const choice = (key: string, analysis: string) => {
  const fields = { stem: '甲是（　　）', options: ['一', '二', '三'], answer: [...key], analysis };
  return answerNotes({ kind: 'multiple', fields, problems: [], notes: [] }, 'xlsx').join('');
};

test.each([
  ['B', '因为一，故选A。', '故选A'],
  ['C', '故答案为B', '故答案为B'],
  ['B', 'A 项错误，所以选：C', '所以选:C'],
  ['AB', '故选ABC。', '故选ABC'],
])('%s against %s', (answer, analysis, said) => {
  expect(choice(answer, analysis)).toContain(`解析与答案不一致：解析写着“${said}”，答案是“${answer}”`);
});

test.each([
  ['B', '因为一，故选B。'],
  ['AB', '故选：A、B。'],
  ['B', '故选A错误，应选B'],
  ['B', '故A项错误，B项正确'],
  ['B', '第1题故选A；第2题故选B'],
  ['B', '故选AgCl作沉淀'],
])('%s agrees with %s', (answer, analysis) => {
  expect(choice(answer, analysis)).toBe('');
});

test('a judgement against its analysis', () => {
  const judge = (answer: string, analysis: string) =>
    notesOf('一、判断题', '1. 甲是乙。', `答案：${answer}`, `解析：${analysis}`)[0];
  expect(judge('√', '甲不是乙，故说法错误。')).toContain('解析与答案不一致');
  expect(judge('×', '甲不是乙，故说法错误。')).toBe('');
});

test('what systems wrote is what they mean', () => {
  const fields = { stem: '甲____', answer: [['2（答案不唯一）']] };
  expect(answerNotes({ kind: 'cloze', fields, problems: [], notes: [] }, 'moodle')).toEqual([]);
});
