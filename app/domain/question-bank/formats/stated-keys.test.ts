import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys that are said without the label of one, below the question. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const CHOICE = ['1. 下列正确的是（ ）', 'A. 甲', 'B. 乙'];
const NEXT = ['2. 水是____。', '答案：液体'];

describe('a key below the options', () => {
  test.each([
    ['（答案：B）'],
    ['(正确答案：B)'],
    ['【本题答案：B】'],
    ['本题答案：B'],
    ['本题答案为B。'],
    ['本题的正确答案是：B'],
    ['故选：B'],
    ['故选B。'],
    ['故选:B 。'],
    ['故答案选B'],
    ['【正确答案】 B【您的答案】 A'],
    ['【正确答案】B 【您的答案】A'],
    ['【解析】B。因为乙。'],
  ])('%s', (key) => {
    const [question, next] = read(...CHOICE, key, ...NEXT);
    expect(question?.problems).toEqual([]);
    expect(question?.fields).toMatchObject({ options: ['甲', '乙'], answer: ['B'] });
    expect(next?.fields.answer).toEqual([['液体']]);
  });

  test.each([['故选B。'], ['【解析】B。因为乙。']])('%s is told', (key) => {
    expect(read(...CHOICE, key, ...NEXT)[0]?.notes.join()).toContain('请核对');
  });

  test.each([['【解析】A．甲正确；B．乙错误。'], ['【解析】A 甲正确'], ['【解析】E。因为乙。']])(
    '%s says none',
    (line) => {
      expect(read(...CHOICE, line, ...NEXT)[0]?.problems.join()).toContain('没有答案');
    },
  );
});

describe('a key in words', () => {
  test.each([['（答案：f(x)=1）'], ['本题答案：f(x)=1'], ['（本题答案：f(x)=1）。']])('%s', (key) => {
    expect(read('1. 求f(x)=____。', key, ...NEXT)[0]?.fields.answer).toEqual([['f(x)=1']]);
  });

  test('本题答案不唯一 and what stands behind an answer stay as they are', () => {
    const [question] = read('1. 简述水。', '答案：液体', '解析：略', '本题答案：见书', ...NEXT);
    expect(question?.fields).toMatchObject({ answer: '液体', analysis: '略\n本题答案：见书' });
    const [open] = read('1. 简述水。本题答案不唯一。', '本题答案不唯一，言之有理即可。', '答案：略', ...NEXT);
    expect(open?.fields.stem).toBe('简述水。本题答案不唯一。\n本题答案不唯一，言之有理即可。');
  });

  test.each([['答案：01. B 02. H2O'], ['答案：１．Ｂ ２．H2O'], ['参考答案：01、B 02、H2O']])(
    '%s is of both questions',
    (key) => {
      const [first, second] = read(...CHOICE, '2. 水的化学式是____。', key);
      expect(first?.fields.answer).toEqual(['B']);
      expect(second?.fields.answer).toEqual([['H2O']]);
    },
  );

  test('a decimal is none', () => {
    expect(read('1. 写出两个小数____。', '答案：0.1 0.2')[0]?.fields.answer).toEqual([['0.1 0.2']]);
  });
});
