import { describe, expect, test } from 'vitest';
import {
  gradeOf,
  overallState,
  shownGrade,
  sortScoreList,
  stateText,
  summarise,
  withRanks,
  type ScoreListRow,
} from './score-list.rules';
import type { ScoringState } from '../paper/scoring.rules';

type Draft = { name: string; total?: number | null; classId?: number; state?: ScoringState; oral?: number | null };

function row(id: number, { name, total = null, classId = 1, state = 'scored', oral = total }: Draft) {
  return {
    studentId: id,
    account: String(id).padStart(4, '0'),
    name,
    classId,
    className: `${classId}班`,
    parts: [
      {
        part: 'oral' as const,
        state,
        attemptId: null,
        number: 1,
        percent: oral,
        receiptCode: null,
        closedBy: null,
        resit: '',
      },
    ],
    total,
    grade: null,
    state,
    remarks: [],
  };
}

const names = (rows: ScoreListRow[]) => rows.map((one) => one.name);

describe('rank', () => {
  test('equal totals share a place and the next one is left out: 1, 1, 3; absent and unscored have none', () => {
    const totals = [85, 90, null, 90, 60, null, 0];
    const rows = totals.map((total, index) =>
      row(index, { name: '某', total, state: total === null ? 'absent' : 'scored' }),
    );
    expect(withRanks(rows).map((one) => one.rank)).toEqual([3, 1, null, 1, 4, null, 5]);
    expect(withRanks([])).toEqual([]);
  });

  test('a class has ranks of its own', () => {
    const ranked = withRanks([
      row(1, { name: '甲', total: 90, classId: 1 }),
      row(2, { name: '乙', total: 95, classId: 2 }),
      row(3, { name: '丙', total: 90, classId: 2 }),
      row(4, { name: '丁', total: 80, classId: 1 }),
      row(5, { name: '戊', classId: 1, state: 'absent' }),
    ]);
    expect(ranked.map((one) => [one.rank, one.classRank])).toEqual([
      [2, 1],
      [1, 1],
      [2, 2],
      [4, 2],
      [null, null],
    ]);
  });
});

describe('grade', () => {
  const usual = { excellentFrom: 86, goodFrom: 70, passFrom: 60 };

  test.each([
    [100, 'excellent'],
    [86, 'excellent'],
    [85, 'good'],
    [70, 'good'],
    [69, 'pass'],
    [60, 'pass'],
    [59, 'low'],
    [0, 'low'],
  ])('%i is %s by the usual thresholds', (percent, grade) => {
    expect(gradeOf(percent, usual)).toBe(grade);
  });

  test('thresholds of the exam: who has not passed is never better than 待提高', () => {
    expect(gradeOf(74, { excellentFrom: 90, goodFrom: 70, passFrom: 75 })).toBe('low');
    expect(gradeOf(75, { excellentFrom: 90, goodFrom: 70, passFrom: 75 })).toBe('good');
    expect(gradeOf(65, { excellentFrom: 65, goodFrom: 70, passFrom: 50 })).toBe('excellent');
    expect(gradeOf(79, { excellentFrom: 90, goodFrom: 80, passFrom: 60 })).toBe('pass');
    expect(gradeOf(80, { excellentFrom: 60, goodFrom: 70, passFrom: 90 })).toBe('low');
  });

  test('a grade goes by the rounded percentage, as points are shown', () => {
    expect(shownGrade(85.5, usual)).toEqual({ word: '优秀', band: 'high' });
    expect(shownGrade(85.49, usual)).toEqual({ word: '良好', band: 'mid' });
    expect(shownGrade(59.5, usual)).toEqual({ word: '及格', band: 'low' });
  });
});

describe('state', () => {
  test('the least advanced part speaks for the student; absence only when nothing is open', () => {
    expect(overallState(['scored', 'scored'])).toBe('scored');
    expect(overallState(['scored', 'absent'])).toBe('absent');
    expect(overallState(['absent', 'waiting'])).toBe('waiting');
    expect(overallState(['waiting', 'arbitration'])).toBe('arbitration');
    expect(overallState(['not_started', 'scored'])).toBe('not_started');
  });

  test('an absent part is named when the other one was sat', () => {
    const [part] = row(1, { name: '甲', state: 'absent' }).parts;
    if (!part) throw new Error('no part');
    expect(stateText({ state: 'absent', parts: [part] })).toBe('缺考');
    const written = { ...part, part: 'written' as const };
    expect(stateText({ state: 'absent', parts: [part, written] })).toBe('缺考');
    expect(stateText({ state: 'absent', parts: [part, { ...written, state: 'scored' }] })).toBe('口语缺考');
    expect(stateText({ state: 'waiting', parts: [part, { ...written, state: 'waiting' }] })).toBe('待评分');
  });
});

describe('order', () => {
  const rows = withRanks([
    row(4, { name: '缺一', state: 'absent' }),
    row(3, { name: '待一', state: 'waiting' }),
    row(2, { name: '陈晨', total: 80, classId: 10 }),
    row(1, { name: '安安', total: 95, classId: 9 }),
    row(5, { name: '白白', total: 80, classId: 9, oral: 79.6 }),
  ]);

  test('by rank: who waits stands after everybody ranked, the absent last, whichever way', () => {
    expect(names(sortScoreList(rows, 'rank', 'asc'))).toEqual(['安安', '白白', '陈晨', '待一', '缺一']);
    expect(names(sortScoreList(rows, 'rank', 'desc'))).toEqual(['白白', '陈晨', '安安', '待一', '缺一']);
    expect(names(sortScoreList(rows, 'oral', 'desc'))).toEqual(['安安', '陈晨', '白白', '待一', '缺一']);
    expect(names(sortScoreList(rows, 'written', 'desc')).slice(-1)).toEqual(['缺一']);
  });

  test('names by their sound, classes by their number', () => {
    expect(names(sortScoreList(rows, 'name', 'asc'))).toEqual(['安安', '白白', '陈晨', '待一', '缺一']);
    expect(sortScoreList(rows, 'class', 'desc')[0]?.className).toBe('10班');
    expect(names(sortScoreList(rows, 'account', 'desc'))[0]).toBe('白白');
    expect(names(sortScoreList(rows, 'state', 'asc')).slice(-1)).toEqual(['缺一']);
  });
});

test('the figures of a class: rates of those with a total, — where there is nobody', () => {
  const thresholds = { excellentFrom: 86, goodFrom: 70, passFrom: 60, lowFrom: 40 };
  const rows = [
    row(1, { name: '甲', total: 86 }),
    row(2, { name: '乙', total: 60 }),
    row(3, { name: '丙', total: 59 }),
    row(4, { name: '丁', state: 'absent' }),
    row(5, { name: '戊', state: 'waiting' }),
  ];
  expect(summarise(rows, thresholds)).toEqual({
    count: 3,
    absent: 1,
    open: 1,
    mean: 205 / 3,
    max: 86,
    min: 59,
    passRate: 200 / 3,
    excellentRate: 100 / 3,
  });
  expect(summarise([], thresholds)).toEqual({
    count: 0,
    absent: 0,
    open: 0,
    mean: null,
    max: null,
    min: null,
    passRate: null,
    excellentRate: null,
  });
});
