import { expect, test } from 'vitest';
import { formatBlankLine, parseBlankLine } from '../kinds/cloze/blank-line.rules';
import { parseText, toLines } from './text-format';
import { formatBlanks, parseBlanks } from './words.rules';

/** One answer or several: what stands in the key of a blank. */

const read = (stem: string, answer: string) => parseText(toLines(`一、填空题\n1. ${stem}\n答案：${answer}`))[0]!;
const answersOf = (answer: string) => read('甲是____。', answer).fields.answer;

test.each([
  '(a+b)/2',
  '(x+1)/(x-1)',
  '(1+√5)/2',
  '1/2',
  'a/(a+b)',
  'sin x/x',
  'x / 2',
  'and/or',
  'km/h',
  'mol/kg',
  '米/秒',
  '周长/2',
  '与或非',
  '或然率',
  '甲均可',
  '{x|1<x<3}',
  '{x|x>1}∪{x|x<0}',
  '|x|',
  'y=|a-1|',
])('%s is one answer', (answer) => {
  expect(answersOf(answer)).toEqual([[answer]]);
});

test.each([
  ['一或二', ['一', '二']],
  ['红色或黄色均可得分', ['红色', '黄色']],
  ['二十（写20也给分）', ['二十', '20']],
  ['a|b|c', ['a', 'b', 'c']],
  ['一 或 二', ['一', '二']],
  ['粒子 或 波', ['粒子', '波']],
  ['一，或二', ['一', '二']],
  ['一；或二', ['一', '二']],
  ['一/二均可', ['一', '二']],
  ['一或二均可', ['一', '二']],
  ['一、二均可', ['一', '二']],
  ['一（二也对）', ['一', '二']],
  ['上/下', ['上', '下']],
  ['五/5', ['五', '5']],
  ['color/colour', ['color', 'colour']],
  ["he's/he is", ["he's", 'he is']],
  ['【一】', ['一']],
  ['“一”', ['“一”', '一']],
])('%s are %j', (answer, expected) => {
  expect(answersOf(answer)).toEqual([expected]);
});

test('a slash that parts answers is said', () => {
  expect(read('甲是____。', '上/下').notes.join()).toContain('“/”当作几种答案');
  expect(read('甲是____。', '(a+b)/2').notes).toEqual([]);
});

test('blanks in any order accept each of the answers, and wait for somebody to look', () => {
  const question = read('甲是____、____。', '一 二（顺序可换）');
  expect(question).toMatchObject({ isDoubtful: true, problems: [] });
  expect(question.fields.answer).toEqual([
    ['一', '二'],
    ['一', '二'],
  ]);
});

test('略 is no answer of a blank, and is said at a text', () => {
  expect(read('甲是____。', '略').problems.join()).toContain('没有写出来');
  const [question] = parseText(toLines('一、简答题\n1. 问？\n答案：略'));
  expect(question?.notes.join()).toContain('参考答案写的是“略”');
});

test.each([
  ['《    》是诗歌总集，收诗____篇。', '诗经；305'],
  ['鲁迅原名＿＿＿＿，字……………………。', '周树人；豫才'],
])('%s has two blanks', (stem, answer) => {
  expect(read(stem, answer)).toMatchObject({
    problems: [],
    fields: { answer: answer.split('；').map((each) => [each]) },
  });
});

test('an answer with the sign between answers comes back as it was', () => {
  for (const answers of [['丙|丁', '戊'], ['a／b'], ['a\\', 'b'], ['\\|x\\|'], ['|']]) {
    expect(parseBlankLine(formatBlankLine(answers))).toEqual(answers);
    expect(parseBlanks(formatBlanks([answers, ['己']]), 2)).toEqual([answers, ['己']]);
    expect(parseBlanks(formatBlanks([answers]), 1)).toEqual([answers]);
  }
});
