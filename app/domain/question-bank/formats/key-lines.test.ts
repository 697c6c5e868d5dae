import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys of one line without numbers, below the last question. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index + 1}. 第${index + 1}题（ ）\nA. 甲\nB. 乙\nC. 丙\nD. 丁`);
const keysOf = (...lines: string[]) =>
  read(...lines).map(({ fields, problems }) => (problems.length > 0 ? '?' : fields.answer));
const letters = (text: string) => [...text].map((letter) => [letter]);

describe('as many letters as choices', () => {
  test.each([
    '参考答案：ABCDDCBAAB',
    '参考答案：ABCDD CBAAB',
    '参考答案\nABCDD  CBAAB',
    '答案：\nABCDD\nCBAAB',
    '【答案】ABCDDCBAAB',
  ])('%s are given in their order', (key) => {
    for (const heading of ['一、选择题（每题2分）', '一、单项选择题', '']) {
      expect(keysOf(heading, ...choices(10), key)).toEqual(letters('ABCDDCBAAB'));
    }
  });

  test('that may be one answer as well are not chosen by themselves', () => {
    const questions = read('选择题', ...choices(3), '答案：ABD');
    expect(questions.map(({ fields, isDoubtful }) => [fields.answer, isDoubtful])).toEqual(
      letters('ABD').map((answer) => [answer, true]),
    );
  });

  test('each section has its own', () => {
    expect(
      keysOf('一、单选题', ...choices(3), '答案：CAB', '二、判断题', '1. 天是蓝的。', '2. 海是红的。', '答案：√×'),
    ).toEqual([['C'], ['A'], ['B'], 'T', 'F']);
  });

  test('behind a question of another kind', () => {
    expect(keysOf('一、选择题', ...choices(5), '二、简答题', '6. 问？', '答案：ABDDC').slice(0, 5)).toEqual(
      letters('ABDDC'),
    );
  });
});

describe('letters that do not fit', () => {
  test.each(['AB', 'ABCDD', 'AABB'])('%s for three choices are refused and say why', (key) => {
    const questions = read('一、选择题', ...choices(3), `参考答案：${key}`);
    for (const { problems } of questions) expect(problems.join()).toContain('与 3 道题对不上');
  });

  test('a letter twice is never an answer of several letters', () => {
    const [question] = read('1. 选（ ）', 'A. 甲', 'B. 乙', 'C. 丙', '答案：ABCBA');
    expect(question?.problems.join()).toContain('同一个字母写了两次');
  });

  test('a letter that is no option of its question', () => {
    expect(read('一、选择题', ...choices(3), '答案：AEB').every(({ problems }) => problems.length > 0)).toBe(true);
  });
});

test('where each question has its own answer the last one keeps its letters', () => {
  expect(
    keysOf('一、选择题', choices(1)[0]!, '答案：A', '2. 选（ ）\nA. 甲\nB. 乙', '3. 选（ ）\nA. 甲\nB. 乙', '答案：AB'),
  ).toEqual([['A'], '?', ['A', 'B']]);
  expect(keysOf('一、多选题', ...choices(3), '答案：ABD')[2]).toEqual(['A', 'B', 'D']);
});
