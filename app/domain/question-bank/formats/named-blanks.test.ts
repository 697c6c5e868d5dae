import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** [填空1] of 雨课堂. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const ASKED = ['2. 填空题 2分', '水的化学式是[填空1]，铁的符号是[填空2]。'];
const NEXT = ['3. 简答题 10分', '简述氧化。', '参考答案：与氧的反应。'];

describe('blanks with their names', () => {
  test.each([
    [['填空1正确答案：H2O', '填空2正确答案：Fe']],
    [['正确答案：', '[填空1] H2O', '[填空2] Fe']],
    [['正确答案：H2O', 'Fe']],
    [['答案：H2O；Fe']],
  ])('%s', (key) => {
    const [question, next] = read(...ASKED, ...key, ...NEXT);
    expect(question?.problems).toEqual([]);
    expect(question?.fields).toMatchObject({ stem: '水的化学式是____，铁的符号是____。', answer: [['H2O'], ['Fe']] });
    expect(next?.fields).toMatchObject({ answer: '与氧的反应。' });
  });

  test('填空1 of a text without such blanks stays', () => {
    expect(read('1. 简述填空1的做法。', '答案：略')[0]?.fields.stem).toBe('简述填空1的做法。');
  });
});
