import type { Measure } from '~/domain/exam/measures.rules';
import type { FieldErrors } from '~/lib/errors';
import { ZERO_DETAIL } from './rubric.rules';
import { scoreFields, type ItemMark, type MarkedItem, type RawMark } from './score-form.rules';

/** What a call of the API sent, so that what is wrong with it is named as it was sent; pure. */

/** Where each mark of a call stood. */
export type SentMarks = {
  /** Items, in the order of the list. */
  points: number[];
  /** Null: one object for the only oral item, or nothing; else the items of the list, 0 for one without. */
  measures: number[] | null;
  details: number[] | null;
};

/** The problems of a score (names of score-form.rules) under the paths that the call sent. */
export function asSentFields(problems: FieldErrors, sent: SentMarks): FieldErrors {
  const fields: FieldErrors = {};
  for (const [name, text] of Object.entries(problems)) {
    const field = asSentField(name, sent);
    // What was left out has no path of its own: its list says all of it.
    fields[field] = fields[field] === undefined ? text : `${fields[field]}；${text}`;
  }
  return fields;
}

function asSentField(name: string, sent: SentMarks): string {
  const [kind, id, rest] = name.split('.');
  if (kind === 'p' || kind === 'c') {
    const row = sent.points.indexOf(Number(id));
    if (row < 0) return kind === 'c' ? 'comment' : 'points';
    if (kind === 'c') return `points.${row}.comment`;
    return rest === undefined ? `points.${row}.points` : `points.${row}.pointMarks.${rest}`;
  }
  if (kind !== 'm' && kind !== 'd') return name;
  const field = kind === 'm' ? 'measures' : 'details';
  const rows = sent[field];
  if (rows === null) return `${field}.${rest ?? ''}`;
  const row = rows.indexOf(Number(id)) < 0 ? rows.indexOf(0) : rows.indexOf(Number(id));
  return row < 0 ? field : `${field}.${row}.${rest ?? ''}`;
}

/** Marks of items that the paper does not have, and second ones of an item, each at its path. */
export function strangeItems(sent: SentMarks, itemIds: readonly number[]): FieldErrors {
  const problems: FieldErrors = {};
  for (const [field, rows] of Object.entries<number[] | null>(sent)) {
    if (rows === null) continue;
    for (const [row, itemId] of rows.entries()) {
      if (itemId !== 0 && !itemIds.includes(itemId)) problems[`${field}.${row}.itemId`] = '这份答卷里没有这道题';
      else if (rows.indexOf(itemId) < row) problems[`${field}.${row}.itemId`] = '这道题在同一次请求里给了两次';
    }
  }
  return problems;
}

/**
 * Points that a call gave where they follow from measures or rules (names of score-form.rules): they may repeat what
 * those come to, and are nothing else.
 */
export function givenBesideRules(said: readonly RawMark[], marks: readonly ItemMark[]): FieldErrors {
  const problems: FieldErrors = {};
  for (const { itemId, points } of said) {
    const mark = marks.find((one) => one.itemId === itemId);
    const isByRules = mark !== undefined && (mark.measures !== null || mark.details !== null);
    if (!isByRules || points === undefined || points === null || points === '') continue;
    if (mark.points !== null && Math.abs(Number(points) - mark.points) < 1e-6) continue;
    problems[scoreFields.points(itemId)] = '这道题的得分由 measures 或 details 算出，不能另填 points';
  }
  return problems;
}

/** What a call says of the items over what is stored of them: what it leaves out stays. */
export function overStored(said: readonly RawMark[], stored: readonly ItemMark[]): RawMark[] {
  const ids = new Set([...stored, ...said].map((mark) => mark.itemId));
  return [...ids].map((itemId) => {
    const given: Partial<RawMark> = said.find((mark) => mark.itemId === itemId) ?? {};
    const own = stored.find((mark) => mark.itemId === itemId);
    // One says the points, the other what they come from.
    const { points, pointMarks } = given.points === undefined && given.pointMarks === undefined ? (own ?? {}) : given;
    return {
      itemId,
      comment: given.comment ?? own?.comment,
      points,
      pointMarks: pointMarks ?? undefined,
      measures: { ...own?.measures, ...given.measures },
      details: detailsOver(given.details, own?.details),
    };
  });
}

/** "Everything is wrong" stands for itself: whoever says something of a rule does not mean it. */
function detailsOver(given: RawMark['details'], own: ItemMark['details'] | undefined): RawMark['details'] {
  const { [ZERO_DETAIL]: zero, ...rules } = own ?? {};
  const isKept = zero !== undefined && Object.keys(given ?? {}).length === 0;
  return { ...rules, ...(isKept ? { [ZERO_DETAIL]: zero } : {}), ...given };
}

const isSaid = (value: unknown) => value !== undefined && value !== null && value !== '';

/**
 * What a call gave of items that take no such mark (names of score-form.rules): points of one that its key marks, other
 * than those it has, and measures or details where the rubric has none. It would be dropped, and taken for saved.
 */
export function givenForNothing(
  said: readonly RawMark[],
  marks: readonly ItemMark[],
  items: readonly Pick<MarkedItem, 'id' | 'auto'>[],
): FieldErrors {
  const problems: FieldErrors = {};
  for (const given of said) {
    const { itemId } = given;
    const mark = marks.find((one) => one.itemId === itemId);
    const item = items.find((one) => one.id === itemId);
    if (item && !mark) {
      const isRepeat = item.auto ? Number(given.points) === item.auto.points : false;
      if ((isSaid(given.points) && !isRepeat) || given.pointMarks?.some(isSaid)) {
        problems[scoreFields.points(itemId)] = '这道题自动评分，不能另填得分';
      }
      if (isSaid(given.comment?.trim())) problems[scoreFields.comment(itemId)] = '这道题自动评分，没有单题评语';
    }
    if (!mark?.measures) {
      for (const [name, value] of Object.entries(given.measures ?? {})) {
        if (isSaid(value)) problems[scoreFields.measure(itemId, name as Measure)] = '这道题不按 measures 评分';
      }
    }
    if (!mark?.details) {
      for (const [name, value] of Object.entries(given.details ?? {})) {
        if (isSaid(value)) problems[scoreFields.detail(itemId, name)] = '这道题不按 details 评分';
      }
    }
  }
  return problems;
}
