import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** A key for questions that have their answers already: it is compared with these, and a difference is held. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const asked = (number: number, answer: string) => [
  `${number}. 题${'甲乙丙'.charAt(number - 1)}（ ）`,
  'A. 一 B. 二 C. 三 D. 四',
  ...(answer === '' ? [] : [`答案：${answer}`]),
];
const PAPER = ['一、选择题', ...asked(1, 'A'), ...asked(2, 'B'), ...asked(3, 'C')];

const KEYS: [string, (key: string, entries: string) => { above?: string[]; below?: string[] }][] = [
  ['a range below a title', (key) => ({ below: ['参考答案', `1–3 ${key}`] })],
  ['entries below a title', (_key, entries) => ({ below: ['参考答案', entries] })],
  ['behind a label', (key) => ({ below: [`答案：1-3 ${key}`] })],
  ['a bare range', (key) => ({ below: [`1-3 ${key}`] })],
  ['below a section', (key) => ({ below: ['参考答案', '一、选择题', `1-3 ${key}`] })],
  ['behind the place of a section', (key) => ({ below: ['参考答案', `一、1-3 ${key}`] })],
  ['above the paper', (key) => ({ above: [`答案：1-3 ${key}`] })],
];

describe.each(KEYS)('%s', (_name, keyOf) => {
  const paper = (key: string) => {
    const { above = [], below = [] } = keyOf(key, [...key].map((letter, index) => `${index + 1}.${letter}`).join(' '));
    return read(...above, ...PAPER, ...below);
  };

  test('that says the same changes nothing', () => {
    const questions = paper('ABC');
    expect(questions.map(({ fields, notes }) => [fields.answer, notes])).toEqual([
      [['A'], []],
      [['B'], []],
      [['C'], []],
    ]);
  });

  test('that says otherwise is held', () => {
    const [first, second, third] = paper('ADC');
    expect(second).toMatchObject({
      isDoubtful: true,
      fields: { answer: ['B'] },
      notes: [expect.stringContaining('一次是“B”，一次是“D”')],
    });
    for (const other of [first, third]) expect(other).toMatchObject({ notes: [] });
  });
});

test('the one question that waits takes its answer of it', () => {
  const questions = read(...asked(1, 'A'), ...asked(2, 'B'), ...asked(3, ''), '参考答案', '1-3 ABD');
  expect(questions.map(({ fields, problems }) => [fields.answer, problems])).toEqual([
    [['A'], []],
    [['B'], []],
    [['D'], []],
  ]);
});

test('answers in words are compared as well, and are none of the last one', () => {
  const asks = (number: number, word: string) => [`${number}. 什么是${word}？`, `答案：${word}`];
  const questions = read(...asks(1, '水'), ...asks(2, '冰'), ...asks(3, '汽'), '参考答案', '1. 水', '2. 铁', '3. 汽');
  expect(questions.map(({ fields }) => fields.answer)).toEqual(['水', '冰', '汽']);
  expect(questions.map(({ isDoubtful }) => isDoubtful === true)).toEqual([false, true, false]);
});

test('a judgement said in its brackets and otherwise in the key is held', () => {
  const [, second] = read('判断题', '1. 水是液体。（√）', '2. 冰是液体。（×）', '参考答案', '1-2 √√');
  expect(second?.isDoubtful).toBe(true);
});

test('letters for the parts of the one question are no key of others', () => {
  const questions = read(...asked(1, 'A'), '2. 完成填空____，____。', '答案：1.B 2.C');
  expect(questions[0]?.notes).toEqual([]);
});

test('an analysis that is said again is not left out in silence', () => {
  const asks = (number: number, why: string) => [...asked(number, 'A'), `解析：${why}`];
  const key = ['参考答案', '1. A 解析：因为甲。', '2. A 解析：因为乙。', '3. A'];
  const questions = read(...asks(1, '因为甲。'), ...asks(2, '见课本。'), ...asks(3, '因为丙。'), ...key);
  expect(questions.map(({ fields }) => fields.analysis)).toEqual(['因为甲。', '见课本。', '因为丙。']);
  expect(questions.map(({ notes }) => notes)).toEqual([
    [],
    [expect.stringMatching(/还有一段解析没有导入：“.*因为乙。”/)],
    [],
  ]);
});
