import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** √ and × say right and wrong, and are signs of formulas as well. */

const only = (...lines: string[]) => parseText(toLines(lines.join('\n')))[0]!;

test.each(['√2', '√3/2', '√3+1', '(√5-1)/2≈0.618', '√(a²+b²)', '×10^3', '√2米', '√ 2'])(
  '%s is an answer of a question that does not ask for right or wrong',
  (answer) => {
    expect(only('1. 求正根。', `答案：${answer}`)).toMatchObject({ kind: 'short', fields: { answer }, notes: [] });
    expect(only('1. 求正根。', `【答案】${answer}`)).toMatchObject({ kind: 'short', fields: { answer } });
    expect(only('1. 求正根。', `答案：${answer}`).fields.analysis).toBeUndefined();
  },
);

test.each([
  ['1. 力的单位是（ ）', 'N'],
  ['1. 2x－x=（ ）', 'x'],
  ['1. 这两个数的积是多少？', '×'],
])('%s asks for %s itself', (stem, answer) => {
  expect(only(stem, `答案：${answer}`).kind).not.toBe('judge');
  expect(JSON.stringify(only(stem, `答案：${answer}`).fields.answer)).toContain(answer);
});

test.each([
  ['√（2分）', 'T'],
  ['√2分', 'T'],
  ['× 月亮不会发光', 'F'],
  ['√ It is so.', 'T'],
  ['×，应为乙', 'F'],
])('%s says right or wrong of a sentence', (answer, key) => {
  expect(only('1. 月亮会发光。', `答案：${answer}`)).toMatchObject({ kind: 'judge', fields: { answer: key } });
});

test('a sentence on what is said is judged, whatever it ends with', () => {
  expect(only('1. 太阳是恒星，这种说法是（ ）', '答案：√')).toMatchObject({ kind: 'judge', fields: { answer: 'T' } });
  expect(only('一、判断题', '1. 2x－x=（ ）', '答案：x')).toMatchObject({ kind: 'judge', fields: { answer: 'F' } });
});
