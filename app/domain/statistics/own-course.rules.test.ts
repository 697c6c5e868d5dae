import { USUAL_THRESHOLDS } from '~/lib/bands';
import { expect, test } from 'vitest';
import { courseOf, latestMeasures, meanScore, weekMarks } from './own-course.rules';
import type { OwnExam, OwnScore } from './student-figures.queries.server';

const NONE: OwnScore = { percent: null, grade: null, missing: '缺考' };
const points = (percent: number): OwnScore => ({ percent, grade: null, missing: null });
const grade = (word: OwnScore['grade']): OwnScore => ({ percent: null, grade: word, missing: null });
const DAY = 86_400_000;

function exam(name: string, heldAt: number, total: OwnScore, parts: OwnExam['parts'] = []): OwnExam {
  return {
    examId: heldAt,
    name,
    testType: 1,
    heldAt,
    resat: '',
    releasedAt: heldAt,
    thresholds: USUAL_THRESHOLDS,
    display: total.grade === null ? 'points' : 'grade',
    total,
    parts: parts.length > 0 ? parts : [{ part: 'written', ...total }],
    measures: null,
    place: null,
  };
}

test('points are drawn rounded; an exam with a grade alone gives no point', () => {
  const course = courseOf([exam('一', 1, points(79.5)), exam('二', 2, grade('excellent')), exam('三', 3, NONE)]);
  expect(course.grades).toBeNull();
  expect(course.exams.map((one) => one.name)).toEqual(['一']);
  expect(course.lines).toEqual([{ name: '总分', values: [80] }]);
});

test('the parts have lines of their own where there are both', () => {
  const parts = [
    { part: 'oral' as const, ...points(90) },
    { part: 'written' as const, ...points(70) },
  ];
  expect(courseOf([exam('一', 1, points(80), parts)]).lines.map((line) => [line.name, line.values])).toEqual([
    ['总分', [80]],
    ['口语', [90]],
    ['笔试', [70]],
  ]);
});

test('with grades alone the values are the places of the grades, the lowest first', () => {
  const course = courseOf([exam('一', 1, grade('low')), exam('二', 2, grade('excellent'))]);
  expect(course.grades).toEqual(['待提高', '及格', '良好', '优秀']);
  expect(course.lines).toEqual([{ name: '总分', values: [0, 3] }]);
});

test('the measures of the last two exams that have some', () => {
  const measures = (value: number) => ({ zqd: value, lld: value, wzd: value, gjc: null });
  const exams = [
    { ...exam('一', 1, points(70)), measures: measures(70) },
    { ...exam('二', 2, points(80)), measures: { zqd: null, lld: null, wzd: null, gjc: null } },
    { ...exam('三', 3, points(90)), measures: measures(90) },
  ];
  expect(latestMeasures(exams)).toMatchObject({ now: { name: '三' }, before: { name: '一' } });
  expect(latestMeasures([])).toBeNull();
});

test('the exam of a week stands beside its practice, by the days of the school', () => {
  const week = (from: string) => ({
    from,
    label: '',
    counts: { oral: 0, written: 0, theory: 0 },
    total: 0,
    rightPercent: null,
  });
  // 2026-11-08 is a Sunday: 16:30 UTC is already Monday the 9th in Shanghai.
  const sunday = Date.UTC(2026, 10, 8, 16, 30);
  const weeks = [week('2026-11-02'), week('2026-11-09')];
  const exams = [
    exam('一', sunday - DAY, points(60)),
    exam('二', sunday, points(70)),
    exam('三', sunday + DAY, grade('good')),
  ];
  expect(weekMarks(weeks, exams, 'Asia/Shanghai')).toMatchObject([{ percent: 60 }, { percent: 70 }]);
});

test('a mean is of what has points', () => {
  expect(meanScore([points(60), NONE, grade('good'), points(71)])).toBe(65.5);
  expect(meanScore([NONE])).toBeNull();
  // One result is its own mean: the page of the result says 44.
  expect(meanScore([points(44.2857)])).toBe(44);
});
