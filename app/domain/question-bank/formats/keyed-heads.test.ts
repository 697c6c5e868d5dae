import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys that stand where papers have none: in the head of a question, and alone below a statement. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const seen = (...lines: string[]) =>
  read(...lines).map(({ kind, fields, problems }) => [kind, fields.stem, fields.answer, ...problems]);

describe('[单选] [C] above a question', () => {
  test('is its kind and its key', () => {
    const questions = read(
      ...['[单选] [C]', '时代主题是形成的（）', '[A] 总结', '[B] 基础', '[C] 背景', '[D] 依据', ''],
      ...['[多选][AC]', '危险有（）。', '[A] 懈怠', '[B] 长期', '[C] 不足', '解析：只有两个。', ''],
      ...['[是非][非]', '任务是解放。', '', '[是非][是]', '都是手段。'],
    );
    expect(questions).toMatchObject([
      {
        kind: 'single',
        fields: { stem: '时代主题是形成的（）', answer: ['C'], options: ['总结', '基础', '背景', '依据'] },
      },
      { kind: 'multiple', fields: { stem: '危险有（）。', answer: ['A', 'C'], analysis: '只有两个。' } },
      { kind: 'judge', fields: { stem: '任务是解放。', answer: 'F' } },
      { kind: 'judge', fields: { stem: '都是手段。', answer: 'T' } },
    ]);
    expect(questions.flatMap(({ problems, notes }) => [...problems, ...notes])).toEqual([]);
  });

  test('may have its question behind it, and a number before', () =>
    expect(seen('1. [判断][对] 天是蓝的。', '2. [单选题][B] 首都是（）', 'A. 上海', 'B. 北京')).toEqual([
      ['judge', '天是蓝的。', 'T'],
      ['single', '首都是（）', ['B']],
    ]));

  test('with letters is of no statement', () =>
    expect(seen('1. [判断][A] 天是蓝的。', '答案：对')[0]?.slice(1)).not.toContain('天是蓝的。'));
});

describe('对 alone below a statement', () => {
  test.each([
    ['对', '错'],
    ['√', '×'],
    ['正确', '错误'],
    ['（√）', '（×）'],
  ])('%s and %s are the keys', (right, wrong) =>
    expect(seen('1.天是蓝的。（）', right, '2.草是红的。( )', '', wrong, '3.花是香的（　　）。', right)).toEqual([
      ['judge', '天是蓝的。', 'T'],
      ['judge', '草是红的。', 'F'],
      ['judge', '花是香的', 'T'],
    ]),
  );

  test('above 错 it is one of the two to choose from', () =>
    expect(JSON.stringify(seen('1.天是蓝的。（）', '对', '错', '答案：对'))).not.toContain('"F"'));
});

test.each([
  ['（✗）', '（✓）'],
  ['（×）', '（√）'],
  ['(错)', '(对)'],
])('%s above 解释： is the key, and the reason an analysis', (wrong, right) => {
  const questions = read(`1. 软件就是程序。${wrong}`, '解释：错误。还有文档。', `2. 成本高。${right}`, '解释：正确。');
  expect(questions).toMatchObject([
    { kind: 'judge', fields: { stem: '软件就是程序。', answer: 'F', analysis: '错误。还有文档。' }, problems: [] },
    { kind: 'judge', fields: { stem: '成本高。', answer: 'T', analysis: '正确。' }, problems: [] },
  ]);
  expect(questions.some(({ isDoubtful }) => isDoubtful)).toBe(false);
});
