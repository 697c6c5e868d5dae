import { expect, it } from 'vitest';
import { changeText, outText, type OutResult, type ToldResult } from './told-result.rules';

const told = (more: Partial<OutResult>) =>
  outText({ missed: [], waiting: [], hasSat: true, resits: [], display: 'points', ...more });
const missed = { part: 'oral', state: 'missed' } as const;

it('says points or grades as the student will see them', () => {
  expect(told({})).toBe('成绩已经公布，点开可以看到得分、评语、自己的作答和解析。');
  expect(told({ display: 'grade' })).toBe('成绩已经公布，点开可以看到等级、评语、自己的作答和解析。');
  expect(told({ display: 'grade', missed: ['oral'] })).not.toContain('得分');
});

it('a re-sit that was missed: the first sitting counts, or nothing does, and none is offered again', () => {
  expect(told({ resits: [missed] })).toMatch(/解析。口语补考缺考，计第 1 次。$/);
  expect(told({ missed: ['oral'], resits: [missed] })).toBe(
    '成绩已经公布。你口语缺考，补考也没有参加，没有总分；点开可以看到其他部分的得分、评语、自己的作答和解析。如有特殊情况请联系老师。',
  );
  expect(told({ missed: ['oral'], hasSat: false, resits: [missed] })).toBe(
    '成绩已经公布，这场考试你缺考，补考也没有参加，没有成绩。如有特殊情况请联系老师。',
  );
  expect(told({ missed: ['oral'], hasSat: false })).toBe(
    '成绩已经公布，这场考试你缺考，没有成绩。需要补考请联系老师。',
  );
  expect(told({ waiting: ['written'], missed: ['oral'], resits: [missed] })).toBe(
    '成绩已经公布。你的笔试待评分，口语缺考，补考也没有参加，现在没有总分；点开可以看到自己的作答。评完以后会再通知你。',
  );
  expect(told({ resits: [{ part: 'oral', state: 'done' }] })).toMatch(/口语补考已评分。$/);
});

const none = { released_total: null, released_oral: null, released_written: null };
const result = (more: Partial<ToldResult>): ToldResult => ({
  ...{ total_percent: null, oral_percent: null, written_percent: null, ...none },
  ...more,
});
const points = { resultDisplay: 'points', excellentFrom: 90, goodFrom: 75, passFrom: 60 } as const;
const grades = { ...points, resultDisplay: 'grade' } as const;
const again = { isResat: true };

it('a re-sit says what has changed, in points or in grades, and what there was nothing of before', () => {
  const better = result({ released_total: 55, total_percent: 80 });
  expect(changeText(better, points, again)).toBe('和上次告诉你的相比：总分由 55 分改为 80 分。');
  expect(changeText(better, grades, again)).toBe('和上次告诉你的相比：等级由待提高改为良好。');
  expect(changeText(result({ released_total: 76, total_percent: 80 }), grades, again)).toBe(
    '和上次告诉你的相比，等级不变。',
  );
  expect(changeText(result({ released_total: 80, total_percent: 80 }), points, again)).toBe('');
  const came = result({ total_percent: 70, oral_percent: 60, written_percent: 80 });
  expect(changeText(came, points, again)).toBe('总分是 70 分。');
  expect(changeText(came, grades, again)).toBe('等级是及格。');
  expect(changeText(result({ oral_percent: 60 }), points, again)).toBe('口语是 60 分。');
  expect(changeText(came, points, { isResat: false })).toBe('');
});

it('a correction while the re-sit waited is not told as the re-sit’s doing', () => {
  const better = result({ released_total: 55, total_percent: 80 });
  expect(changeText(better, points, { isResat: true, isCorrected: true })).toBe(
    '和上次告诉你的相比（其间还更正过题目的答案或得分）：总分由 55 分改为 80 分。',
  );
});
