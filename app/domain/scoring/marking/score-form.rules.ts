import { needsHand } from '~/domain/exam/by-hand.rules';
import type { AutoMark } from '~/domain/question-bank/kinds/kind.schema';
import { MEASURES, MEASURE_LABELS, type Measure } from '~/domain/exam/measures.rules';
import type { FieldErrors } from '~/lib/errors';
import {
  isDetailAllowed,
  pointsOfTotal,
  rubricOfItem,
  rubricTotal,
  rulesOf,
  ZERO_DETAIL,
  type Criterion,
  type CriteriaRubric,
  type DeductionRubric,
  type DeductionRule,
  type Details,
  type Rubric,
} from './rubric.rules';
import {
  areMeasuresComplete,
  markingPointMaxima,
  roundHalfUp,
  type MarkableItem,
  type Measures,
} from '../paper/scoring.rules';

/** The fields of the scoring form and how what is typed in them becomes marks. Field names name problems in the API too. */

export const scoreFields = {
  measure: (itemId: number, measure: Measure) => `m.${itemId}.${measure}`,
  /** Checkbox 不适用. */
  notApplicable: (itemId: number, measure: Measure) => `na.${itemId}.${measure}`,
  points: (itemId: number) => `p.${itemId}`,
  pointMark: (itemId: number, index: number) => `p.${itemId}.${index}`,
  /** What a rule of the rubric counted, took off or gave. */
  detail: (itemId: number, ruleId: string) => `d.${itemId}.${ruleId}`,
  comment: (itemId: number) => `c.${itemId}`,
};

/** Where one item is marked across papers: the version of a paper's score; problems of the whole paper stand at it too. */
export function versionField(attemptId: number): string {
  return `v.${attemptId}`;
}

type Typed = string | number | null | undefined;

/** Marks as they were sent, before their numbers are read. A measure null is 不适用, '' or absent is not marked yet. */
export type RawMark = {
  itemId: number;
  measures?: Partial<Record<Measure, Typed>>;
  points?: Typed;
  pointMarks?: Typed[];
  details?: Record<string, Typed>;
  comment?: string;
};

/** One examiner's mark of one item, as it is kept. */
export type ItemMark = {
  itemId: number;
  measures: Measures | null;
  points: number | null;
  /** Per marking point of a written item. */
  pointMarks: (number | null)[] | null;
  /** By a rubric's rules or criteria: what was counted, chosen or given for each, by its id; null (also inside): not yet. */
  details: Details | null;
  /** What was given by hand while everybody is credited the full mark. */
  handPoints?: number | null;
  comment: string;
};

type FormValues = Record<string, string | string[]>;

/** Ids of rules as rubrics give them. */
const RULE_ID = /^[a-z][a-z0-9]{0,19}$/;

/** Collects the marks of the scoring form's fields. */
export function readScoreFields(values: FormValues): RawMark[] {
  const marks = new Map<number, RawMark>();
  const markOf = (id: string) => {
    const itemId = Number(id);
    const mark = marks.get(itemId) ?? { itemId };
    marks.set(itemId, mark);
    return mark;
  };
  for (const [name, value] of Object.entries(values)) {
    const [kind, id, rest] = name.split('.');
    if (!id || !/^\d{1,10}$/.test(id) || typeof value !== 'string') continue;
    if (kind === 'c') markOf(id).comment = value;
    if (kind === 'p' && rest === undefined) markOf(id).points = value;
    if (kind === 'p' && rest !== undefined && /^\d{1,2}$/.test(rest)) {
      const mark = markOf(id);
      mark.pointMarks ??= [];
      mark.pointMarks[Number(rest)] = value;
    }
    if (kind === 'd' && rest !== undefined && RULE_ID.test(rest)) {
      const mark = markOf(id);
      mark.details = { ...mark.details, [rest]: value };
    }
    if (!isMeasure(rest)) continue;
    // 不适用 wins over whatever its number field still holds.
    if (kind === 'na') markOf(id).measures = { ...markOf(id).measures, [rest]: null };
    if (kind === 'm' && markOf(id).measures?.[rest] !== null) {
      markOf(id).measures = { ...markOf(id).measures, [rest]: value };
    }
  }
  return [...marks.values()];
}

function isMeasure(text: string | undefined): text is Measure {
  return (MEASURES as readonly (string | undefined)[]).includes(text);
}

/** A number as typed: full-width digits and spaces are taken as meant, and so is what stops at its point; undefined for an empty field, NaN for no number. */
function readNumber(typed: Typed): number | undefined {
  if (typed === undefined || typed === null) return undefined;
  const text = String(typed).normalize('NFKC').trim();
  if (text === '') return undefined;
  return /^\d+(\.\d*)?$/.test(text) ? Number(text) : Number.NaN;
}

