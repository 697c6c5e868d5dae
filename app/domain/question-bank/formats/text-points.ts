import type { ParsedQuestion } from './format.rules';
import type { Heading } from './text-headings';
import type { RawQuestion, Section } from './text-raw';
import { isLaterSub } from './text-subs-settle';
import { narrow } from './words.rules';
import { CHOSEN } from './text-points-said';
import { markingPointsTotal } from '../question.rules';
import type { MarkingPoint } from '../question.schema';

/** Points that a heading names for its questions, and what it says of them that was not found. */

/** 三、作文（60分） with but one question below; 七、选择题（共2题,10分） with as many as it says. */
export function givePoints(questions: RawQuestion[]): void {
  for (const own of bySection(questions)) giveSection(own);
}

function bySection<T extends RawQuestion>(questions: T[]): T[][] {
  const sections = new Map<Section['index'], T[]>();
  for (const question of questions) {
    const own = sections.get(question.section.index);
    if (own) own.push(question);
    else sections.set(question.section.index, [question]);
  }
  return [...sections.values()];
}

/** What the heading says of the points of this question by its number. */
const rangeOf = ({ number, section }: RawQuestion) =>
  section.heading?.ranges?.find(({ from, to }) => number !== null && number >= from && number <= to);

/** The points of each blank of a question, where its heading says them. */
export function perBlankOf(question: RawQuestion): number | null {
  const ranged = rangeOf(question);
  return ranged?.isBlank ? ranged.each : (question.section.heading?.perBlank ?? null);
}

/** A text with numbered blanks is as many questions as it has of them. */
const countOf = ({ blankNumbers }: RawQuestion) => Math.max(1, blankNumbers.length);
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

function giveSection(own: RawQuestion[]): void {
  const heading = own[0]?.section.heading;
  if (!heading) return;
  const { total, count, factors } = heading;
  for (const question of own) {
    const ranged = rangeOf(question);
    if (ranged && !ranged.isBlank) question.points ??= ranged.each * countOf(question);
  }
  if (heading.perBlank || heading.ranges?.some(({ isBlank }) => isBlank)) return;
  const all = sum(own.map(countOf));
  if (own.length === 1) {
    for (const question of own) question.points ??= heading.each === null ? total : heading.each * all;
    return;
  }
  const isOpen = own.every(({ points, isRow }) => points === null && !isRow);
  if (heading.each || !isOpen) return;
  const chosen = chosenEach(heading.text);
  if (chosen !== null) {
    for (const question of own) question.points = chosen;
    return;
  }
  const each = eachOf(factors, all) ?? (total && count === all ? total / all : 0);
  if (each > 0 && Number.isInteger(each * 2)) for (const question of own) question.points = each * countOf(question);
}

const HOW_MANY = /(?:任选|选做|选答|任意选|选择其中)(?:其中)?(?:的)?([一二两三四五]|\d)[道个]?(?:小?题)?/;

/** 从9、10两题中任选一题作答，10分: what one of those that are chosen has; null where it does not say. */
function chosenEach(heading: string): number | null {
  const text = narrow(heading).replace(/\s/g, '');
  const sign = CHOSEN.test(text) ? HOW_MANY.exec(text)?.[1] : undefined;
  const values = [...text.matchAll(/(\d{1,3}(?:\.5)?)分/g)].map(([, value]) => Number(value));
  const count = sign === undefined ? 0 : sign === '两' ? 2 : Number(sign) || '一二三四五'.indexOf(sign) + 1;
  const each = count > 0 && values.length === 1 ? (values[0] ?? 0) / count : 0;
  return each > 0 && Number.isInteger(each * 2) ? each : null;
}

/** Of 2×3=6 the one that is not the count. */
function eachOf(factors: [number, number] | undefined, count: number): number | undefined {
  const [first = 0, second = 0] = factors ?? [];
  return first === count ? second : second === count ? first : undefined;
}

// ---------------------------------------------------------------- what is said and was not found

/** One note for each section whose heading counts or scores otherwise than what was read of it. */
export function noteSections(raws: RawQuestion[], parsed: ParsedQuestion[], paper: Heading | null): void {
  const read = raws.map((raw, index) => ({ ...raw, raw, parsed: parsed[index] as ParsedQuestion }));
  for (const own of bySection(read)) {
    const heading = own[0]?.section.heading;
    const kind = heading?.kind ?? null;
    if (!heading || (kind && 'unsupported' in kind)) continue;
    own[0]?.parsed.notes.push(...saidOtherwise(own, heading));
  }
  const isSectioned = paper && read.every(({ section }) => section.heading !== paper);
  if (isSectioned && !paper.kind) read[0]?.parsed.notes.push(...saidOtherwise(read, { ...paper, each: null }));
}

type Read = RawQuestion & { raw: RawQuestion; parsed: ParsedQuestion };

function saidOtherwise(own: Read[], heading: Heading): string[] {
  // Of some that may be chosen there are more than count.
  if (CHOSEN.test(heading.text))
    return own.length > 1
      ? [`“${heading.text.slice(0, 40)}”说的是选做：导入后没有选做，组卷时请只选要做的题，并核对分值。`]
      : [];
  const { count, total } = heading;
  const said = heading.text.slice(0, 40);
  const all = sum(own.map(countOf));
  const notes: string[] = [];
  // A number with small questions may be counted once.
  const numbers = sum(own.filter((each) => !isLaterSub(each.raw)).map(countOf));
  if (count && count !== all && count !== numbers)
    notes.push(`“${said}”写着 ${count} 题，读到 ${all} 题，请核对有没有漏读或多读。`);
  const points = own.map(({ parsed }) => pointsOf(parsed));
  const isSaid = /\d\s?分/.test(narrow(said)) || [heading.each, heading.perBlank, total].some((each) => each !== null);
  const without = points.filter((each) => each === null).length;
  const reached = sum(points.map((each) => each ?? 0));
  if (isSaid && without > 0)
    notes.push(`“${said}”写了分值，看不出每题几分，其中 ${without} 题按默认分值导入，请核对。`);
  else if (total !== null && reached !== total && notes.length === 0)
    notes.push(`“${said}”写着共 ${total} 分，读到的题合计 ${reached} 分，请核对分值。`);
  return notes;
}

function pointsOf({ fields, kind }: ParsedQuestion): number | null {
  if (fields.points !== undefined) return Number(fields.points);
  const marking = kind === 'essay' || kind === 'written' ? fields.markingPoints : undefined;
  return Array.isArray(marking) && marking.length > 0 ? markingPointsTotal(marking as MarkingPoint[]) : null;
}
