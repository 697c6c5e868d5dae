import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MOST_PARTS, listedParts } from './listed-parts';
import { idList, textList } from './zod';

const list = (between?: RegExp) =>
  z.preprocess((value, context) => listedParts(value, context, between), z.array(z.unknown()));

describe('the parts of a list', () => {
  it('come from a text, from an array, and from an array of texts', () => {
    expect(list().parse('1,2,3')).toEqual(['1', '2', '3']);
    expect(list().parse([1, '2,3', null])).toEqual([1, '2', '3', null]);
    expect(list(/[,，、]/).parse('甲，乙、丙')).toEqual(['甲', '乙', '丙']);
    expect(list().parse([])).toEqual([]);
  });

  it('are as many as a list may have; what goes on is refused in one sentence before it is taken apart', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');
    expect(list().parse(numbers(MOST_PARTS))).toHaveLength(MOST_PARTS);
    for (const { error } of [
      list().safeParse(numbers(MOST_PARTS + 1)),
      list().safeParse([numbers(MOST_PARTS), '1']),
      list().safeParse('1,'.repeat(MOST_PARTS + 1)),
      idList('', { min: 0 }).safeParse(numbers(500_000)),
      textList('关键词').safeParse(numbers(500_000)),
    ])
      expect(error?.issues.map(({ message }) => message)).toEqual(['内容太多了，一个列表最多 10000 项']);
  });
});
