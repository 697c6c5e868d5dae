import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { MEASURES, type Measure } from '~/domain/exam/measures.rules';
import type { AutoMark } from '~/domain/question-bank/kinds/kind.schema';
import { rulesOf } from '~/domain/question-bank/kinds/kinds.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { ItemCorrection } from '~/domain/exam/correction.rules';
import { roundHalfUp } from '~/lib/bands';
import type { Settlement } from './settlement.rules';

export { roundHalfUp, scoreBand } from '~/lib/bands';

/** How marks become scores, pure: used by the server for what counts and by the page for what is shown meanwhile. */

/** `17`, `17.5`, `1.67`: at most two decimals and no trailing zeros. */
export function formatPoints(value: number): string {
  return String(roundHalfUp(value, 2));
}

/** `N分`; an empty score is 0分. */
export function scoreText(score: number | null | undefined): string {
  return `${roundHalfUp(score ?? 0)}分`;
}

// ---- Oral -----------------------------------------------------------------------------------------------------

/** A number 0–100, null for 不适用, and no key at all while it is not marked yet. */
export type Measures = Partial<Record<Measure, number | null>>;

/** True when every measure has its number or is 不适用, and at least one has a number. */
export function areMeasuresComplete(measures: Measures): boolean {
  return (
    MEASURES.every((measure) => measures[measure] !== undefined) &&
    MEASURES.some((measure) => typeof measures[measure] === 'number')
  );
}

/**
 * The weighted mean of the measures that apply, rounded half up to an integer; the weight of one that does not
 * apply falls to the others. Null while a measure is missing. If only measures of weight 0 apply, they count alike.
 */
export function oralTotal(measures: Measures, weights: Record<Measure, number>): number | null {
  if (!areMeasuresComplete(measures)) return null;
  const given = MEASURES.flatMap((measure) => {
    const value = measures[measure];
    return typeof value === 'number' ? [{ value, weight: weights[measure] }] : [];
  });
  return roundHalfUp(weightedMean(given) ?? 0);
}

// ---- Written and theory ---------------------------------------------------------------------------------------

/** Whether a total, which is of 100, is read beside points of another full mark. */
export function isOtherScale(fullPoints: number): boolean {
  return fullPoints !== 100;
}

/** What the total is called: beside points of another full mark it says its own scale. */
export function totalWord(isScaled: boolean): string {
  return isScaled ? '总分（百分制）' : '总分';
}

/** Points as a percentage of the full mark, unrounded; a part without points is 0. */
export function pointsPercent(points: number, fullPoints: number): number {
  return fullPoints > 0 ? Math.min(100, (points / fullPoints) * 100) : 0;
}

/**
 * The most that each marking point can earn of an item. Their own points are shares: when an exam gives the item
 * other points they are scaled, to a tenth of a point, and together make exactly the item's points.
 */
export function markingPointMaxima(shares: number[], itemPoints: number): number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  let before = 0;
  let shareSoFar = 0;
  return shares.map((share, index) => {
    shareSoFar += share;
    const isLast = index === shares.length - 1;
    const portion = sum > 0 ? shareSoFar / sum : (index + 1) / shares.length;
    const upTo = isLast ? itemPoints : roundHalfUp(itemPoints * portion, 1);
    const maximum = roundHalfUp(upTo - before, 2);
    before = upTo;
    return maximum;
  });
}

/** For where each marking point stands with its points anyway: the key need not list them again. */
export function withoutMarkingPoints(question: QuestionSnapshot): QuestionSnapshot {
  return question.bank === 'written' ? { ...question, body: { ...question.body, markingPoints: [] } } : question;
}

/** What an item earns without a teacher: what its key says as it counts, or the full mark for everybody. */
export function autoMark(
  item: Pick<MarkableItem, 'points' | 'snapshot'> & { correction: Pick<ItemCorrection, 'kind'> | null },
  value: AnswerValue | null,
): AutoMark | null {
  const { snapshot, points } = item;
  if (item.correction?.kind === 'credit') {
    const blanks = snapshot.bank === 'theory' ? snapshot.body.blanks.map(() => true) : [];
    return { points, isRight: true, blanks, isCredited: true };
  }
  return rulesOf(snapshot).mark(snapshot.body, value, points);
}

// ---- From items to a part, from examiners to a result ------------------------------------------------------------

export type MarkableItem = {
  id: number;
  points: number;
  snapshot: QuestionSnapshot;
};

/** What one examiner gave one item; an oral item has points, too, once its marks are complete. */
export type Mark = {
  points: number | null;
};

/** Unrounded for people; without the dust of binary floats, and far finer than what rounding a total looks at. */
const PERCENT_DIGITS = 11;

/** An item's share of its full mark in percent, unrounded; null while unmarked. */
export function itemPercent(item: Pick<MarkableItem, 'points'>, mark: Mark | undefined): number | null {
  if (!mark || mark.points === null) return null;
  // Points of an oral item are its total as a share: taken back without the dust of binary floats.
  return roundHalfUp(pointsPercent(mark.points, item.points), PERCENT_DIGITS);
}

/**
 * A part's percentage: its items' percentages weighted by their points. Null while an item is unmarked, and for a
 * part without items.
 */
export function partPercent(items: Pick<MarkableItem, 'id' | 'points'>[], marks: Map<number, Mark>): number | null {
  if (items.length === 0) return null;
  const entries: { value: number; weight: number }[] = [];
  for (const item of items) {
    const points = marks.get(item.id)?.points ?? null;
    if (points === null) return null;
    entries.push({ value: pointsPercent(points, item.points), weight: item.points });
  }
  // Rounded once, of the whole: the same points of the same full mark are one number however the items share them.
  const mean = weightedMean(entries);
  return mean === null ? null : roundHalfUp(mean, PERCENT_DIGITS);
}

