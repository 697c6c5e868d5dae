import type { CorrectedKey } from '~/domain/question-bank/kinds/kind.schema';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';

/**
 * 复核改分: what was put right about an item after its exam, pure. The frozen snapshot is never rewritten; whoever
 * reads an item gets it with the correction in force laid over it.
 */

/** key: another key; accept: a further answer counts as right; credit: everybody gets the full mark; none: taken back. */
export const CORRECTION_KINDS = ['key', 'accept', 'credit', 'none'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

export const CORRECTION_LABELS: Record<CorrectionKind, string> = {
  key: '更正答案',
  accept: '增加可接受的答案',
  credit: '全员给分',
  none: '撤销更正',
};

/** The whole key as it counts: the option sets that are right and the alternatives of every blank. */
/** The correction of an item that is in force. */
export type ItemCorrection = {
  id: number;
  kind: Exclude<CorrectionKind, 'none'>;
  /** Null where only the full mark was given to everybody. */
  key: CorrectedKey | null;
  reason: string;
  at: number;
};

/** The question with the key that counts. */
export function withCorrection(snapshot: QuestionSnapshot, correction: ItemCorrection | null): QuestionSnapshot {
  if (!correction?.key || snapshot.bank !== 'theory') return snapshot;
  const { keys, alsoRight, blanks } = correction.key;
  return { ...snapshot, body: { ...snapshot.body, keys, blanks, ...(alsoRight.length > 0 ? { alsoRight } : {}) } };
}

/** What is said of a corrected item wherever its result is shown. */
export function correctionWord(correction: Pick<ItemCorrection, 'kind'> | null): string {
  if (!correction) return '';
  return correction.kind === 'credit' ? '全员给分' : '答案已更正';
}
