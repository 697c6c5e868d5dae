import type { ScoringState } from './scoring.rules';
import { isContested, isSettled, type ScoreKind, type Settlement } from './settlement.rules';

/** Who scores which paper and what awaits whom, pure. */

export const SCORE_KIND_LABELS: Record<ScoreKind, string> = { examiner: '阅卷', arbiter: '仲裁' };

/** How far the scores of a paper have come, for the owner. */
export const SETTLEMENT_WORDS: Record<Settlement, string> = {
  '': '还没有提交的评分',
  waiting: '还在等另一位老师；等不到时可以先裁定',
  agreed: '已按提交的评分计算',
  arbitration: '两位老师相差超过限额，待第三位仲裁；也可以由您直接裁定',
  arbitrated: '已取三份评分里的两份平均',
  owner: '几份评分分不出远近，请您裁定',
  decided: '已由您裁定',
};

/** What decides whose turn a paper is. */
export type Turn = {
  state: ScoringState;
  settlement: Settlement;
  ownScore: 'none' | 'draft' | 'final';
  /** As what the paper was given to the reader; null: it was not. */
  task: ScoreKind | null;
  isSharedOut: boolean;
  /** Somebody was asked to arbitrate. */
  hasArbiter: boolean;
  reader: {
    id: number;
    isOwner: boolean;
  };
  /** Who each have to mark it (see expectedExaminers); none: whoever comes first. */
  expected: readonly number[];
  /** Another has marked it, and one marks each paper. */
  isTaken: boolean;
  /** Whoever comes first marks it, and the owner is none of those who do (see isOthersTurn). */
  isOthersTurn: boolean;
};

/** How far one teacher is with a paper: never whether the paper itself has its result (SCORING_STATE_WORDS). */
export const OWN_SCORE_WORDS: Record<Turn['ownScore'], string> = { none: '还没评', draft: '草稿', final: '已提交' };

/** Papers that are handed in. */
export function isHandedIn(row: { state: ScoringState }): boolean {
  return ['waiting', 'marking', 'arbitration', 'scored'].includes(row.state);
}

/**
 * Whether a paper of a part that was shared out waits for somebody who is not there: open, and given to nobody or to
 * somebody who cannot come any more. `waitsFor`: to whom it was given (see reaches).
 */
export function isUnshared(paper: {
  isScored: boolean;
  /** Its examiners have marked it and differ: it waits for an arbiter or the owner. */
  isContested: boolean;
  waitsFor: readonly { isFinal: boolean; canCome: boolean }[];
}): boolean {
  if (paper.isScored) return false;
  if (paper.waitsFor.length === 0) return true;
  return !paper.isContested && paper.waitsFor.some((one) => !one.isFinal && !one.canCome);
}

/**
 * Whether a paper awaits the reader personally. Given ones do until the own score is final or the paper is settled,
 * an arbiter's only while it is in arbitration. In a part that was not shared out a paper awaits those who are
 * expected to mark it, or whoever comes first where nobody is. What differs too much and has nobody who arbitrates,
 * and what only the owner can decide, awaits the owner.
 */
export function awaitsReader(turn: Turn): boolean {
  const { state, settlement, ownScore, task, reader } = turn;
  if (!isHandedIn(turn)) return false;
  if (reader.isOwner && settlement === 'owner') return true;
  if (task === 'arbiter') return ownScore !== 'final' && settlement === 'arbitration';
  if (task === 'examiner') return ownScore !== 'final' && state !== 'scored';
  if (reader.isOwner && settlement === 'arbitration') return !turn.hasArbiter;
  if (turn.isSharedOut) return false;
  if (state === 'scored') return false;
  // Whoever comes first marks it: not who has, nor who came later.
  if (turn.expected.length === 0) {
    return (
      !turn.isTaken && !(isContested(settlement) && ownScore === 'final') && !(reader.isOwner && turn.isOthersTurn)
    );
  }
  return ownScore !== 'final' && !isContested(settlement) && turn.expected.includes(reader.id);
}

/**
 * Whether the reader goes through the paper while marking: what awaits them, and for the owner what awaits the others
 * where whoever comes first marks it.
 */
export function isOpenToReader(turn: Turn): boolean {
  return awaitsReader({ ...turn, isOthersTurn: false });
}

/** A paper that is handed in, as it is one reader's. */
export type Share = Pick<Turn, 'settlement' | 'ownScore' | 'task'> & {
  isScored: boolean;
  /** Its result is out, so that it awaits nobody. */
  isOut: boolean;
  /** The reader has those papers alone that were given to them; never the owner. */
  hasOwnPile: boolean;
  /** The exam is marked without names. */
  isBlind: boolean;
  /** Not shared out, and the reader is one of several who each mark every paper. */
  isExpected: boolean;
};

