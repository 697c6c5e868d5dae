import { chineseNumeral } from './words.rules';

/** 一、 or （一） at the beginning of a line. */
const COUNTED = /^(?:[（(]\s?([一二三四五六七八九十百]{1,4})\s?[)）]|\s?([一二三四五六七八九十百]{1,4})\s?[、.．])/;

/** The sign that a line is counted with: 一、 or （一）; '' for none. */
export function countOf(line: string): string {
  const [, framed, plain] = COUNTED.exec(line) ?? [];
  return framed === undefined ? (plain === undefined ? '' : `${plain}、`) : `（${framed}）`;
}

const COUNTED_WITHIN =
  /(?:^|[\s；;。：:，,）)])(?:[（(]\s?([一二三四五六七八九十]{1,3})\s?[)）]|([一二三四五六七八九十]{1,3})\s?[、.．])/g;

/** The signs that count within a line: 一、 and 二、 of 一、核实时间；二、提前到达； */
export const countsWithin = (line: string) =>
  [...line.slice(0, 2000).matchAll(COUNTED_WITHIN)].map(([, framed, plain = '']) =>
    framed === undefined ? `${plain}、` : `（${framed}）`,
  );

/** The same of a number. */
export function countSign(number: number, isFramed: boolean): string {
  return isFramed ? `（${chineseNumeral(number)}）` : `${chineseNumeral(number)}、`;
}

/** The last line that says something; '' where none does. */
export function lastFilled(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 0 && lines[end - 1] === '') end -= 1;
  return lines[end - 1] ?? '';
}

/** With which signs the lines of an answer are counted: each line is looked at once, however often is asked. */
export class CountedLines {
  private readonly known = new WeakMap<readonly string[], { read: number; counts: Set<string> }>();

  has(lines: readonly string[], count: string): boolean {
    let own = this.known.get(lines);
    // Lines are only added; where some went, all are looked at again.
    if (!own || own.read > lines.length) this.known.set(lines, (own = { read: 0, counts: new Set() }));
    for (; own.read < lines.length; own.read += 1)
      for (const count of countsWithin(lines[own.read] ?? '')) own.counts.add(count);
    return own.counts.has(count);
  }
}