export type MarkedItem = MarkableItem & {
  keyWords: string[];
  /** What it earns without a teacher. */
  auto?: AutoMark | null;
};

/**
 * Reads the marks given by hand, by the part's rubric. Anything typed must be right, also in a draft; with `isFinal`
 * nothing may be missing. Items that need no hand take no points from outside.
 */
export function readMarks(
  items: MarkedItem[],
  raw: RawMark[],
  isFinal: boolean,
  rubric: Rubric,
): { marks: ItemMark[]; problems: FieldErrors } {
  const problems: FieldErrors = {};
  const marks = items.flatMap((item, index): ItemMark[] => {
    if (!needsHand(item)) return [];
    const given = raw.find((mark) => mark.itemId === item.id);
    const name = items.length > 1 ? `第 ${index + 1} 题` : '';
    const comment = (given?.comment ?? '').replace(/\r\n?/g, '\n').trim();
    if ([...comment].length > 500) problems[scoreFields.comment(item.id)] = `${name}评语最多 500 个字`;
    const mark = { itemId: item.id, comment, measures: null, points: null, pointMarks: null, details: null };
    const own = rubricOfItem(item, rubric);
    if (!own) return [{ ...mark, ...readPoints(item, given, name, isFinal, problems) }];
    const measures = own.kind === 'measures' ? readMeasures(item, given, name, isFinal, problems) : null;
    const details = own.kind === 'measures' ? null : readDetails(item, own, given, name, isFinal, problems);
    return [
      { ...mark, measures, details, points: pointsOfTotal(item.points, rubricTotal(own, { measures, details })) },
    ];
  });
  return { marks, problems };
}

function readMeasures(
  item: MarkedItem,
  given: RawMark | undefined,
  name: string,
  isFinal: boolean,
  problems: FieldErrors,
): Measures {
  const measures: Measures = {};
  for (const measure of MEASURES) {
    const typed = given?.measures?.[measure];
    const field = scoreFields.measure(item.id, measure);
    const label = `${name}${MEASURE_LABELS[measure]}`;
    if (typed === null) {
      if (measure === 'gjc' && item.keyWords.length === 0) measures[measure] = null;
      else problems[field] = `${label}不能选“不适用”，请填 0 到 100 的分数`;
      continue;
    }
    const value = readNumber(typed);
    if (value === undefined) {
      if (isFinal) problems[field] = `${label}还没有打分`;
    } else if (!Number.isInteger(value) || value > 100) {
      problems[field] = `${label}应为 0 到 100 的整数`;
    } else {
      measures[measure] = value;
    }
  }
  if (isFinal && Object.keys(problems).length === 0 && !areMeasuresComplete(measures)) {
    problems[scoreFields.measure(item.id, 'zqd')] = `${name}至少要有一项打分`;
  }
  return measures;
}

function readDetails(
  item: MarkedItem,
  rubric: DeductionRubric | CriteriaRubric,
  given: RawMark | undefined,
  name: string,
  isFinal: boolean,
  problems: FieldErrors,
): Details {
  // A tick in the form, 1 in the API.
  const zero = String(given?.details?.[ZERO_DETAIL] ?? '');
  if (rubric.kind === 'deductions' && (zero === 'on' || zero === '1')) return { [ZERO_DETAIL]: 1 };
  const details: Details = {};
  for (const rule of rulesOf(rubric)) {
    const field = scoreFields.detail(item.id, rule.id);
    const value = readNumber(given?.details?.[rule.id]);
    details[rule.id] = null;
    if (value === undefined) {
      if (isFinal) problems[field] = `${name}“${rule.name}”还没有${missingWord(rule)}`;
    } else if (isDetailAllowed(rule, value)) {
      details[rule.id] = value;
    } else {
      problems[field] = `${name}“${rule.name}”${allowedWords(rule)}`;
    }
  }
  return details;
}

function missingWord(rule: DeductionRule | Criterion): string {
  if (!('kind' in rule)) return '给分';
  return rule.kind === 'count' ? '填，没有就填 0' : '选';
}

function allowedWords(rule: DeductionRule | Criterion): string {
  if (!('kind' in rule)) return `应为 0 到 ${rule.points} 分，最多两位小数`;
  return rule.kind === 'count' ? '应为整数，没有就填 0' : `只能扣 ${rule.choices.join('、')} 分`;
}

