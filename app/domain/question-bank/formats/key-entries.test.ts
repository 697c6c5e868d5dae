import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';
import { cpuTimeOf } from '~tests/support/cpu-time';

/** Keys at the end of a paper whose entries have no sign behind their numbers, or share one. */

const OPTIONS = ['A. 一', 'B. 二', 'C. 三', 'D. 四'];
const choices = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => [`${from + index}. 选（  ）`, ...OPTIONS]).flat();
const PAPER = [
  ...['一、选择题', ...choices(1, 2), '二、判断题', '3. 甲。', '4. 乙。', '5. 丙。', '6. 丁。'],
  ...[
    '三、填空题',
    '7. 戊是____。',
    '8. 己是____和____。',
    '9. 庚是____。',
    '四、简答题',
    '10. 辛？',
    '11. 壬？',
    '参考答案',
  ],
];
const read = (...key: string[]) => parseText(toLines([...PAPER, ...key].join('\n')));
const answers = (...key: string[]) => read(...key).map(({ fields }) => fields.answer);
const ALL = [['A'], ['B'], 'F', 'T', 'T', 'F', [['北京']], [['12'], ['7']], [['李白']], '氧气。', '散射。'];

describe('a key', () => {
  test.each([
    [['1-2 AB', '3-6 ×√√×', '7 北京 8 12、7 9 李白', '10、氧气。', '11、散射。']],
    [['1 A、2 B', '3 ×、4 √、5 √、6 ×', '7 北京、8 12；7、9 李白', '10 氧气。', '11 散射。']],
    [['1/2 A/B', '3、6× 4、5√', '7．北京 8．12；7 9．李白', '10．氧气。', '11．散射。']],
    [
      [
        '选择题',
        '1 2',
        'A B',
        '判断题',
        '3 4 5 6',
        '× √ √ ×',
        '填空题',
        '7 北京',
        '8 12 7',
        '9 李白',
        '简答题',
        '10 氧气。',
        '11 散射。',
      ],
    ],
    [['1-2 AB', '判断题：错误的是3、6，其余正确', '7.北京 8.12；7 9.李白', '10.氧气。', '11.散射。']],
  ])('%j', (key) => {
    expect(answers(...key)).toEqual(ALL);
    expect(read(...key).some(({ isDoubtful }) => isDoubtful === true)).toBe(false);
  });

  test('of sections that count from 1, each on its line', () => {
    const paper = [
      ...[
        '一、选择题',
        ...choices(1, 3),
        '二、判断题',
        '1. 甲。',
        '2. 乙。',
        '三、填空题',
        '1. 丙是____。',
        '2. 丁是____和____。',
      ],
      ...['参考答案', '一、选择题', '(1)A (2)B (3)C', '二、判断题', '(1)× (2)√', '三、填空题', '(1)北京 (2)12；7'],
    ];
    const questions = parseText(toLines(paper.join('\n')));
    expect(questions.map(({ fields }) => fields.answer)).toEqual([
      ['A'],
      ['B'],
      ['C'],
      'F',
      'T',
      [['北京']],
      [['12'], ['7']],
    ]);
  });

  test('whose signs cannot be known is read, and waits for somebody to look', () => {
    const digits = read('1-2 AB', '3-6 1 0 0 1', '7.北京 8.12；7 9.李白', '10.氧气。', '11.散射。');
    expect(digits.slice(2, 6).map(({ fields, isDoubtful }) => [fields.answer, isDoubtful])).toEqual(
      ['T', 'F', 'F', 'T'].map((key) => [key, true]),
    );
    const stems = read('1. 甲 2. 乙', '3-6 ×√√×', '7.北京 8.12；7 9.李白', '10.氧气。', '11.散射。');
    expect(stems[1]).toMatchObject({ fields: { answer: ['B'] }, isDoubtful: true });
  });

  test('is not parted where a number may be of an answer', () => {
    const key = ['1-2 AB', '3-6 ×√√×', '7 北京 8 米', '8 12、7', '9 李白', '10、氧气。', '11、散射。'];
    const [, , , , , , seventh] = read(...key);
    expect(seventh?.fields.answer).not.toEqual([['北京']]);
    expect(seventh?.isDoubtful ?? seventh?.problems.length).not.toBe(0);
  });

  test('of any length takes no longer than its length', () => {
    const lines = Array.from({ length: 6000 }, (_, index) => `${index + 1} 甲 ${index + 2} 乙`);
    const took = cpuTimeOf(() => read(...lines, `判断题：错误的是${'1'.repeat(150)}`, `${'1、'.repeat(250)}×`));
    expect(took).toBeLessThan(4000);
  });
});
