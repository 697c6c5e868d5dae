import type { Part } from '~/domain/exam/parts.rules';
import type { Measure } from '~/domain/exam/measures.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { formatPoints, oralTotal, roundHalfUp, type Measures } from '../paper/scoring.rules';

/**
 * What the items of a part are marked by (评分标准), pure. A part has versions of it; a score keeps counting by the
 * version it was given by. Without any version an oral part goes by the exam's own measure weights and a written one
 * by the points of each item.
 */

export const RUBRIC_KINDS = ['measures', 'deductions', 'criteria', 'points'] as const;
export type RubricKind = (typeof RUBRIC_KINDS)[number];

export const RUBRIC_KIND_LABELS: Record<RubricKind, string> = {
  measures: '四项指标',
  deductions: '扣分制',
  criteria: '分项给分',
  points: '按题给分',
};

/** The kinds a part may be marked by. */
export const PART_RUBRIC_KINDS: Record<Part, RubricKind[]> = {
  oral: ['measures', 'deductions', 'criteria'],
  written: ['points', 'criteria'],
};

type RuleBase = {
  /** Stays with the rule through all versions; what was counted or given is kept under it. */
  id: string;
  name: string;
  hint: string;
};

/** Takes off so much for each: 每错读一个音节扣 0.1 分. */
export type CountRule = RuleBase & { kind: 'count'; points: number; unit: string; maximum: number | null };
/** Takes off one of several amounts, by degree; the first is 0. */
export type ChoiceRule = RuleBase & { kind: 'choice'; choices: number[] };
export type DeductionRule = CountRule | ChoiceRule;
export type Criterion = RuleBase & { points: number };

export type MeasureRubric = { kind: 'measures'; name: string; weights: Record<Measure, number> };
export type DeductionRubric = { kind: 'deductions'; name: string; full: number; rules: DeductionRule[] };
export type CriteriaRubric = { kind: 'criteria'; name: string; criteria: Criterion[] };
export type Rubric = MeasureRubric | DeductionRubric | CriteriaRubric | { kind: 'points'; name: string };

/** What an item is marked by other than its own points, its marking points or its key. */
export type ItemRubric = Exclude<Rubric, { kind: 'points' }>;

/** What was counted, chosen (as the points it takes off) or given, by rule; null: not yet. */
export type Details = Record<string, number | null>;

/** Of a deduction rubric: the whole item earns nothing, whatever its rules say (no recording, nothing to be heard). */
export const ZERO_DETAIL = 'zero';

/** A count of anything in one recording. */
export const MAX_COUNT = 9999;

/** One version of a part's rubric; id null and version 0 where none was ever saved. */
export type RubricVersion = { id: number | null; version: number; rubric: Rubric };

/** What a part without a saved rubric is marked by. */
export function defaultRubric(part: Part, weights: Record<Measure, number>): Rubric {
  return part === 'oral' ? { kind: 'measures', name: '四项评分', weights } : { kind: 'points', name: '按题给分' };
}

/** The rubric of an item, or null for one that goes by its points, its marking points or its key. */
export function rubricOfItem(item: { snapshot: QuestionSnapshot }, rubric: Rubric): ItemRubric | null {
  const { snapshot } = item;
  if (rubric.kind === 'points') return null;
  if (snapshot.bank === 'oral') return rubric;
  if (snapshot.bank !== 'written' || rubric.kind !== 'criteria') return null;
  return snapshot.body.markingPoints.length === 0 ? rubric : null;
}

/** The full mark of a rubric in its own points; 100 for measures. */
export function rubricFull(rubric: ItemRubric): number {
  if (rubric.kind === 'measures') return 100;
  if (rubric.kind === 'deductions') return rubric.full;
  return roundHalfUp(
    rubric.criteria.reduce((sum, one) => sum + one.points, 0),
    2,
  );
}

/** What a rule takes off. */
export function deductionOf(rule: DeductionRule, value: number): number {
  if (rule.kind === 'choice') return value;
  const off = roundHalfUp(rule.points * value, 4);
  return rule.maximum === null ? off : Math.min(off, rule.maximum);
}

/** What the details come to in the rubric's own points, never below 0; null while a rule has nothing. */
export function detailsResult(rubric: DeductionRubric | CriteriaRubric, details: Details): number | null {
  if (rubric.kind === 'criteria') {
    let sum = 0;
    for (const criterion of rubric.criteria) {
      const given = details[criterion.id] ?? null;
      if (given === null) return null;
      sum += given;
    }
    return roundHalfUp(sum, 4);
  }
  if (details[ZERO_DETAIL] === 1) return 0;
  let off = 0;
  for (const rule of rubric.rules) {
    const value = details[rule.id] ?? null;
    if (value === null) return null;
    off += deductionOf(rule, value);
  }
  return roundHalfUp(rubric.full - off, 4);
}

/** What an item earns of 100 by its rubric; null while something is not marked. */
export function rubricTotal(
  rubric: ItemRubric,
  mark: { measures: Measures | null; details: Details | null },
): number | null {
  if (rubric.kind === 'measures') return mark.measures && oralTotal(mark.measures, rubric.weights);
  const result = mark.details && detailsResult(rubric, mark.details);
  const full = rubricFull(rubric);
  if (result === null) return null;
  return full > 0 ? (result / full) * 100 : 0;
}

