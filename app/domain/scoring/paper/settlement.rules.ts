import { missingScores } from './expected.rules';

/** How several examiners' final scores of one paper become one, pure. */

/**
 * '' nobody has handed in a final score; waiting: fewer than were asked; agreed: within the limit; arbitration: a third
 * examiner is needed; arbitrated: of three scores the two nearer ones count; owner: the owner has to decide; decided:
 * the owner has.
 */
export type Settlement = '' | 'waiting' | 'agreed' | 'arbitration' | 'arbitrated' | 'owner' | 'decided';

/** While the owner's own score could still change what a paper comes to. */
export const UNDECIDED: readonly Settlement[] = ['', 'waiting', 'arbitration'];

export type ScoreKind = 'examiner' | 'arbiter';

/** A final score of a paper; `percent` is its total, 0–100. */
export type FinalScore = {
  id: number;
  examinerId: number;
  kind: ScoreKind;
  percent: number;
};

/** Beside the scores what settling goes by. */
export type SettleTerms = {
  /** Who each have to mark the paper; none: whoever comes first. */
  expected: readonly number[];
  /** Whose score fills no other's place. */
  ownerId: number | null;
  limit: number;
  /** The ids of the scores the owner chose. */
  decision: number[] | null;
};

export type Settled = {
  settlement: Settlement;
  /** Null until settled. */
  percent: number | null;
  /** The scores whose mean it is. */
  countedIds: number[];
};

/** True when a settlement is a result. */
export function isSettled(settlement: Settlement): boolean {
  return settlement === 'agreed' || settlement === 'arbitrated' || settlement === 'decided';
}

/** The scores came apart: a third or the owner has to settle it. */
export const CONTESTED: readonly Settlement[] = ['arbitration', 'owner'];

/** True when the scores came apart (see CONTESTED). */
export function isContested(settlement: Settlement): boolean {
  return CONTESTED.includes(settlement);
}

/** Differences are compared as a person would: dust of binary floats neither makes a tie nor breaks one. */
const EPSILON = 1e-9;

/**
 * Settles a paper. All examiners who are expected are waited for; scores within `limit` points of each other count by
 * their mean. Two that differ by more wait for a third, whose score is averaged with the nearer one; of three who all
 * marked it the two nearest to each other count. When both are equally near, or more than three differ, the owner
 * decides. `decision`: ids the owner chose; it holds while all of them are final. Who came first makes no difference.
 */
export function settleScores(finals: FinalScore[], { expected, ownerId, limit, decision }: SettleTerms): Settled {
  const none = (settlement: Settlement): Settled => ({ settlement, percent: null, countedIds: [] });
  const mean = (settlement: Settlement, scores: FinalScore[]): Settled => ({
    settlement,
    percent: scores.reduce((sum, score) => sum + score.percent, 0) / scores.length,
    countedIds: scores.map((score) => score.id),
  });
  if (finals.length === 0) return none('');
  if (decision && decision.length > 0 && decision.every((id) => finals.some((score) => score.id === id))) {
    return mean(
      'decided',
      finals.filter((score) => decision.includes(score.id)),
    );
  }
  const examiners = finals.filter((score) => score.kind === 'examiner');
  const arbiters = finals.filter((score) => score.kind === 'arbiter');
  const examinerIds = examiners.map((score) => score.examinerId);
  if (missingScores(examinerIds, expected, ownerId) > 0) return none('waiting');
  if (examiners.length === 0) return mean('agreed', arbiters);
  if (spreadOf(examiners) <= limit + EPSILON) return mean('agreed', examiners);
  if (arbiters.length === 0 && examiners.length === 2) return none('arbitration');
  if (finals.length !== 3) return none('owner');
  const pairs = pairsOf(finals).filter((pair) => arbiters.every((arbiter) => pair.includes(arbiter)));
  const [nearest, next] = pairs.sort((one, other) => spreadOf(one) - spreadOf(other));
  if (!nearest || !next || spreadOf(next) - spreadOf(nearest) <= EPSILON) return none('owner');
  return mean('arbitrated', nearest);
}

/** Each with each. */
function pairsOf(scores: FinalScore[]): FinalScore[][] {
  return scores.flatMap((one, index) => scores.slice(index + 1).map((other) => [one, other]));
}

/** Highest minus lowest. */
export function spreadOf(scores: Pick<FinalScore, 'percent'>[]): number {
  const percents = scores.map((score) => score.percent);
  return percents.length === 0 ? 0 : Math.max(...percents) - Math.min(...percents);
}
