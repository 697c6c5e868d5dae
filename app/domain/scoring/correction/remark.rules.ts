import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type {
  CorrectedKey,
  CorrectionFields,
  FrequentAnswers,
  KeyInput,
} from '~/domain/question-bank/kinds/kind.schema';
import { theoryRules } from '~/domain/question-bank/kinds/kinds.rules';
import type { QuestionSnapshot, TheoryBody } from '~/domain/question-bank/question.schema';
import type { FieldErrors } from '~/lib/errors';
import type { CorrectionKind, ItemCorrection } from '~/domain/exam/correction.rules';
import { gradeOf, type Grade, type GradeThresholds } from '../report/score-list.rules';
import { roundHalfUp } from '../paper/scoring.rules';

/** What an owner asks for when re-marking an item, and what it means for the key; pure. */

/** As typed; a credit to everybody and the way back say nothing of the key. */
export type RemarkInput = Omit<KeyInput, 'kind'> & { kind: CorrectionKind };

export type Asked = Pick<ItemCorrection, 'kind' | 'key'> | { kind: 'none'; key: null };

type Corrected = { snapshot: QuestionSnapshot; correction: ItemCorrection | null };

/** The key of an item as it counts now. */
export function keyInForce({ body }: { body: Pick<TheoryBody, 'keys' | 'alsoRight' | 'blanks'> }): CorrectedKey {
  return { keys: body.keys, alsoRight: body.alsoRight ?? [], blanks: body.blanks };
}

/** The ways an item can be put right: what no key decides can only be credited. */
export function remarkKinds(item: Corrected): CorrectionKind[] {
  const ways: CorrectionKind[] = isMarkedByHand(item.snapshot) ? ['credit'] : ['key', 'accept', 'credit'];
  return [
    ...ways.filter((kind) => kind !== 'credit' || item.correction?.kind !== 'credit'),
    ...(item.correction ? (['none'] as const) : []),
  ];
}

/**
 * What would be in force; problems by field. `item` has the correction in force laid over it already. `isSame`: it is
 * so already.
 */
export function askedCorrection(
  item: Corrected,
  input: RemarkInput,
): { asked: Asked; isSame: boolean } | { problems: FieldErrors } {
  const { snapshot, correction } = item;
  if (input.kind === 'none') return { asked: { kind: 'none', key: null }, isSame: correction === null };
  if (input.kind === 'credit') {
    return { asked: { kind: 'credit', key: correction?.key ?? null }, isSame: correction?.kind === 'credit' };
  }
  const way = correctionOf(snapshot);
  if (!way) {
    return { problems: { kind: '这道题由老师评分，没有可以更正的答案。可以全员给分，或者逐份修改评分。' } };
  }
  const now = keyInForce(way);
  const read = way.read(now, { ...input, kind: input.kind });
  if ('problems' in read) return read;
  // A key that is put right takes the place of a credit to everybody.
  const isSame = correction?.kind !== 'credit' && sameKey(read.key, now);
  return { asked: { kind: input.kind, key: read.key }, isSame };
}

function sameKey(a: CorrectedKey, b: CorrectedKey): boolean {
  const form = ({ keys, alsoRight, blanks }: CorrectedKey) =>
    JSON.stringify([keys, alsoRight.map(String).sort(), blanks]);
  return form(a) === form(b);
}

// ---- What changes ------------------------------------------------------------------------------------------------

export type BeforeAfter = { before: number | null; after: number | null };

/** One paper whose points for the item, or whose student's result, changes. Percentages rounded as people see them. */
export type RemarkChange = {
  attemptId: number;
  studentId: number;
  /** Of the item; null where the paper has no settled score. */
  points: BeforeAfter;
  part: BeforeAfter;
  total: BeforeAfter;
};

export type RemarkSummary = {
  raised: number;
  lowered: number;
  /** Whose grade changes, and who passes or no longer does. */
  gradeUp: number;
  gradeDown: number;
  nowPass: number;
  nowFail: number;
};

/** The result that a student is known by: the total, or while a part is missing this part's percentage. */
function reached(change: RemarkChange, side: keyof BeforeAfter): number | null {
  return change.total[side] ?? change.part[side];
}

export function gradeChange(change: RemarkChange, thresholds: GradeThresholds): { before: Grade; after: Grade } | null {
  const [before, after] = [reached(change, 'before'), reached(change, 'after')];
  if (before === null || after === null) return null;
  const grades = { before: gradeOf(before, thresholds), after: gradeOf(after, thresholds) };
  return grades.before === grades.after ? null : grades;
}

/** N 人加分，M 人减分, and who moves across a threshold. */
export function summariseChanges(changes: RemarkChange[], thresholds: GradeThresholds): RemarkSummary {
  const summary: RemarkSummary = { raised: 0, lowered: 0, gradeUp: 0, gradeDown: 0, nowPass: 0, nowFail: 0 };
  for (const change of changes) {
    const step = (change.points.after ?? 0) - (change.points.before ?? 0);
    if (step > 0) summary.raised += 1;
    if (step < 0) summary.lowered += 1;
    const [before, after] = [reached(change, 'before'), reached(change, 'after')];
    if (before === null || after === null) continue;
    if (gradeChange(change, thresholds)) summary[after > before ? 'gradeUp' : 'gradeDown'] += 1;
    const passes = (value: number) => value >= thresholds.passFrom;
    if (passes(after) && !passes(before)) summary.nowPass += 1;
    if (passes(before) && !passes(after)) summary.nowFail += 1;
  }
  return summary;
}

/** A percentage as people see it. */
export function shown(percent: number | null | undefined): number | null {
  return percent === null || percent === undefined ? null : roundHalfUp(percent);
}

/** 76 → 82, or — where there is none. */
export function beforeAfterText({ before, after }: BeforeAfter): string {
  const text = (value: number | null) => (value === null ? '—' : String(roundHalfUp(value, 2)));
  return before === after ? text(after) : `${text(before)} → ${text(after)}`;
}

// ---- What was given ----------------------------------------------------------------------------------------------

/** What was given most often and is not right by the key that counts. */
export function frequentAnswers(snapshot: QuestionSnapshot, values: AnswerValue[]): FrequentAnswers {
  const way = correctionOf(snapshot);
  return way ? way.frequent(values) : { sets: [], blanks: [] };
}

/** The fields in which the item's key is put right; null where no key decides. */
export function correctionFields(snapshot: QuestionSnapshot): CorrectionFields | null {
  return correctionOf(snapshot)?.fields ?? null;
}

/** How the key of an item is put right, as its kind says; null where no key decides. */
function correctionOf(snapshot: QuestionSnapshot) {
  if (snapshot.bank !== 'theory') return null;
  const { body } = snapshot;
  const { correction } = theoryRules(snapshot.kind);
  return (
    correction && {
      body,
      read: (now: CorrectedKey, input: KeyInput) => correction.read(body, now, input),
      fields: correction.fields(body),
      frequent: (values: AnswerValue[]) => correction.frequent(body, values),
    }
  );
}