/** The points that a total of 100 is of an item. */
export function pointsOfTotal(itemPoints: number, total: number | null): number | null {
  return total === null ? null : roundHalfUp((itemPoints * total) / 100, 9);
}

/** The number of a rule's field as it may be kept: a count, one of the choices, or points up to the maximum. */
export function isDetailAllowed(rule: DeductionRule | Criterion, value: number): boolean {
  if (!('kind' in rule)) return value >= 0 && value <= rule.points && roundHalfUp(value, 2) === value;
  if (rule.kind === 'count') return Number.isInteger(value) && value >= 0 && value <= MAX_COUNT;
  return rule.choices.includes(value);
}

/** The rules or criteria of a rubric. */
export function rulesOf(rubric: DeductionRubric | CriteriaRubric): (DeductionRule | Criterion)[] {
  return rubric.kind === 'deductions' ? rubric.rules : rubric.criteria;
}

/** How a rule reads: `每个音节扣 0.1 分，最多 3 分`, `扣 0、0.5、1 分`, `25 分`. */
export function ruleText(rule: DeductionRule | Criterion): string {
  if (!('kind' in rule)) return `${formatPoints(rule.points)} 分`;
  if (rule.kind === 'choice') return `扣 ${rule.choices.map(formatPoints).join('、')} 分`;
  const most = rule.maximum === null ? '' : `，最多 ${formatPoints(rule.maximum)} 分`;
  return `每${rule.unit === '' ? '次' : rule.unit}扣 ${formatPoints(rule.points)} 分${most}`;
}

/** What a rule did to a mark. */
export type RuleLine = {
  id: string;
  name: string;
  /** How often, where it counts: `5 个音节 × 0.1`; otherwise ''. */
  note: string;
  /** Taken off (deductions) or given (criteria). */
  points: number;
  /** Of a criterion. */
  maximum: number | null;
};

/** What an item earned by a rubric, rule by rule. */
export type RubricOutcome = {
  kind: 'deductions' | 'criteria';
  name: string;
  full: number;
  result: number;
  lines: RuleLine[];
};

/** What complete details say, rule by rule; of several examiners' by the same rubric their means. Null without any. */
export function rubricOutcome(rubric: DeductionRubric | CriteriaRubric, all: Details[]): RubricOutcome | null {
  const results = all.flatMap((details) => detailsResult(rubric, details) ?? []);
  if (results.length === 0 || results.length < all.length) return null;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const isZero = rubric.kind === 'deductions' && all.every((details) => details[ZERO_DETAIL] === 1);
  const counted = all.filter((details) => details[ZERO_DETAIL] !== 1);
  const lines = rulesOf(rubric).map((rule): RuleLine => {
    const values = counted.map((details) => details[rule.id] ?? 0);
    const points = mean(values.map((value) => ('kind' in rule ? deductionOf(rule, value) : value)));
    const isCounted = 'kind' in rule && rule.kind === 'count' && mean(values) > 0;
    return {
      id: rule.id,
      name: rule.name,
      note: isCounted ? `${formatPoints(mean(values))} ${rule.unit === '' ? '次' : rule.unit}` : '',
      points,
      maximum: 'kind' in rule ? null : rule.points,
    };
  });
  return {
    kind: rubric.kind,
    name: rubric.name,
    full: rubricFull(rubric),
    result: mean(results),
    lines: isZero ? [] : lines,
  };
}

/**
 * A mark by another rubric, as far as what was recorded allows: the measures again, or every rule of the new rubric
 * with an amount it can take, recorded under a rule of the same way of counting. Null where it must be marked again.
 */
export function convertMark<M extends { measures: Measures | null; details: Details | null; points: number | null }>(
  item: { points: number; snapshot: QuestionSnapshot },
  mark: M,
  from: Rubric,
  to: Rubric,
): M | null {
  const target = rubricOfItem(item, to);
  if (!target) return mark.points === null ? null : { ...mark, details: null };
  const details = target.kind === 'measures' ? null : convertDetails(mark.details, from, target);
  const measures = target.kind === 'measures' ? mark.measures : null;
  const points = pointsOfTotal(item.points, rubricTotal(target, { measures, details }));
  return points === null ? null : { ...mark, measures, details, points };
}

function convertDetails(details: Details | null, from: Rubric, to: DeductionRubric | CriteriaRubric): Details | null {
  if (details === null || from.kind !== to.kind) return null;
  if (details[ZERO_DETAIL] === 1) return { [ZERO_DETAIL]: 1 };
  const before = rulesOf(from);
  const converted: Details = {};
  for (const rule of rulesOf(to)) {
    const old = before.find((one) => one.id === rule.id);
    const value = details[rule.id] ?? null;
    const isSameWay = old !== undefined && ('kind' in old ? old.kind : '') === ('kind' in rule ? rule.kind : '');
    if (!isSameWay || value === null || !isDetailAllowed(rule, value)) return null;
    converted[rule.id] = value;
  }
  return converted;
}
