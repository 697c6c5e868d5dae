import { toPractised, type TryQuery } from '~/lib/addresses/practice';
import { clip } from '~/lib/text';
import { fieldNames } from '~/domain/attempt/answer.rules';
import type { Bank } from '~/domain/question-bank/question.schema';

/** What stands in place of a question's title, and of what was said about it, while it is closed to the reader. */
export const CLOSED_TITLE = '考试中的题目';

/** What can be practised: a readable question, or an item of a released exam in the form the exam had it. */
export type Target = { questionId: number } | { itemId: number };

/** Names a target within a run or a list: q12, i34. */
export function targetKey(target: Target): string {
  return 'questionId' in target ? `q${target.questionId}` : `i${target.itemId}`;
}

/** The target of a stored row, of which exactly one of the two is set. */
export function targetOf(row: { question_id: number | null; item_id: number | null }): Target {
  return row.item_id === null ? { questionId: row.question_id ?? 0 } : { itemId: row.item_id };
}

/** The page a target is practised on; `run` keeps its place in a run, `done` shows what one try came to. */
export function practicePath(bank: Bank, target: Target, keep: TryQuery = {}) {
  const what = 'questionId' in target ? { id: target.questionId } : { item: target.itemId };
  return toPractised(bank, { ...what, ...keep });
}

/** The field names of the one answer on a practice page. */
export const PRACTICE_FIELDS = {
  keys: fieldNames.keys(0),
  text: fieldNames.text(0),
  blank: (index: number) => fieldNames.blank(0, index),
  revision: fieldNames.revision(0),
};

export const RATINGS = [1, 2, 3, 4, 5] as const;

/** What a student calls an own take or pen answer. */
export const RATING_LABELS: Record<number, string> = {
  1: '还不会',
  2: '不太好',
  3: '一般',
  4: '不错',
  5: '很好',
};

/** What a student calls an own short answer beside its reference. */
export const SHORT_RATING_LABELS: Record<number, string> = {
  1: '完全没答对',
  2: '答对一点',
  3: '答对一半',
  4: '基本答对',
  5: '全部答对',
};

/** True for the rating from which a short answer counts as right. */
export function isRightRating(rating: number): boolean {
  return rating >= 4;
}

// ---- The wrong-question book ------------------------------------------------------------------------------------

/** Right answers in a row after which a question leaves the book. */
export const RIGHTS_TO_LEAVE = 2;

/** Where a question stands in a student's book. */
export type WrongState = { wrongCount: number; rightStreak: number; enteredAt: number; leftAt: number | null };

/**
 * The state after an answer was judged; null when there is nothing to note (right, and not in the book). A wrong
 * answer enters or enters again; the second right one in a row leaves.
 */
export function afterAnswer(state: WrongState | null, isRight: boolean, now: number): WrongState | null {
  if (!isRight) {
    const isInside = state !== null && state.leftAt === null;
    return {
      wrongCount: (state?.wrongCount ?? 0) + 1,
      rightStreak: 0,
      enteredAt: isInside ? state.enteredAt : now,
      leftAt: null,
    };
  }
  if (state === null || state.leftAt !== null) return null;
  const rightStreak = state.rightStreak + 1;
  return { ...state, rightStreak, leftAt: rightStreak >= RIGHTS_TO_LEAVE ? now : null };
}

// ---- Pen --------------------------------------------------------------------------------------------------------

/** The share 0–1 of the full mark that the ticked marking points come to; null where there are none. */
export function metShare(points: { points: number }[], met: boolean[]): number | null {
  const full = points.reduce((sum, point) => sum + point.points, 0);
  if (full === 0) return null;
  return points.reduce((sum, point, index) => sum + (met[index] ? point.points : 0), 0) / full;
}

// ---- Results in words -------------------------------------------------------------------------------------------

export type TryResult = { bank: Bank; isRight: boolean | null; score: number | null; selfRating: number | null };

/** One try in a word: 对, 部分对, 错, 80%, 自评 4, or that it is not judged yet. */
export function resultWord({ bank, isRight, score, selfRating }: TryResult): string {
  if (isRight === true) return '对';
  if (isRight === false) return score !== null && score > 0 ? '部分对' : '错';
  if (score !== null) return `${Math.round(score * 100)}%`;
  if (selfRating !== null) return `自评 ${selfRating}`;
  return bank === 'oral' ? '未自评' : bank === 'written' ? '未对照要点' : '未自评';
}

/** What a run is called in lists. */
export function runTitle(parts: string[]): string {
  return clip(parts.filter((part) => part !== '').join('，'), 80);
}

/** Nobody reads faster aloud: the take holds a part of the text only. */
const FASTEST = 480;

/** Reading speed of a take in characters a minute, rounded; null where nobody can have read the whole text. */
export function charactersPerMinute(characters: number, durationMs: number): number | null {
  const pace = Math.round((characters * 60_000) / Math.max(1, durationMs));
  return pace > FASTEST ? null : pace;
}

/** Most questions of one run. */
export const MAX_RUN = 100;
