import type { AnswerValue } from '~/domain/attempt/answer.schema';
import { parseBlankLine } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot, TheoryBody } from '~/domain/question-bank/question.schema';
import type { FieldErrors } from '~/lib/errors';
import type { CorrectedKey, CorrectionKind, ItemCorrection } from './correction.rules';
import { gradeOf, type Grade, type GradeThresholds } from './score-list.rules';
import { clozeForm, isMarkedByHand, matchesBlank, roundHalfUp } from './scoring.rules';

/** What an owner asks for when re-marking an item, and what it means for the key; pure. */

/** As typed: options by their keys, a line of alternatives per blank. */
export type RemarkInput = {
  kind: CorrectionKind;
  /** The right options (key), or one further set of them (accept). */
  keys: string[];
  /** Further option sets, each as `A,C`. */
  sets: string[];
  /** One line per blank, alternatives separated by |. */
  blanks: string[];
  /** Further alternatives chosen from what was given: `<blank from 0>|<text>`. */
  more: string[];
};

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
  if (snapshot.bank !== 'theory' || isMarkedByHand(snapshot)) {
    return { problems: { kind: '这道题由老师评分，没有可以更正的答案。可以全员给分，或者逐份修改评分。' } };
  }
  const now = keyInForce(snapshot);
  const read = snapshot.kind === 'cloze' ? readBlanks(now, input) : readOptions(snapshot, now, input);
  if ('problems' in read) return read;
  // A key that is put right takes the place of a credit to everybody.
  const isSame = correction?.kind !== 'credit' && sameKey(read.key, now);
  return { asked: { kind: input.kind, key: read.key }, isSame };
}

type Read = { key: CorrectedKey } | { problems: FieldErrors };

function readOptions(
  snapshot: Extract<QuestionSnapshot, { bank: 'theory' }>,
  now: CorrectedKey,
  input: RemarkInput,
): Read {
  const options = snapshot.kind === 'judge' ? ['T', 'F'] : snapshot.body.options.map((option) => option.key);
  const isOneOnly = snapshot.kind !== 'multiple';
  const given = [...input.sets.map((set) => set.split(',')), ...(input.keys.length > 0 ? [input.keys] : [])];
  if (given.flat().some((key) => !options.includes(key))) return { problems: { keys: '选项不在这道题里，请重新选择' } };
  const sets = given.map((keys) => options.filter((key) => keys.includes(key))).filter((keys) => keys.length > 0);
  const [first] = sets;
  if (!first) return { problems: { keys: input.kind === 'key' ? '请选出正确答案' : '请选出也算对的答案' } };
  if (isOneOnly && sets.some((keys) => keys.length > 1)) {
    return { problems: { keys: '这道题只能选一项；几个选项都算对时，请用“增加可接受的答案”' } };
  }
  if (input.kind === 'key') return { key: { keys: first, alsoRight: [], blanks: [] } };
  const known = [now.keys, ...now.alsoRight].map(String);
  const added = sets.filter((keys, index) => {
    const isNew = !known.includes(String(keys));
    return isNew && sets.findIndex((other) => String(other) === String(keys)) === index;
  });
  return { key: { keys: now.keys, alsoRight: [...now.alsoRight, ...added], blanks: [] } };
}

function readBlanks(now: CorrectedKey, input: RemarkInput): Read {
  const lines = now.blanks.map((_, index) => parseBlankLine(input.blanks[index] ?? ''));
  if (lines.flat().some((text) => [...text].length > 200)) return { problems: { blanks: '每个答案最多 200 个字' } };
  if (input.kind === 'key') {
    const empty = lines.findIndex((alternatives) => alternatives.length === 0);
    if (empty >= 0) return { problems: { blanks: `第 ${empty + 1} 空没有答案` } };
    return { key: { keys: [], alsoRight: [], blanks: lines } };
  }
  for (const entry of input.more) {
    const cut = entry.indexOf('|');
    lines[Number(entry.slice(0, cut))]?.push(entry.slice(cut + 1).trim());
  }
  if (lines.flat().every((text) => text === '')) return { problems: { blanks: '请勾选或填写也算对的答案' } };
  const blanks = now.blanks.map((alternatives, index) => {
    const all = [...alternatives];
    for (const text of lines[index] ?? []) {
      if (clozeForm(text) !== '' && !all.some((one) => clozeForm(one) === clozeForm(text))) all.push(text);
    }
    return all;
  });
  return { key: { keys: [], alsoRight: [], blanks } };
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

/** Answers that do not count as right, with how many gave them. */
export type FrequentAnswers = {
  /** Option sets. */
  sets: { keys: string[]; count: number }[];
  /** For every blank of a cloze. */
  blanks: { text: string; count: number }[][];
};

const SHOWN = 8;

/** What was given most often and is not right by the key that counts. */
export function frequentAnswers(snapshot: QuestionSnapshot, values: AnswerValue[]): FrequentAnswers {
  if (snapshot.bank !== 'theory' || isMarkedByHand(snapshot)) return { sets: [], blanks: [] };
  const { body } = snapshot;
  if (snapshot.kind === 'cloze') {
    return {
      sets: [],
      blanks: body.blanks.map((alternatives, index) =>
        mostFrequent(
          values.flatMap((value) => {
            const text = (value.blanks?.[index] ?? '').trim();
            return text === '' || matchesBlank(text, alternatives) ? [] : [{ form: clozeForm(text), given: text }];
          }),
        ).map(({ given, count }) => ({ text: given, count })),
      ),
    };
  }
  const right = [body.keys, ...(body.alsoRight ?? [])].map((keys) => String([...keys].sort()));
  const sets = mostFrequent(
    values.flatMap((value) => {
      const keys = [...(value.keys ?? [])].sort();
      return keys.length === 0 || right.includes(String(keys)) ? [] : [{ form: String(keys), given: keys }];
    }),
  );
  return { sets: sets.map(({ given, count }) => ({ keys: given, count })), blanks: [] };
}

/** By how often; a form is shown as it was first given. */
function mostFrequent<T>(given: { form: string; given: T }[]): { given: T; count: number }[] {
  const counts = new Map<string, { given: T; count: number }>();
  for (const one of given) {
    const known = counts.get(one.form);
    if (known) known.count += 1;
    else counts.set(one.form, { given: one.given, count: 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, SHOWN);
}
