import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  countLoads,
  planMark,
  planShareOut,
  type SharePaper,
  type SharePlanInput,
} from './share-out-plan.rules';

const paper = (studentId: number, more: Partial<SharePaper> = {}): SharePaper => ({
  studentId,
  classId: 1,
  count: 1,
  examinerIds: [],
  begunIds: [],
  arbiterIds: [],
  finals: [],
  isSettled: false,
  ...more,
});
const input = (more: Partial<SharePlanInput>): SharePlanInput => ({
  way: 'random',
  scope: 'all',
  examinerIds: [1, 2, 3],
  perPaper: 1,
  byClass: {},
  seed: 7,
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, index) => paper(index + 1));

describe('by class', () => {
  it('each class goes to its one or two examiners; a class without stays with nobody', () => {
    const papers = [paper(1), paper(2, { classId: 2 }), paper(3, { classId: 3 })];
    const plan = planShareOut(papers, input({ way: 'class', byClass: { 1: [1], 2: [2, 3] } }));
    expect([...plan]).toEqual([
      [1, [1]],
      [2, [2, 3]],
      [3, []],
    ]);
    expect(changesOf(papers, plan)).toEqual({ given: 2, taken: 0, kept: 0, left: 1, changedIds: [1, 2] });
  });

  it('who has begun keeps the paper, and one seat less is filled', () => {
    const papers = [paper(1, { examinerIds: [3, 2], begunIds: [3] }), paper(2, { examinerIds: [3] })];
    const plan = planShareOut(papers, input({ way: 'class', byClass: { 1: [1, 2] } }));
    expect([...plan]).toEqual([
      [1, [3, 1]],
      [2, [1, 2]],
    ]);
    expect(changesOf(papers, plan)).toEqual({ given: 2, taken: 2, kept: 1, left: 0, changedIds: [1, 2] });
  });

  it('what has its result stays with who gave it; a draft beside it holds it for nobody', () => {
    const papers = [
      paper(1, { begunIds: [1, 2], finals: [[1]], isSettled: true }),
      paper(2, { begunIds: [1, 2], finals: [[1]] }),
    ];
    const one = planShareOut(papers, input({}));
    expect([...one]).toEqual([
      [1, [1]],
      [2, [1, 2]],
    ]);
    expect(planShareOut(papers, input({ way: 'class', byClass: { 1: [3] } })).get(1)).toEqual([1]);
    expect(planShareOut(papers, input({ way: 'balance' })).get(1)).toEqual([1]);
    expect(planShareOut(papers, input({ perPaper: 2 })).get(1)).toEqual([1, 2]);
  });

  it('a paper and its re-sit, each marked by another, stay scored: they go to who marked both, or the last', () => {
    const marked = { begunIds: [1, 2], isSettled: true };
    const papers = [
      paper(1, { ...marked, finals: [[1], [2]] }),
      paper(2, { ...marked, finals: [[1, 2], [2]] }),
      paper(3, {
        ...marked,
        finals: [
          [1, 2],
          [2, 1],
        ],
      }),
    ];
    expect([...planShareOut(papers, input({})).values()]).toEqual([[2], [2], [1, 2]]);
  });

  it('an arbiter is never one of the two', () => {
    const plan = planShareOut([paper(1, { arbiterIds: [1] })], input({ way: 'class', byClass: { 1: [1, 2] } }));
    expect(plan.get(1)).toEqual([2]);
  });
});

describe('at random', () => {
  it('deals evenly: no two examiners differ by more than one, each paper by different ones', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 1, max: 2 }),
        fc.nat(),
        (count, examiners, perPaper, seed) => {
          const examinerIds = Array.from({ length: examiners }, (_, index) => index + 1);
          const papers = many(count);
          const plan = planShareOut(papers, input({ examinerIds, perPaper, seed }));
          for (const ids of plan.values()) expect(new Set(ids).size).toBe(perPaper);
          const loads = countLoads(plan);
          const counts = examinerIds.map((id) => loads.get(id) ?? 0);
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is the same for the same seed and another for another', () => {
    const papers = many(30);
    const mark = (seed: number) => planMark(planShareOut(papers, input({ seed })));
    expect(mark(1)).toBe(mark(1));
    expect(mark(1)).not.toBe(mark(2));
  });

  it('of latecomers only, and then who has least gets most', () => {
    const papers = [
      ...many(6).map((one) => ({ ...one, examinerIds: [1] })),
      ...[7, 8, 9, 10, 11, 12].map((id) => paper(id)),
    ];
    const plan = planShareOut(papers, input({ scope: 'open', examinerIds: [1, 2] }));
    expect(papers.slice(0, 6).every((one) => plan.get(one.studentId)?.join() === '1')).toBe(true);
    expect(countLoads(plan)).toEqual(
      new Map([
        [1, 6],
        [2, 6],
      ]),
    );
  });
});

describe('balance', () => {
  it('moves what nobody has begun, and nothing else', () => {
    const papers = [
      paper(1, { examinerIds: [1], begunIds: [1] }),
      paper(2, { examinerIds: [1], begunIds: [1] }),
      paper(3, { examinerIds: [1] }),
      paper(4, { examinerIds: [1] }),
      paper(5, { examinerIds: [1] }),
      paper(6, { examinerIds: [2] }),
      paper(7),
    ];
    const plan = planShareOut(papers, input({ way: 'balance' }));
    expect([...countLoads(plan).values()].sort()).toEqual([2, 2, 3]);
    expect(plan.get(1)).toEqual([1]);
    expect(plan.get(2)).toEqual([1]);
    expect(plan.get(7)).toHaveLength(1);
    expect(changesOf(papers, plan)).toMatchObject({ left: 0 });
  });

  it('takes what waits for who cannot come any more, but not what they have begun', () => {
    const papers = [
      paper(1, { examinerIds: [9] }),
      paper(2, { examinerIds: [9], begunIds: [9] }),
      paper(3, { examinerIds: [9, 1] }),
      paper(4, { begunIds: [2] }),
    ];
    const plan = planShareOut(papers, input({ way: 'balance', examinerIds: [1, 2] }));
    expect(plan.get(1)).not.toContain(9);
    expect(plan.get(1)).toHaveLength(1);
    expect(plan.get(2)).toEqual([9]);
    expect([...(plan.get(3) ?? [])].sort()).toEqual([1, 2]);
    expect(plan.get(4)).toEqual([2]);
  });

  it('hands on what waits for somebody who gives no marks any more', () => {
    const papers = [
      paper(1, { examinerIds: [9] }),
      paper(2, { examinerIds: [9, 1] }),
      paper(3, { examinerIds: [9], begunIds: [9] }),
      paper(4, { examinerIds: [2] }),
    ];
    const plan = planShareOut(papers, input({ way: 'balance', examinerIds: [1, 2] }));
    expect([...plan.values()].map((ids) => ids.includes(9))).toEqual([false, false, true, false]);
    expect([...plan.values()].map((ids) => ids.length)).toEqual([1, 2, 1, 1]);
  });

  it('stops where everything is begun or both have the paper anyway', () => {
    const begun = many(4).map((one) => ({ ...one, examinerIds: [1], begunIds: [1] }));
    const other = paper(5, { examinerIds: [2] });
    expect(countLoads(planShareOut([...begun, other], input({ way: 'balance', examinerIds: [2] }))).get(1)).toBe(4);
    const both = many(3).map((one) => ({ ...one, examinerIds: [1, 2] }));
    const plan = planShareOut(both, input({ way: 'balance', examinerIds: [1, 2] }));
    expect([...plan.values()]).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });
});
