import { handedInState } from '~/domain/attempt/attempt.rules';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { countedAttempt, examTotal } from './scoring.rules';
import { isSettled, settleScores, type ScoreKind, type Settlement } from './settlement.rules';

/** From the scores of a paper to what it has reached, and from a student's papers to the result; pure. */

/** One examiner's score of a paper, as far as settling asks. */
export type PaperScore = {
  id: number;
  examinerId: number;
  kind: ScoreKind;
  isFinal: boolean;
  percent: number | null;
  /** By item. */
  marks: Map<number, { points: number | null; handPoints: number | null }>;
};

/** A paper with everything its settlement depends on. */
export type PaperScores = {
  attempt: {
    id: number;
    studentId: number;
    part: Part;
    number: number;
    state: string;
    closedBy: string | null;
    settlement: Settlement;
    percent: number | null;
  };
  scores: PaperScore[];
  /** See expectedExaminers. */
  expected: number[];
  /** Of the exam. */
  ownerId: number;
  /** The scores the owner chose. */
  decision: number[] | null;
  /** The decision was written down by a correction (see settleCorrected), not by the owner. */
  isKept: boolean;
};

export type SettledPaper = {
  state: 'scored' | 'submitted' | 'auto_submitted';
  settlement: Settlement;
  percent: number | null;
  /** The scores that count; none until settled. */
  countedIds: number[];
  /** The mean of the counted scores for each item. */
  itemPoints: Map<number, number>;
};

/** What the final scores of a paper come to. */
export function settlePaper(paper: PaperScores, limit: number): SettledPaper {
  const finals = paper.scores.filter((score) => score.isFinal);
  const { settlement, percent, countedIds } = settleScores(
    finals.map(({ percent: reached, ...score }) => ({ ...score, percent: reached ?? 0 })),
    { expected: paper.expected, ownerId: paper.ownerId, limit, decision: paper.decision },
  );
  return {
    state: isSettled(settlement) ? 'scored' : handedInState(paper.attempt.closedBy),
    settlement,
    percent,
    countedIds,
    itemPoints: meanPoints(finals.filter((score) => countedIds.includes(score.id))),
  };
}

/**
 * What a paper comes to once an item of it is corrected. What was settled stays settled by the same scores while they
 * are all final: marks that all rose alike are no reason to ask an examiner or the owner anew. `keeps`: the scores to
 * be written down as decided, where the rules alone would go by others. What was so written down by an earlier
 * correction is asked for anew: where the rules come to the same without it, it is over.
 */
export function settleCorrected(
  written: PaperScores,
  countedBefore: readonly number[],
  limit: number,
): SettledPaper & { keeps: number[] | null } {
  const paper = written.isKept ? { ...written, decision: null } : written;
  const byRules = settlePaper(paper, limit);
  const finals = new Set(paper.scores.filter((score) => score.isFinal).map((score) => score.id));
  const keeps = [...countedBefore].sort((a, b) => a - b);
  const isSame = keeps.join() === [...byRules.countedIds].sort((a, b) => a - b).join();
  if (keeps.length === 0 || isSame || !keeps.every((id) => finals.has(id))) return { ...byRules, keeps: null };
  return { ...settlePaper({ ...paper, decision: keeps }, limit), keeps };
}

function meanPoints(counted: PaperScore[]): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const score of counted) {
    for (const [itemId, { points }] of score.marks) {
      if (points === null) continue;
      const known = sums.get(itemId) ?? { sum: 0, count: 0 };
      sums.set(itemId, { sum: known.sum + points, count: known.count + 1 });
    }
  }
  return new Map([...sums].map(([itemId, { sum, count }]) => [itemId, sum / count]));
}

export type SettledAttempt = { part: Part; number: number; percent: number | null };

export type StudentResult = Record<Part, number | null> & { total: number | null };

/** What a student has reached in an exam: of each part the attempt that counts, and the total. */
export function studentResult(
  exam: {
    testType: number;
    oralWeight: number;
    writtenWeight: number;
    settings: { countedAttempt: 'last' | 'best' };
  },
  attempts: SettledAttempt[],
): StudentResult {
  const percents: Record<Part, number | null> = { oral: null, written: null };
  for (const part of partsOf(exam.testType)) {
    const own = attempts.filter((attempt) => attempt.part === part);
    percents[part] = countedAttempt(own, exam.settings.countedAttempt)?.percent ?? null;
  }
  return { ...percents, total: examTotal(percents, exam) };
}
