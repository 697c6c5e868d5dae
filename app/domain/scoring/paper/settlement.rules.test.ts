import { describe, expect, it } from 'vitest';
import { settleScores, type FinalScore, type ScoreKind, type SettleTerms } from './settlement.rules';

function finals(...given: (number | [number, ScoreKind])[]): FinalScore[] {
  return given.map((one, index) => {
    const [percent, kind] = Array.isArray(one) ? one : ([one, 'examiner'] as const);
    return { id: index + 1, examinerId: 101 + index, kind, percent };
  });
}
const OWNER = 100;
/** The first so many examiners are expected; one alone is whoever comes first. */
const asked = (count: number, decision: number[] | null = null): SettleTerms => ({
  expected: count < 2 ? [] : Array.from({ length: count }, (_, index) => 101 + index),
  ownerId: OWNER,
  limit: 10,
  decision,
});

describe('settleScores', () => {
  it('waits for as many as were asked', () => {
    expect(settleScores([], asked(1)).settlement).toBe('');
    expect(settleScores(finals(80), asked(2))).toEqual({ settlement: 'waiting', percent: null, countedIds: [] });
    expect(settleScores(finals(80), asked(1))).toEqual({ settlement: 'agreed', percent: 80, countedIds: [1] });
  });

  it('waits for each of them: a score of the owner fills nobody’s place, that of an earlier examiner does', () => {
    const [first, second] = finals(80, 82) as [FinalScore, FinalScore];
    const by = (examinerId: number) => settleScores([first, { ...second, examinerId }], asked(2)).settlement;
    expect(by(102)).toBe('agreed');
    expect(by(OWNER)).toBe('waiting');
    expect(by(99)).toBe('agreed');
  });

  it('takes the mean of two within the limit, the limit itself included', () => {
    expect(settleScores(finals(80, 90), asked(2))).toMatchObject({ settlement: 'agreed', percent: 85 });
    expect(settleScores(finals(80, 90.1), asked(2))).toMatchObject({ settlement: 'arbitration', percent: null });
    // 70.1 + 10 is 80.1 on paper, not in binary.
    expect(settleScores(finals(70.1, 80.1), asked(2)).settlement).toBe('agreed');
  });

  it('averages the third score with the nearer one', () => {
    expect(settleScores(finals(60, 80, [75, 'arbiter']), asked(2))).toEqual({
      settlement: 'arbitrated',
      percent: 77.5,
      countedIds: [2, 3],
    });
    // With the nearer one, also where the two are nearer to each other.
    expect(settleScores(finals(60, 75, [44, 'arbiter']), asked(2)).percent).toBe(52);
  });

  it('takes of three who all mark it the two nearest, whoever came first', () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const settled = (percents: number[]) =>
      new Set(
        orders.map((order) => {
          const { settlement, percent } = settleScores(finals(...order.map((at) => percents[at] ?? 0)), asked(3));
          return `${settlement} ${percent}`;
        }),
      );
    expect(settled([50, 62, 70])).toEqual(new Set(['arbitrated 66']));
    expect(settled([50, 60, 70])).toEqual(new Set(['owner null']));
    expect(settled([80, 85, 90])).toEqual(new Set(['agreed 85']));
    expect(settleScores(finals(60, 80, 62), asked(1))).toMatchObject({ settlement: 'arbitrated', percent: 61 });
  });

  it('leaves a tie, and more than three that differ, to the owner', () => {
    expect(settleScores(finals(60, 80, [70, 'arbiter']), asked(2)).settlement).toBe('owner');
    expect(settleScores(finals(60, 80, 61, 62), asked(1)).settlement).toBe('owner');
    expect(settleScores(finals(60, 80, [70, 'arbiter']), asked(2, [1, 3]))).toEqual({
      settlement: 'decided',
      percent: 65,
      countedIds: [1, 3],
    });
  });

  it('forgets a decision about a score that was taken back', () => {
    expect(settleScores(finals(60, 80), asked(2, [2, 9])).settlement).toBe('arbitration');
  });

  it('does not ask the arbiter when the examiners have come together', () => {
    expect(settleScores(finals(78, 80, [50, 'arbiter']), asked(2))).toMatchObject({
      settlement: 'agreed',
      percent: 79,
    });
  });
});
