import { KIND_NAME, parseNumeral } from './words.rules';

/** 一、1．B 2．D 二、1．水 三、1．…: the key of several sections on one line. */

const LONGEST = 20_000;

/** The first section begins with an entry or with the signs of its questions. */
const FIRST =
  /^[一二三四五六七八九十]{1,3}\s?[、.．]\s{0,4}(?:[（(]?\s?[0-9０-９]|[A-JＡ-Ｊ√×✓✗✔✘对错][\sA-JＡ-Ｊ√×✓✗✔✘对错,，、]{0,400}[\s;；。])/;

/** 二、 behind a blank, or behind another sign where an entry follows. */
const ORDINAL =
  /(?:^|\s)([一二三四五六七八九十]{1,3})\s?[、.．](?=\s?\S)|[;；。,，]([一二三四五六七八九十]{1,3})\s?[、.．](?=\s?[（(]?\s?[0-9０-９])/g;

/** The same where the first section is but signs: 一、BD；二、√×；三、略 */
const BEHIND_SIGNS = /(?:^|[\s;；])([一二三四五六七八九十]{1,3})\s?[、.．](?=\s?\S)/g;

/** Between the kinds of a key that is one line: 单选题：1.A 2.C；判断题：对错错 */
export const KIND_NEXT = new RegExp(
  `[；;。]\\s{0,4}(?=(?:[一二三四五六七八九十]{1,3}[、.．]\\s{0,4})?${KIND_NAME}\\s{0,3}[:：])`,
);

export type SectionLine = { ordinal: number; text: string };

/** Each section of such a line, its ordinal before it; null where it is one section, or these do not count on. */
export function sectionsOnLine(line: string): SectionLine[] | null {
  if (line.length > LONGEST || !FIRST.test(line)) return null;
  const found: { ordinal: number; at: number }[] = [];
  for (const match of line.matchAll(/[0-9０-９]/.test(line.slice(0, 12)) ? ORDINAL : BEHIND_SIGNS)) {
    const ordinal = parseNumeral(match[1] ?? match[2] ?? '') ?? 0;
    const last = found[found.length - 1];
    // 一、 again counts within an answer.
    if (last && ordinal <= last.ordinal) return null;
    if (last && ordinal !== last.ordinal + 1) continue;
    found.push({ ordinal, at: match.index + (/^[一二三四五六七八九十]/.test(match[0]) ? 0 : 1) });
  }
  if (found.length < 2) return null;
  return found.map(({ ordinal, at }, index) => ({
    ordinal,
    text: line.slice(at, found[index + 1]?.at).replace(/[\s;；,，]{1,8}$/, ''),
  }));
}

/** The section that such a line begins with; null for any other line. */
export function firstSection(line: string): number | null {
  const sign = FIRST.test(line.slice(0, LONGEST)) ? /^[一二三四五六七八九十]{1,3}/.exec(line)?.[0] : undefined;
  return sign === undefined ? null : (parseNumeral(sign) ?? null);
}

/** Whether a line has an entry for each of these numbers, one after another: 1．A 2．甲 */
export function hasEntryEach(text: string, asked: number[]): boolean {
  let begin = 0;
  return asked.every((number, index) => {
    const sign = new RegExp(`${index === 0 ? '^' : '[\\s;；,，。]'}${number}\\s?[.．、:：)）](?!\\d)`, 'g');
    sign.lastIndex = begin;
    const match = sign.exec(text);
    begin = match ? match.index + match[0].length : text.length;
    return match !== null;
  });
}