/**
 * Whether the reader has the paper among theirs. What is out in a blind exam shows its name: it would tell whose the
 * re-sit is that they were given (see findTask).
 */
export function isKnownTo({ hasOwnPile, task, isOut, isBlind, ownScore }: Share): boolean {
  return !hasOwnPile || (task !== null && !(isOut && isBlind && ownScore === 'none'));
}

/**
 * Whether a paper is of the reader's own pile, and whether it waits for their mark; null: it is of nobody's in
 * particular, or was settled without them, as before they were named, or came to arbitration.
 */
export function pileOf({ task, isExpected, ownScore, settlement, isScored, isOut }: Share): 'open' | 'done' | null {
  if (task !== 'examiner' && !isExpected) return null;
  const isOver = isOut || isScored;
  if (task === 'examiner') return isOver || ownScore === 'final' ? 'done' : 'open';
  if (ownScore === 'final') return 'done';
  return isOver || isContested(settlement) ? null : 'open';
}

/** How many papers a reader has to do with and how many of them have their result (已评分); and of their own pile. */
export type Progress = { done: number; total: number; mine: { done: number; total: number } | null };

/**
 * The one count behind the home page, the list of exams and that of papers, of papers that are handed in and the reader
 * knows (isKnownTo); `count`: of so many alike.
 */
export function progressOf(
  papers: readonly { isScored: boolean; pile: 'open' | 'done' | null; count?: number }[],
): Progress {
  const progress: Progress = { done: 0, total: 0, mine: null };
  for (const { isScored, pile, count = 1 } of papers) {
    progress.total += count;
    if (isScored) progress.done += count;
    if (pile === null) continue;
    progress.mine ??= { done: 0, total: 0 };
    progress.mine.total += count;
    if (pile === 'done') progress.mine.done += count;
  }
  return progress;
}

/**
 * As what a score counts: as the paper was given, else as the score began. Nobody's task, it is the third score where
 * the owner, who is not among the paper's examiners, scores what two of them see too differently.
 */
export function kindOfScore(input: {
  task: ScoreKind | null;
  /** Of the own score that is stored already. */
  stored: ScoreKind | null;
  settlement: Settlement;
  isOwner: boolean;
  /** Named for the part, and the part was not shared out. */
  isExaminerOfPaper: boolean;
}): ScoreKind {
  if (input.task !== null) return input.task;
  if (input.stored !== null) return input.stored;
  return input.isOwner && !input.isExaminerOfPaper && isContested(input.settlement) ? 'arbiter' : 'examiner';
}

/** What opening a paper is for, as the list of papers says it. */
export function openingWord(
  paper: Pick<Turn, 'state' | 'settlement' | 'ownScore' | 'task' | 'isTaken'> & {
    awaitsMe: boolean;
    isReleased: boolean;
    isLeftToDecide: boolean;
  },
  isOwner: boolean,
): '裁定' | '查看' | '修改评分' | '评分' {
  const { settlement, ownScore } = paper;
  const isDecided = isContested(settlement) && (paper.isLeftToDecide || ownScore === 'final');
  if (isOwner && paper.awaitsMe && isDecided) return '裁定';
  if (paper.isReleased || paper.isTaken || paper.isLeftToDecide) return '查看';
  // The marks of an examiner whose paper came to arbitration stand; an arbiter's may be changed.
  if (ownScore === 'final') return isContested(settlement) && paper.task !== 'arbiter' ? '查看' : '修改评分';
  return paper.state === 'scored' ? '查看' : '评分';
}

/** Whether the owner has something to decide: any paper that more than one has marked, or that waits for another. */
export function mayDecide(settlement: Settlement, finals: number): boolean {
  return settlement === 'agreed' ? finals > 1 : finals > 0;
}

/**
 * Whether a paper takes no mark of the reader any more: those who were to mark it have brought it to a result or cannot
 * (then the owner decides), and the reader has handed in none. One score more would change that result behind
 * everybody's back, or change nothing. Only beside one mark a second one is openly given: the owner's beside another's,
 * and an examiner's beside the owner's, who may always mark and takes nobody's place.
 */
export function isLeftToDecide(paper: {
  isOwner: boolean;
  ownerId: number;
  ownScore: Turn['ownScore'];
  settlement: Settlement;
  /** Who have handed in a score. */
  finalIds: readonly number[];
}): boolean {
  if (paper.ownScore === 'final') return false;
  if (paper.settlement === 'owner') return true;
  if (!isSettled(paper.settlement)) return false;
  return paper.finalIds.length > 1 || (!paper.isOwner && !paper.finalIds.includes(paper.ownerId));
}
