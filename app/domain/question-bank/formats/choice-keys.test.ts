import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** The key of a choice with more than its letter around it, or with a second one beside it. */

const OPTIONS = ['A. 一', 'B. 二', 'C. 三', 'D. 四'];
const only = (heading: string, ...answer: string[]) =>
  parseText(toLines([heading, '1. 甲（　　）', ...OPTIONS, ...answer].join('\n')))[0]!;
const choice = (...answer: string[]) => only('一、选择题', ...answer);

describe('what may be another key is not chosen by itself', () => {
  test.each([
    [['答案：B 答案：C'], ['B']],
    [['答案：B', '答案：C'], ['B']],
    [['答案：B.三'], ['B']],
    [['答案：B', '解析：选A'], ['B']],
    [['答案：B', '解析：二对，选 A。'], ['B']],
    [['答案：A（B也行）'], ['A']],
    [['答案：A/B'], ['A', 'B']],
    [['答案：A|B'], ['A', 'B']],
  ])('%j', (lines, letters) => {
    expect(choice(...lines)).toMatchObject({ fields: { answer: letters }, isDoubtful: true, problems: [] });
  });
});

test('a single choice has no key that leaves a choice', () => {
  for (const answer of ['A/B', 'A|B', 'A或B', 'AB都对', 'A、B任选一个'])
    expect(only('一、单选题', `答案：${answer}`).problems.join()).toContain('选哪一个都算对');
});

test('what says the same again changes nothing', () => {
  for (const lines of [
    ['答案：B', '答案：B'],
    ['答案：B.二', '解析：选B。'],
    ['答案：B', '解析：故选 B'],
    ['答案：B', '解析：不选A'],
  ])
    expect(choice(...lines)).toMatchObject({ fields: { answer: ['B'] }, notes: [], problems: [] });
  expect(only('一、多选题', '答案：A|B')).toMatchObject({ fields: { answer: ['A', 'B'] }, notes: [] });
});

test('words around the letter are read, and told', () => {
  for (const answer of ['A对', '答案A', 'A 正确', '“选A”', 'A√', '选A', 'A一']) {
    expect(choice(`答案：${answer}`)).toMatchObject({ fields: { answer: ['A'] }, problems: [] });
  }
  expect(choice('答案：A对').notes).toEqual(['答案“A对”已读作“A”。']);
  expect(choice('答案：B.因为二大').notes.join()).toContain('因为二大');
  for (const answer of ['A错', '非A', 'A×', 'A 二', 'B→C', 'A、C 见课本', 'A正确，B错误'])
    expect(choice(`答案：${answer}`).problems).toHaveLength(1);
});

test.each(['$\\mathrm{AC}$', '$A C$', '$\\mathrm{A} \\mathrm{C}$', '$AC$'])(
  'letters that were typed as the formula %s are letters',
  (answer) => {
    expect(choice(`答案：${answer}`)).toMatchObject({ kind: 'multiple', fields: { answer: ['A', 'C'] }, problems: [] });
  },
);

test('a formula that parts its letters is the key of several places', () =>
  expect(choice('答案：$A ; B C$').problems.join()).toContain('不是选项的字母'));
