import { describe, expect, test } from 'vitest';
import { placeForLetter } from './place-for-letter.rules';
import type { BankedBody } from './question.schema';

const asked = (kind: string, stem: string) => ({ bank: 'theory', kind, body: { stem } }) as unknown as BankedBody;

describe('the place for a letter', () => {
  test.each(['下列正确的是（　　）', '（ ）是首都', 'The capital is ( ).', '下列（\u3000\u3000）不是水果'])(
    '%s has one of its own',
    (stem) => expect(placeForLetter(asked('single', stem))).toBe(''),
  );

  test('stands behind a stem without one, also where brackets hold words', () => {
    expect(placeForLetter(asked('multiple', '下列（多选）正确的有'))).toBe('（　　）');
    expect(placeForLetter(asked('judge', '水是液体'))).toBe('（　　）');
  });

  test('stands below a table that ends the stem', () => {
    expect(placeForLetter(asked('single', '看表\n| 甲 | 乙 |\n| 1 | 2 |'))).toBe('\n（　　）');
  });

  test('is for letters alone', () => expect(placeForLetter(asked('short', '为什么'))).toBe(''));
});
