import { expect, test } from 'vitest';
import { formulaText, plainFormulas } from './formula-text.rules';

test.each([
  ['x^2', 'x²'],
  ['\\frac{1}{2}', '1/2'],
  ['\\frac{a+b}{2}', '(a+b)/2'],
  ['\\sqrt{b^2-4ac}', '√(b²-4ac)'],
  ['\\sqrt[3]{8}', '³√8'],
  ['\\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}', '(-b ±√(b²-4ac))/2a'],
  ['H_2O', 'H₂O'],
  ['10^{-3}', '10⁻³'],
  ['90^\\circ', '90°'],
  ['\\alpha + \\beta \\leq \\pi', 'α+ β≤π'],
  ['e^{x+1}', 'e^(x+1)'],
  ['x \\in \\mathbb{R}', 'x ∈ℝ'],
  ['\\mathbb Z \\subseteq \\mathbb{Q}', 'ℤ ⊆ℚ'],
  ['\\sqrt2', '√2'],
  ['\\sqrt 2+1', '√2+1'],
  ['\\frac12', '1/2'],
  ['\\sqrt{2}x', '√2x'],
  ['\\unknown{x}', 'unknownx'],
])('%s is read %s', (tex, text) => {
  expect(formulaText(tex)).toBe(text);
});

test('only formulas of a text change; amounts of money do not', () => {
  expect(plainFormulas('若 $x^2=4$，则 $x=\\pm 2$；共 \\$5')).toBe('若 x²=4，则 x=±2；共 $5');
  expect(plainFormulas('没有公式，$ 5 和 [图1]')).toBe('没有公式，$ 5 和 [图1]');
});
