import { VERBATIM } from './text-labels';
import type { TextLine } from './text-line';

/** 【题一】（40分）… and 题一．: the numbers of the questions, as competitions write them. */

const NUMBER =
  /^(?:【\s?题\s?([一二三四五六七八九十]{1,3})\s?】|题\s?([一二三四五六七八九十]{1,3})\s?(?:[.．、:：]|(?=[（(]\s?\d{1,3}\s?分)))\s{0,4}[.．、:：]?\s{0,4}/;

const digitsOf = ({ text, row, passage }: TextLine) => {
  const found = row || passage || text.includes(VERBATIM) ? null : NUMBER.exec(text.slice(0, 40));
  return found && { sign: found[0], digits: found[1] ?? found[2] ?? '' };
};

/** The lines with 第一题 for each of them, where 题一 is followed by 题二. */
export function withNamedNumbers(lines: TextLine[]): TextLine[] {
  const digits = new Set(lines.map((line) => digitsOf(line)?.digits));
  if (!digits.has('一') || !digits.has('二')) return lines;
  return lines.map((line) => {
    const found = digitsOf(line);
    return found ? { ...line, text: `第${found.digits}题 ${line.text.slice(found.sign.length)}` } : line;
  });
}
