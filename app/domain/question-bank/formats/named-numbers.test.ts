import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Questions that are numbered 题一, 题二. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

test.each([
  ['【题一】（40分）', '【题二】（30分）'],
  ['【题一】 (40分)', '【题二】 (30分)'],
  ['题一、（40分）', '题二、（30分）'],
  ['题一（40分）', '题二（30分）'],
])('%s and %s begin their questions', (first, second) => {
  const questions = read(
    `${first}地面上有一圆筒。`,
    '（1）求位置。',
    '（2）求周期。',
    `${second}卫星的轨道严格精确。`,
    '（1）求速度。',
  );
  expect(questions.map(({ fields }) => [fields.stem, fields.points])).toEqual([
    ['地面上有一圆筒。\n（1）求位置。\n（2）求周期。', 40],
    ['卫星的轨道严格精确。\n（1）求速度。', 30],
  ]);
});

test('题一． alone above its text, whose parts are counted by 1．', () =>
  expect(
    read(
      '题一．（40分）',
      '地面上有一圆筒。',
      '1．求位置。',
      '2．求周期。',
      '题二．（30分）',
      '卫星。',
      '1．求速度。',
    ).map(({ fields }) => [fields.stem, fields.points]),
  ).toEqual([
    ['地面上有一圆筒。\n1．求位置。\n2．求周期。', 40],
    ['卫星。\n1．求速度。', 30],
  ]));

test('【题一】 alone in a paper is a text', () =>
  expect(read('1．看下面的话。', '【题一】和别的不同。', '答案：略')[0]?.fields.stem).toBe(
    '看下面的话。\n【题一】和别的不同。',
  ));
