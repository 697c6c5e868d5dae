import { headingOf } from './text-headings';
import { segmentsOf } from './text-labels';
import { numberOf } from './text-numbers';
import { optionsOf } from './text-options';

/** Options that count a. b. c. instead of A. B. C. */

const SMALL = /^[（(]?([a-hａ-ｈ])\s{0,2}[.．、)）]\s{0,8}(?=\S)/;

const SMALL_ANSWER = /^[（(]?[a-hA-Hａ-ｈ][a-hA-Hａ-ｈ\s,，、]{0,20}[)）]?$/;

/** `a. 甲  b. 乙  c. 丙` on one line, each with its letter as a capital; null where they are not so. */
function capitalsBeside(text: string): string | null {
  if (text.length > 2000) return null;
  let made = text.replace(SMALL, 'A. ');
  let count = 1;
  for (; count < 8; count += 1) {
    const small = String.fromCharCode(97 + count);
    const wide = String.fromCharCode(0xff41 + count);
    const next = made.replace(
      new RegExp(`\\s[（(]?[${small}${wide}]\\s{0,2}[.．、)）]\\s{0,4}(?=\\S)`),
      `  ${small.toUpperCase()}. `,
    );
    if (next === made) break;
    made = next;
  }
  return count > 1 ? made : null;
}

/** Whether a heading begins a section of choices; null for a line that is none. */
function choicesBelow(text: string): boolean | null {
  const heading = headingOf(text);
  if (!heading || heading.isDoubtful) return null;
  const { kind } = heading;
  return kind !== null && 'kind' in kind && ['choice', 'single', 'multiple'].includes(kind.kind);
}

const KEY_LABEL = /^[【[]?(?:参考|标准|正确)?答案[】\]]?\s?[:：]?\s{0,4}/;
const KEY = /^(?:\d{1,3}\s?[.．、:：)）]?\s?[a-hA-Hａ-ｈＡ-Ｈ]{1,6}(?:[,，;；、.。]\s{0,4}|\s{1,6}|$)){1,200}/;
const KEY_ENTRY = /(\d{1,3})\s?[.．、:：)）]?\s?[a-hA-Hａ-ｈＡ-Ｈ]/g;
const KEY_RANGE =
  /^(\d{1,3})\s?[-—–~～至到]\s?(\d{1,3})\s?[.．、:：)）]?\s?[a-hA-Hａ-ｈＡ-Ｈ][a-hA-Hａ-ｈＡ-Ｈ\s,，、]{0,200}$/;

/** The numbers that have letters in the keys of the paper, 1.a 2.b or 1-5 abcda. */
function keyedIn(lines: { text: string }[]): Set<number> {
  const keyed = new Set<number>();
  for (const { text } of lines) {
    const key = text.length < 2000 ? text.replace(KEY_LABEL, '').trim() : '';
    const [, from, to] = KEY_RANGE.exec(key) ?? [];
    for (let number = Number(from); number <= Math.min(Number(to), Number(from) + 200); number += 1) keyed.add(number);
    const entries = [...(KEY.exec(key)?.[0] ?? '').matchAll(KEY_ENTRY)];
    // 3 A alone says little.
    if (entries.length > 1) for (const [, number] of entries) keyed.add(Number(number));
  }
  return keyed;
}

/** a. b. c. on lines of their own right above an answer of letters are options; before A. B. they belong to the stem. */
export function withCapitals<T extends { text: string }>(lines: T[]): T[] {
  const letterAt = (at: number) => SMALL.exec(lines[at]?.text ?? '')?.[1]?.normalize('NFKC');
  if (!lines.some((_line, at) => letterAt(at) === 'a')) return lines;
  const changed = [...lines];
  let isOfChoices = false;
  // Without a heading the key says which questions are choices.
  let isHeaded = false;
  let number: number | undefined;
  let keyed: Set<number> | undefined;
  for (let at = 1; at < lines.length; at += 1) {
    const above = choicesBelow(lines[at - 1]?.text ?? '');
    isHeaded ||= above !== null;
    const counted = numberOf(lines[at - 1]?.text ?? '');
    if (counted?.style === 'plain') number = counted.number;
    if (letterAt(at) !== 'a') {
      isOfChoices = above ?? isOfChoices;
      continue;
    }
    if (!isHeaded) isOfChoices = number !== undefined && (keyed ??= keyedIn(lines)).has(number);
    let end = at;
    while (letterAt(end) === String.fromCharCode(97 + end - at)) end += 1;
    const count = end - at;
    while (end < lines.length && lines[end]?.text === '') end += 1;
    const answer = segmentsOf(lines[end]?.text ?? '')[0];
    const isAnswered = answer?.label === 'answer' && SMALL_ANSWER.test(answer.text);
    // Below 选择题 they are the options where none with capitals follow.
    if (!isAnswered && !(isOfChoices && optionsOf(lines[end]?.text ?? '', '', true).length === 0)) continue;
    const beside = count === 1 ? capitalsBeside(lines[at]?.text ?? '') : null;
    if (beside !== null) changed[at] = { ...(lines[at] as T), text: beside };
    if (count < 2) continue;
    for (let index = at; index < at + count; index += 1) {
      const line = lines[index] as T;
      changed[index] = { ...line, text: line.text.replace(SMALL, `${String.fromCharCode(65 + index - at)}. `) };
    }
  }
  return changed;
}
