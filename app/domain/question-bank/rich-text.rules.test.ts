import { describe, expect, test } from 'vitest';
import { splitRichText } from './rich-text.rules';

const read = (text: string, pictures = 0) =>
  splitRichText(text, pictures)
    .map((part) =>
      part.kind === 'text' ? part.text : part.kind === 'formula' ? `<${part.tex}>` : `{${String(part.index)}}`,
    )
    .join('');

describe('texts of questions', () => {
  test.each([
    ['求 $x^2+1$ 的值', '求 <x^2+1> 的值'],
    ['$a$与$b$', '<a>与<b>'],
    ['售价 $5 到 $8', '售价 $5 到 $8'],
    ['价格\\$5$', '价格$5$'],
    ['$ x $', '$ x $'],
    ['$a\n$', '$a\n$'],
    ['$\\$5$', '<\\$5>'],
    ['没有公式', '没有公式'],
    ['$$', '$$'],
  ])('formulas of %j', (text, parts) => {
    expect(read(text)).toBe(parts);
  });

  test('a picture stands where its mark is; a mark without a picture stays a text', () => {
    expect(read('看[图1]和[图2]，再看[图3][图0]', 2)).toBe('看{0}和{1}，再看[图3][图0]');
  });
});
