import { expect, test } from 'vitest';
import { promote } from './promotion.rules';

test.each([
  ['高一', '高一（3）班', '高二', '高二（3）班', 'up'],
  ['高1', '高1（3）班', '高2', '高2（3）班', 'up'],
  ['高一年级', '旅游1班', '高二年级', '旅游1班', 'up'],
  ['高二', '高二年级3班', '高三', '高三年级3班', 'up'],
  ['高三', '高三（1）班', '', '高三（1）班', 'leaves'],
  ['初一', '初一2班', '初二', '初二2班', 'up'],
  ['初三', '初三2班', '', '初三2班', 'leaves'],
  ['一年级', '一年级（1）班', '二年级', '二年级（1）班', 'up'],
  ['5年级', '5年级1班', '6年级', '6年级1班', 'up'],
  ['六年级', '六年级（1）班', '', '六年级（1）班', 'leaves'],
  ['七年级', '七年级2班', '八年级', '八年级2班', 'up'],
  ['九年级', '九年级2班', '', '九年级2班', 'leaves'],
  ['职高二', '旅游2班', '职高三', '旅游2班', 'up'],
  ['中职一', '中职一1班', '中职二', '中职二1班', 'up'],
  // The year of entry is the grade's name: nothing changes until it graduates.
  ['2026级', '旅游2601班', '2026级', '旅游2601班', 'same'],
  ['中职 2026级', '导游1班', '中职 2026级', '导游1班', 'same'],
  ['', '兴趣班', '', '兴趣班', 'same'],
  // No grade, but the name says it.
  ['', '高一（2）班', '', '高二（2）班', 'up'],
  ['', '高三（2）班', '', '高三（2）班', 'leaves'],
  // Grade and name disagree: the name is left for its teacher to judge.
  ['高一', '高二（2）班', '高二', '高二（2）班', 'up'],
  ['高一', '高11班', '高二', '高11班', 'up'],
  ['ＧＡＯ', '一班', 'ＧＡＯ', '一班', 'same'],
])('grade %j and name %j become %j and %j (%s)', (grade, name, nextGrade, nextName, kind) => {
  expect(promote({ grade, name })).toEqual({ grade: nextGrade, name: nextName, kind });
});
