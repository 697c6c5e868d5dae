/**
 * Who is expected to mark a paper, pure: the one answer behind settling, the lists, the piles, the release and the
 * statistics.
 */

export type Expectation = {
  /** Named for the part. */
  named: readonly number[];
  /** Of those the ones who only arbitrate in it. */
  arbiters: ReadonlySet<number>;
  /** Whom this paper was given to as examiners. */
  given: readonly number[];
  /** The part's papers were given to examiners, each their own. */
  isSharedOut: boolean;
  /** The exam's choice: each of several marks every paper, or one of them does. */
  markedBy: 'all' | 'one';
  /** No hand marks any of its items. */
  isByKeyAlone: boolean;
  /** Of a paper whose result is out: who were expected when it came out (fixedExpectation), whoever is named since. */
  fixed: readonly number[] | null;
};

/** The examiners who each have to mark a paper; none: whoever comes first marks it. */
export function expectedExaminers(paper: Expectation): number[] {
  if (paper.isByKeyAlone) return [];
  if (paper.fixed !== null) return [...paper.fixed];
  const all = paper.isSharedOut
    ? [...paper.given]
    : paper.markedBy === 'one'
      ? []
      : paper.named.filter((id) => !paper.arbiters.has(id));
  return all.length > 1 ? all : [];
}

/**
 * Who is expected of a paper from its release on, `expected` being so by the rules of that moment: where nobody is
 * missing, those who marked it, also in another's place. Nothing that the exam's people become later makes it wait.
 */
export function fixedExpectation(
  examinerIds: readonly number[],
  expected: readonly number[],
  ownerId: number | null,
): number[] {
  const isComplete = expected.length > 0 && missingScores(examinerIds, expected, ownerId) === 0;
  return [...(isComplete ? examinerIds : expected)];
}

/**
 * Whether a paper that whoever comes first marks awaits the named examiners and not the exam's owner, who may mark it
 * all the same: others are named who can (`active`: their accounts are in use), and the owner is none of them.
 */
export function isOthersTurn(
  ownerId: number,
  named: { active: readonly number[]; arbiters: ReadonlySet<number> },
): boolean {
  const markers = named.active.filter((id) => !named.arbiters.has(id));
  return markers.length > 0 && !markers.includes(ownerId);
}

/**
 * Whether a paper is open to the reader only until another has handed in a score: in a part that was not shared out
 * and where one marks each paper. The owner who is not named for it may always look twice.
 */
export function isFirstCome(paper: {
  markedBy: 'all' | 'one';
  isSharedOut: boolean;
  /** As what the paper was given to the reader. */
  task: string | null;
  isOwner: boolean;
  isNamed: boolean;
}): boolean {
  return paper.markedBy === 'one' && !paper.isSharedOut && paper.task === null && (!paper.isOwner || paper.isNamed);
}

/**
 * How many scores a paper still waits for. Somebody who was an examiner once fills a place with what they gave; the
 * owner, who may always score, only their own.
 */
export function missingScores(
  examinerIds: readonly number[],
  expected: readonly number[],
  ownerId: number | null,
): number {
  if (expected.length === 0) return examinerIds.length > 0 ? 0 : 1;
  const open = expected.filter((id) => !examinerIds.includes(id)).length;
  const standIns = examinerIds.filter((id) => !expected.includes(id) && id !== ownerId).length;
  return Math.max(0, open - standIns);
}
