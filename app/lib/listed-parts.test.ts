import { describe, expect, it } from 'vitest';
import { MOST_PARTS, listedParts } from './listed-parts';
import { idList, textList } from './zod';

describe('the parts of a list', () => {
  it('come from a text, from an array, and from an array of texts', () => {
    expect(listedParts('1,2,3')).toEqual(['1', '2', '3']);
    expect(listedParts([1, '2,3', null])).toEqual([1, '2', '3', null]);
    expect(listedParts('甲，乙、丙', /[,，、]/)).toEqual(['甲', '乙', '丙']);
    expect(listedParts([])).toEqual([]);
  });

  it('are as many as a list may have; what goes on is refused before it is taken apart', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');
    expect(listedParts(numbers(MOST_PARTS))).toHaveLength(MOST_PARTS);
    for (const read of [
      () => listedParts(numbers(MOST_PARTS + 1)),
      () => listedParts([numbers(MOST_PARTS), '1']),
      () => idList().parse(numbers(500_000)),
      () => textList('关键词').parse(numbers(500_000)),
    ])
      expect(read).toThrow(expect.objectContaining({ code: 'too_large' }));
  });
});
