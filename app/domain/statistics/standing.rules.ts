import { partsOf, type Part, type TestType } from '~/domain/exam/parts.rules';
import { overallState } from '~/domain/scoring/report/score-list.rules';
import type { ScoringState } from '~/domain/scoring/paper/scoring.rules';
import type { Basis } from '~/domain/scoring/report/figures.rules';
import type { ScoreSet } from '~/domain/scoring/report/scores.rules';

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
  /** What became of the last attempt; none: there is no attempt; to_come: none, and more time of their own for it. */
  attempt: 'none' | 'to_come' | 'in_progress' | 'handed_in';
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

const STATES: Record<Outcome, ScoringState> = {
  scored: 'scored',
  absent: 'absent',
  unscored: 'waiting',
  open: 'not_started',
};

/**
 * Where a student stands in the whole, by the same order as the score list: who missed a part is absent once nothing
 * else of theirs waits to be marked or sat.
 */
export function totalOutcome(standing: Standing, testType: TestType, isOver: Record<Part, boolean>): Outcome {
  if (standing.total !== null) return 'scored';
  // Of a part they are counted among its candidates or not at all; of the whole everybody who sat anything is there.
  const all = { ...standing, isCandidate: true };
  const states = partsOf(testType).map((part): ScoringState => {
    const { percent, attempt } = standing.parts[part];
    if (percent === null && attempt === 'in_progress') return 'in_progress';
    return STATES[partOutcome(all, part, isOver[part])];
  });
  const state = overallState(states);
  if (state === 'absent') return 'absent';
  // Who still writes one part is in the score list 答题中, whatever waits of the other.
  return state === 'not_started' || state === 'in_progress' ? 'open' : 'unscored';
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
