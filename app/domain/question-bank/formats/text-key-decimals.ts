import { type AnswerList, type Entry, lastEntry } from './text-answer-list';
import { signStyle } from './text-key-heads';

/** Numbers within the answers of a key that look like the number of the next entry: 1．(1,2) 2．12.6÷3.5=3.6 */

const MAX_LENGTH = 20_000;

/** A bracket with more in it is no coordinate and no interval, but may be one that was not closed. */
const MAX_BRACKET = 80;

/** Which places of a text are within brackets; `[2,3)` is one as well, and one that is never closed is none. */
export function bracketed(text: string): (at: number) => boolean {
  const open: number[] = [];
  // How many brackets more, or fewer, are open from there on.
  const steps = new Map<number, number>();
  for (let at = 0; at < Math.min(text.length, MAX_LENGTH); at += 1) {
    const sign = text.charAt(at);
    if ('(（[［{'.includes(sign)) open.push(at);
    else if (')）]］}'.includes(sign)) {
      const from = open.pop();
      if (from === undefined || at - from >= MAX_BRACKET) continue;
      steps.set(from, 1);
      steps.set(at, -1);
    }
  }
  const within = new Set<number>();
  for (let at = 0, depth = 0; steps.size > 0 && at < Math.min(text.length, MAX_LENGTH); at += 1) {
    depth += steps.get(at) ?? 0;
    if (depth > 0) within.add(at);
  }
  return (at) => within.has(at);
}

/** 2.5 rather than 2. 5 */
export const isDecimalAt = (text: string, [sign]: RegExpExecArray, at: number) =>
  /[.．]$/.test(sign) && /\d/.test(text.charAt(at + sign.length));

/** 12.6÷ 3.5: no answer ends with such a sign, unless it is that sign. */
const GOES_ON = /[^\s][\s]{0,3}[÷×*/=＝≈]\s{0,3}$/;

/**
 * Whether 3.5 within an answer is a decimal: where nothing of the answer stands before it, behind the sign of a sum, or
 * where the answers have a blank behind their numbers and the next number stands so further on.
 */
export function isDecimalWithin(text: string, start: number, at: number, number: number): boolean {
  const before = text.slice(Math.max(start, at - 40), at);
  if (before.trim() === '' && text.slice(start, at).trim() === '') return true;
  if (GOES_ON.test(before)) return true;
  return /^\s/.test(text) && new RegExp(`[\\s;；,，。]${number}\\s?[.．](?!\\d)`).test(text.slice(at + 1, at + 400));
}

/** 4. 汽 below 3. 约 4.5 米, of which 5 米 was taken for the answer of 4: the decimal goes back to where it stood. */
export function takeDecimalBack(list: AnswerList, number: number, text: string): Entry | undefined {
  const last = lastEntry(list);
  const group = list.groups[list.groups.length - 1];
  if (last?.decimal === undefined || last.number !== number || !group || group.entries.length < 2) return last;
  if (signStyle(text) !== 'plain') return last;
  if (last.answer.length > 1 || last.analysis.length + last.marking.length > 0) return last;
  group.entries.pop();
  const before = lastEntry(list);
  if (before) before.answer.push(`${before.answer.pop() ?? ''}${last.decimal}`);
  return before;
}
