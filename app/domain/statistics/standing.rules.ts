import { partsOf, type Part, type TestType } from '~/domain/exam/exam.rules';
import type { Basis } from './figures.rules';
import type { ScoreSet } from './scores.rules';

/** One student of an exam with what the statistics ask about. */
export type Standing = {
  studentId: number;
  /** The class the student is in now: who has moved counts with the new class, as in the score lists. */
  classroomId: number | null;
  /** Of a class of the exam; others only sat it. */
  isCandidate: boolean;
  total: number | null;
  parts: Record<Part, PartStanding>;
};

export type PartStanding = {
  percent: number | null;
  /** What became of the last attempt; none: there is no attempt. */
  attempt: 'none' | 'in_progress' | 'handed_in';
};

/** scored, 缺考, handed in and not yet scored, or still to sit. */
export type Outcome = 'scored' | 'absent' | 'unscored' | 'open';

/** Where a student stands in a part. Nobody is absent from a part that may still be begun. */
export function partOutcome(standing: Standing, part: Part, isOver: boolean): Outcome {
  const { percent, attempt } = standing.parts[part];
  if (percent !== null) return 'scored';
  if (attempt === 'handed_in') return 'unscored';
  return attempt === 'none' && isOver && standing.isCandidate ? 'absent' : 'open';
}

/**
 * Where a student stands in the whole, as the score list says it: what still needs somebody comes first; who missed a
 * part has no total and counts as absent once nothing else is open.
 */
export function totalOutcome(standing: Standing, testType: TestType, isOver: Record<Part, boolean>): Outcome {
  if (standing.total !== null) return 'scored';
  const outcomes = partsOf(testType).map((part) => partOutcome(standing, part, isOver[part]));
  if (outcomes.includes('open')) return 'open';
  return outcomes.includes('unscored') ? 'unscored' : 'absent';
}

/** The scores on a basis, with how many are absent and how many wait. */
export function scoreSet(
  standings: readonly Standing[],
  basis: Basis,
  exam: { testType: TestType },
  isOver: Record<Part, boolean>,
): ScoreSet {
  const set: ScoreSet = { scores: [], absent: 0, unscored: 0 };
  for (const standing of standings) {
    const outcome =
      basis === 'total' ? totalOutcome(standing, exam.testType, isOver) : partOutcome(standing, basis, isOver[basis]);
    const score = basis === 'total' ? standing.total : standing.parts[basis].percent;
    if (outcome === 'scored' && score !== null) set.scores.push(score);
    if (outcome === 'absent') set.absent += 1;
    if (outcome === 'unscored') set.unscored += 1;
  }
  return set;
}