function readPoints(
  item: MarkedItem,
  given: RawMark | undefined,
  name: string,
  isFinal: boolean,
  problems: FieldErrors,
): Pick<ItemMark, 'points' | 'pointMarks'> {
  const read = (field: string, typed: Typed, maximum: number, label: string) => {
    const value = readNumber(typed);
    if (value === undefined) return null;
    if (Number.isNaN(value) || value > maximum || roundHalfUp(value, 2) !== value) {
      problems[field] = `${label}应为 0 到 ${maximum} 分，最多两位小数`;
      return null;
    }
    return value;
  };
  const points = item.snapshot.bank === 'written' ? item.snapshot.body.markingPoints : [];
  const typed = given?.pointMarks ?? [];
  const isWhole = points.length === 0 || typed.every((one) => readNumber(one) === undefined);
  if (isWhole && (points.length === 0 || readNumber(given?.points) !== undefined)) {
    const field = scoreFields.points(item.id);
    const value = read(field, given?.points, item.points, `${name}得分`);
    if (value === null && isFinal) problems[field] ??= `${name || '本题'}还没有给分`;
    return { points: value, pointMarks: null };
  }
  const maxima = markingPointMaxima(
    points.map((point) => point.points),
    item.points,
  );
  const pointMarks = maxima.map((maximum, index) => {
    const field = scoreFields.pointMark(item.id, index);
    const label = `${name}评分要点 ${index + 1} `;
    const value = read(field, typed[index], maximum, label);
    if (value === null && isFinal) problems[field] ??= `${label}还没有给分`;
    return value;
  });
  return { points: pointsOf(pointMarks), pointMarks };
}

/** What marking points come to; null while one is not marked. */
export function pointsOf(pointMarks: (number | null)[]): number | null {
  let sum = 0;
  for (const one of pointMarks) {
    if (one === null) return null;
    sum += one;
  }
  return roundHalfUp(sum, 2);
}

/**
 * What the form shows at first: the own score, or nothing; for what the student left blank it proposes 0, which the
 * teacher only has to confirm. An own score by an older rubric shows what the rubric in force knows of it.
 */
export function initialMarks(
  items: (MarkedItem & { isBlank: boolean })[],
  own: ItemMark[] | null,
  rubric: Rubric,
): RawMark[] {
  return items.flatMap((item): RawMark[] => {
    if (!needsHand(item)) return [];
    const mark = own?.find((one) => one.itemId === item.id);
    const itemRubric = rubricOfItem(item, rubric);
    const byRules = itemRubric && itemRubric.kind !== 'measures' ? itemRubric : null;
    if (mark) {
      const { itemId, measures, points, pointMarks, details, comment } = mark;
      return [
        {
          itemId,
          comment,
          points,
          measures: measures ?? undefined,
          pointMarks: pointMarks ?? undefined,
          details: details ?? (byRules ? proposedDetails(byRules, false) : undefined),
        },
      ];
    }
    const proposed = item.isBlank ? 0 : undefined;
    if (!itemRubric) {
      const points = item.snapshot.bank === 'written' ? item.snapshot.body.markingPoints : [];
      return [
        { itemId: item.id, points: points.length > 0 ? undefined : proposed, pointMarks: points.map(() => proposed) },
      ];
    }
    if (byRules) return [{ itemId: item.id, details: proposedDetails(byRules, item.isBlank) }];
    const measures = Object.fromEntries(MEASURES.map((measure) => [measure, proposed]));
    return [{ itemId: item.id, measures: item.keyWords.length === 0 ? { ...measures, gjc: null } : measures }];
  });
}

/**
 * Nothing taken off is proposed for what goes by degree, as long as something is left to count: a form that is
 * complete at once would give a full mark unheard.
 */
function proposedDetails(rubric: DeductionRubric | CriteriaRubric, isBlank: boolean): Record<string, Typed> {
  if (rubric.kind === 'criteria') {
    return Object.fromEntries(rubric.criteria.map((one) => [one.id, isBlank ? 0 : undefined]));
  }
  if (isBlank) return { [ZERO_DETAIL]: 'on' };
  const hasCounts = rubric.rules.some((rule) => rule.kind === 'count');
  return Object.fromEntries(
    rubric.rules.flatMap((rule) => (rule.kind === 'choice' && hasCounts ? [[rule.id, 0]] : [])),
  );
}

/** Cuts a text at its key words, the longer of two that overlap first. */
export function markWords(text: string, words: string[]): { text: string; isWord: boolean }[] {
  const wanted = words.filter((word) => word !== '').sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, isWord: false }];
  const pattern = new RegExp(`(${wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'i');
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, isWord: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
