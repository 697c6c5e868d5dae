import { expect, it } from 'vitest';
import { outText, type OutResult } from './told-result.rules';

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
