/**
 * Which of the signs in a key say what blank an answer is for. 正确的是____ is answered by signs as well: ①④ is an
 * answer, ①甲 ②乙 are two with their labels.
 */

/** Signs of one form count together: ① with ②, (1) with (2). */
type Form = 'circle' | 'bracket' | 'number' | 'word';

type Label = {
  form: Form;
  number: number;
  /** ①. or 第1空：, which nobody writes within an answer. */
  isFirm: boolean;
  /** Of the sign with what stands around it. */
  width: number;
  rest: string;
};

const DIGITS = '一二三四五六七八九十';
const LABEL =
  /^(?:([①-⑳])|([⑴-⒇])|[(（](\d{1,2})[)）]|(\d{1,2})(?=[.、．](?!\d)|[)）])|第\s?([一二三四五六七八九十]|\d{1,2})\s?空|空\s?([一二三四五六七八九十]|\d{1,2})(?=\s?[:：]))\s?([.．、:：)）]?)\s*/;

/** No label is longer: a text of any length is looked at once. */
const MAX_LABEL = 16;
const labelAt = (text: string, at: number) => labelOf(text.slice(at, at + MAX_LABEL));

function labelOf(text: string): Label | null {
  const match = LABEL.exec(text);
  if (!match) return null;
  const [whole, circled, bracketed, inBrackets, plain, counted, named, sign = ''] = match;
  const word = counted ?? named;
  const form = circled ? 'circle' : plain ? 'number' : word ? 'word' : 'bracket';
  const number = circled
    ? circled.charCodeAt(0) - 0x245f
    : bracketed
      ? bracketed.charCodeAt(0) - 0x2473
      : DIGITS.indexOf(word ?? ' ') + 1 || Number(inBrackets ?? plain ?? word);
  const isFirm = form === 'word' || form === 'number' || /[.．:：]/.test(sign);
  return { form, number, isFirm, width: whole.length, rest: text.slice(whole.length).trim() };
}

/** Behind a sign and between signs where they are the answer: ①、④ ①和④ ①→③. */
const BETWEEN = /[\s,，、;；.．。和与及或至到→>＞<＜\-—–~～|#/]/g;
const SIGNS: Record<Form, RegExp> = {
  circle: /[①-⑳]/g,
  bracket: /[⑴-⒇]|[(（]\d{1,2}[)）]/g,
  number: /\d{1,2}[.、．)）]/g,
  word: /第\s?[一二三四五六七八九十\d]{1,2}\s?空|空\s?[一二三四五六七八九十\d]{1,2}(?=\s?[:：])/g,
};

/** What parts signs, but is no answer by itself as > and - may be. */
const PARTING = /[\s,，、;；.．。和与及或至到|#]/g;

/** Nothing but signs of that form, or nothing at all. */
function isOnlySigns(text: string, form: Form): boolean {
  const left = text.replace(SIGNS[form], '');
  return left.replace(left === text ? PARTING : BETWEEN, '') === '';
}

const isLabel = ({ form, isFirm, rest }: Label) => rest !== '' && (isFirm || !isOnlySigns(rest, form));

/**
 * The answers without the signs that count them. A sign that begins an answer counts it only where the signs go on
 * from answer to answer, and each has a text behind it that is no such sign itself.
 */
export function withoutLabels(parts: string[]): string[] {
  const labels = parts.map((part) => (part.endsWith('|') ? null : labelOf(part)));
  const found = labels.filter((label) => label !== null);
  const [first] = found;
  if (!first || (labels[0] === null && !parts[0]?.endsWith('|'))) return parts;
  const isCounting = found.every(
    (label, index) => label.form === first.form && label.number === first.number + index && isLabel(label),
  );
  if (!isCounting || (parts.length === 1 && !isAlone(first))) return parts;
  return parts.map((part, index) => labels[index]?.rest ?? part);
}

/** Of one blank there is only the first label: ①甲②乙 is more than that. */
function isAlone({ form, number, isFirm, rest }: Label): boolean {
  const others = [...rest.matchAll(SIGNS[form])].map(({ index }) => labelAt(rest, index));
  return number === 1 && others.every((other) => isFirm && !other?.isFirm);
}

/** ① … ② … or (1) … (2) … in one line, counted from 1. */
export function splitNumbered(text: string): string[] {
  const first = labelOf(text);
  if (!first || first.number !== 1 || first.form === 'number') return [];
  const starts = [{ at: 0, end: first.width }];
  for (const { index } of text.matchAll(
    /[①-⑳⑴-⒇]|[(（]\d{1,2}[)）]|第\s?(?:[一二三四五六七八九十]|\d{1,2})\s?空|空\s?(?:[一二三四五六七八九十]|\d{1,2})(?=\s?[:：])/g,
  )) {
    const label = labelAt(text, index);
    if (!label || label.form !== first.form || label.number !== starts.length + 1) continue;
    // Where the first has its dot, ①. ①④ ②. ②③, a sign without it is of an answer.
    if (first.isFirm && !label.isFirm) continue;
    starts.push({ at: index, end: index + label.width });
  }
  const parts = starts.map(({ end }, index) =>
    text
      .slice(end, starts[index + 1]?.at)
      .replace(/[;；,，、\s]{1,4}$/, '')
      .trim(),
  );
  const isCounting = parts.every((rest) => isLabel({ ...first, rest }));
  return isCounting ? parts : [];
}

/** 1. 12. 2. Cats 3. red in one line for as many blanks; [] where the numbers do not count so far, or farther. */
export function splitCounted(text: string, count: number): string[] {
  if (text.length > 4000) return [];
  const labels: { at: number; end: number }[] = [];
  for (let number = 1; number <= count + 1; number += 1) {
    const sign = new RegExp(
      `${number === 1 ? '^' : '(?<=[\\s;；,，。])'}${number}\\s?(?:[、)）]\\s?|[.．](?:\\s{1,8}|(?!\\d)))`,
      'g',
    );
    sign.lastIndex = labels[labels.length - 1]?.end ?? 0;
    const match = sign.exec(text);
    if (match) labels.push({ at: match.index, end: match.index + match[0].length });
    else if (number <= count) return [];
  }
  if (labels.length !== count) return [];
  const parts = labels.map(({ end }, index) =>
    text
      .slice(end, labels[index + 1]?.at)
      .replace(/[;；,，、\s]{1,4}$/, '')
      .trim(),
  );
  return parts.every((part) => part !== '') ? parts : [];
}

/** 1. alone before an answer: the blank it is of. */
export const isLabelAlone = (text: string) => /^1\s?[.．、)）]$/.test(text);
