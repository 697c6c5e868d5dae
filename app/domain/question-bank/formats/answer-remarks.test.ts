import { expect, test } from 'vitest';
import { formatBlanks, parseBlanks } from './words.rules';

/** What stands beside an answer and is not meant to be typed. */

test.each([
  ['2（答案不唯一）', ['2（答案不唯一）', '2']],
  ['2(答案不唯一,合理即可)', ['2(答案不唯一,合理即可)', '2']],
  ['答案不唯一，如2', ['答案不唯一，如2', '2']],
  ['如：春天', ['如：春天', '春天']],
  ['清泉石上流 （王维《山居秋暝》）', ['清泉石上流 （王维《山居秋暝》）', '清泉石上流']],
  ['甲（课本P3）', ['甲（课本P3）', '甲']],
  ['甲。（《论语》）', ['甲。（《论语》）', '甲']],
  ['乙醇（酒精）', ['乙醇（酒精）', '乙醇']],
  ['甲 2分', ['甲 2分', '甲']],
  ['（甲）', ['（甲）', '甲']],
  ['约3.14', ['约3.14', '3.14']],
  ['1 000', ['1 000', '1000']],
  ['甲 学生答案：乙', ['甲 学生答案：乙', '甲']],
  ['甲；', ['甲']],
  ['__甲__', ['甲']],
  ['-3/5##-0.6', ['-3/5', '-0.6']],
  ['③④##④③', ['③④', '④③']],
  ['甲（或乙、丙）', ['甲', '乙', '丙']],
  ['甲，乙（写出一个即可）', ['甲', '乙']],
  ['甲（乙也给分）', ['甲', '乙']],
])('%s accepts %j', (answer, accepted) => {
  expect(parseBlanks(answer, 1)).toEqual([accepted]);
});

test.each([
  '(a+b)/2',
  'f(x)',
  '(1,2)',
  '（1，+∞）',
  'Fe(OH)3',
  '2 时 10 分',
  '10 分',
  'i++;',
  '#甲',
  'a##',
  '甲均可',
  '《论语》',
  '25℃',
])('%s is the answer as it stands', (answer) => {
  expect(parseBlanks(answer, 1)).toEqual([[answer]]);
});

test('a remark behind the last of several answers', () => {
  expect(parseBlanks('2，3（答案不唯一）', 2)).toEqual([['2'], ['3（答案不唯一）', '3']]);
});

test('what was typed so in the bank comes back as it was', () => {
  for (const answers of [
    ['2（答案不唯一）'],
    ['甲；'],
    ['a##b'],
    ['__甲__'],
    ['乙醇', '乙醇（酒精）'],
    ['甲（或乙、丙）'],
  ]) {
    expect(parseBlanks(formatBlanks([answers]), 1)).toEqual([answers]);
    expect(parseBlanks(formatBlanks([answers, ['丁']]), 2)).toEqual([answers, ['丁']]);
  }
});
