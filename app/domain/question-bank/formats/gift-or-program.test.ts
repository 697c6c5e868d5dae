import { describe, expect, test } from 'vitest';
import { weighTexts } from './text-signs';

/** A brace at the end of a line begins a block of GIFT, or of a program in a paper of computing. */

const first = (...lines: string[]) => weighTexts(lines.join('\n'), 'txt')[0]?.format;

describe('a file with braces at the ends of its lines', () => {
  test.each([
    [['3. 写出运行结果。', 'void main(){', ' for(i=1;i<=5;i++){', '  s+=i;', ' }', '}']],
    [
      [
        '3. 写出运行结果。',
        'public class A {',
        ' public static void main(String[] a) {',
        '  if (x > 1) {',
        '  }',
        ' }',
        '}',
      ],
    ],
    [
      [
        'function f(x) {',
        '  return x == 1 ? {',
        '    a: 1 } : {',
        '    a: 2 };',
        '}',
        'if (f(1)) {',
        '}',
        '1. 上面的结果是？',
      ],
    ],
  ])('a program is of a paper', (lines) => {
    expect(first(...lines)).toBe('text');
  });

  test.each([
    [['北京在哪里？{', '=北方', '~南方', '}']],
    [['::Q1:: Where is it? {', '}', '::Q2:: Why? {', '}']],
    [['中国的首都是？ {', '  =北京', '}', '', '水是液体。{T}']],
  ])('questions of GIFT are GIFT', (lines) => {
    expect(first(...lines)).toBe('gift');
  });
});