/** Of a student's settled attempts at one part the one that counts: the last, or the best. */
export function countedAttempt<T extends { number: number; percent: number | null }>(
  attempts: T[],
  mode: 'last' | 'best',
): T | null {
  const ordered = [...attempts].sort((a, b) => b.number - a.number);
  // What was reached before stands until the later paper is scored.
  if (mode === 'last') return ordered.find((attempt) => attempt.percent !== null) ?? ordered[0] ?? null;
  return ordered.reduce<T | null>(
    (best, attempt) => (best === null || (attempt.percent ?? -1) > (best.percent ?? -1) ? attempt : best),
    null,
  );
}

/**
 * The exam's total: the mean of its parts weighted by oralWeight and writtenWeight, rounded half up once. Null when
 * a part of the exam has no score (absent or not yet scored): an absent part is never counted as 0.
 */
export function examTotal(
  percents: { oral: number | null; written: number | null },
  exam: { testType: number; oralWeight: number; writtenWeight: number },
): number | null {
  const entries = partsOf(exam.testType).map((part) => ({
    value: percents[part],
    weight: part === 'oral' ? exam.oralWeight : exam.writtenWeight,
  }));
  if (entries.some((entry) => entry.value === null)) return null;
  const mean = weightedMean(entries.map((entry) => ({ value: entry.value ?? 0, weight: entry.weight })));
  return mean === null ? null : roundHalfUp(mean);
}

/** Weighted mean; equal weights when all are 0; null of nothing. */
function weightedMean(entries: { value: number; weight: number }[]): number | null {
  if (entries.length === 0) return null;
  const sum = entries.reduce((total, entry) => total + entry.weight, 0);
  if (sum === 0) return entries.reduce((total, entry) => total + entry.value, 0) / entries.length;
  return entries.reduce((total, entry) => total + entry.value * entry.weight, 0) / sum;
}

// ---- States -----------------------------------------------------------------------------------------------------

export type ScoringState = 'absent' | 'not_started' | 'in_progress' | 'waiting' | 'marking' | 'arbitration' | 'scored';

/** Of a paper, never of what one teacher has done with it (OWN_SCORE_WORDS): 已评分 has its result. */
export const SCORING_STATE_WORDS: Record<ScoringState, string> = {
  absent: '缺考',
  not_started: '未开始',
  in_progress: '答题中',
  waiting: '待评分',
  marking: '评分中',
  arbitration: '待仲裁',
  scored: '已评分',
};

export const SCORE_EXAM_STATUSES = ['todo', 'done', 'released'] as const;
/** Where an exam stands for those who score it. */
export type ScoreExamStatus = (typeof SCORE_EXAM_STATUSES)[number];

export const SCORE_EXAM_STATUS_LABELS: Record<ScoreExamStatus, string> = {
  todo: '待评分',
  done: '待公布',
  released: '已公布',
};

/**
 * 阅卷期限 while it holds, else null. Once results are out the day of the exam's own papers is over: only one that lies
 * after the release is for what can still be marked (`hasOpen`), a re-sit's papers.
 */
export function openDueAt(exam: {
  releasedAt: number | null;
  markingDueAt: number | null;
  hasOpen: boolean;
}): number | null {
  const { releasedAt, markingDueAt, hasOpen } = exam;
  if (releasedAt === null || markingDueAt === null) return markingDueAt;
  return markingDueAt > releasedAt && hasOpen ? markingDueAt : null;
}

/** Where one student's part stands, for those who score it. */
export function scoringState(input: {
  /** Null: the student has no attempt. */
  attemptState: string | null;
  hasDraft: boolean;
  /** What became of the final scores. */
  settlement: Settlement;
  /** Whether the part can still be started. */
  isPartOver: boolean;
}): ScoringState {
  if (input.attemptState === null) return input.isPartOver ? 'absent' : 'not_started';
  if (input.attemptState === 'in_progress') return 'in_progress';
  if (input.attemptState === 'scored') return 'scored';
  if (input.settlement === 'arbitration' || input.settlement === 'owner') return 'arbitration';
  return input.hasDraft || input.settlement === 'waiting' ? 'marking' : 'waiting';
}

/** What a student reads instead of a number where a released part has none. */
export function missingWord(hasAttempt: boolean): '缺考' | '待评分' {
  return hasAttempt ? '待评分' : '缺考';
}

/**
 * What a student reads instead of a total that there is none of, the same wherever it stands: 缺考 who sat nothing,
 * 待评分 while a part is still to be marked, else which part was missed.
 */
export function totalMissingWord(parts: { part: Part; missing: '缺考' | '待评分' | null }[]): string {
  if (parts.every((part) => part.missing === '缺考')) return '缺考';
  const absent = parts.filter((part) => part.missing === '缺考').map((part) => PART_LABELS[part.part]);
  if (absent.length === 0 || parts.some((part) => part.missing === '待评分')) return '待评分';
  return `${absent.join('、')}缺考，没有总分`;
}

/** Offered beside the comment until the exam has its own. */
export const QUICK_COMMENTS: Record<Part, string[]> = {
  oral: ['语速适中', '停顿自然', '声调要准', '漏讲要点'],
  written: ['思路清楚', '步骤完整', '审题再仔细些', '书写要工整'],
};

/**
 * Whether a score is a draft of what the paper was before it went on (补时): given before it was handed in as it is now.
 * Whoever saves it has seen that.
 */
export function isMarkedBefore(
  score: { state: string; updatedAt: number },
  paper: { submittedAt: number | null },
): boolean {
  return score.state === 'draft' && paper.submittedAt !== null && score.updatedAt < paper.submittedAt;
}
