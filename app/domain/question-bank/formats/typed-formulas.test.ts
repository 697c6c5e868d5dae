import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Formulas as they are typed elsewhere, and dollars that are none, in a typed paper. */

const read = (...lines: string[]) => {
  const [question] = parseText(toLines(lines.join('\n')));
  const { stem, options } = question?.fields ?? {};
  return { stem, options, notes: question?.notes.join() };
};

test('\\(…\\) and \\[…\\] are formulas', () => {
  expect(read('1．\\(\\frac{1}{2}\\)的倒数是（ ）', 'A．\\(2\\) B．\\[3\\]', '答案：A')).toEqual({
    stem: '$\\frac{1}{2}$的倒数是（ ）',
    options: ['$2$', '$3$'],
    notes: '',
  });
});

test('$$…$$ is a formula, and two formulas side by side stay two', () => {
  expect(read('1．$$\\frac{1}{2}$$的倒数是（ ）', 'A．$$2$$ B．$x$$y$$z$', '答案：A')).toEqual({
    stem: '$\\frac{1}{2}$的倒数是（ ）',
    options: ['$2$', '$x$$y$$z$'],
    notes: '',
  });
});

test('dollars around a Chinese text are dollars', () => {
  expect(read('1．变量$name和$age的含义（ ）', 'A．甲 B．乙', '答案：A')).toEqual({
    stem: '变量\\$name和\\$age的含义（ ）',
    options: ['甲', '乙'],
    notes: '“$name和$”不像公式，$ 已按原样导入，请核对。',
  });
});

test.each(['$S_{阴影}=2$', '$\\text{速度}=v$', '$a+b$', '$速度=\\frac{s}{t}$'])('%s stays a formula', (tex) => {
  expect(read(`1．求${tex}（ ）`, 'A．甲 B．乙', '答案：A')).toMatchObject({ stem: `求${tex}（ ）`, notes: '' });
});
