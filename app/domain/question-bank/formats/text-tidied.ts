import { withPlainSigns } from './private-signs';
import { withoutBindings } from './text-binding';
import { VERBATIM, trimmed } from './text-labels';
import type { TextLine } from './text-line';
import { isFooter, isPageLine, isScoreBox, isWatermark } from './text-noise';
import { pageHeaders } from './text-page-headers';
import { pageNumbers } from './text-page-numbers';
import { plainKeyHeading, withoutGaps } from './text-scanned';
import { withoutScoreBoxes } from './text-score-boxes';

/** The lines of a paper as they are read: tidied, without what is printed on every page. */

const GIVEN = /^(?:我|你|您|学生|考生)的?答案\s?[:：][^:：]{0,200}?(?=(?:正确|参考|标准)答案\s?[:：])/;

const DRAWN = /\s?(?:\^\*\^|[\^|~#]{2,5})\s?(?=(?:正确|参考|标准)?答案)/g;

/** The small Roman ten is how some write that a sentence is wrong. */
const ROMAN_CROSS = /([（(【[]\s{0,8})[ⅹⅩ╳](?=\s{0,8}[)）】\]])/g;

/** Without the numbers of pages, which the line before them notes; those above the first line nobody misses. */
export function withoutPages(given: TextLine[]): TextLine[] {
  const lines = withoutBindings(withoutScoreBoxes(given));
  const kept: TextLine[] = [];
  let pages: string[] = [];
  const numbers = pageNumbers(lines);
  const headers = pageHeaders(lines);
  const places = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const last = kept[kept.length - 1];
    if (isScoreBox(line.text)) continue;
    const header = headers.get(line.text);
    if (header !== undefined) {
      if (last && !places.has(header)) places.set(header, kept.length - 1);
    } else if (!numbers.has(at) && !isPageLine(line.text) && !isFooter(line.text) && !isWatermark(line.text)) {
      kept.push(line);
      pages = [];
    } else if (last) {
      pages.push(line.text);
      kept[kept.length - 1] = { ...last, note: `页眉或页码没有导入：“${pages.join(' ')}”。` };
    }
  }
  // What is said of the file stands by itself, once.
  for (const [header, from] of places) {
    const at = kept.findIndex(({ note }, index) => index >= from && note === undefined);
    if (at >= 0) kept[at] = { ...kept[at]!, note: header };
  }
  return kept;
}

const WORD =
  '(?:if|for|while|else|elif|switch|case|print|return|def|class|int|float|double|char|string|dim|end|next|loop|do|input|cin|cout|printf|scanf|var|let|const|function|try|except|import|from|break|continue)';
/** A line of a program: print(s), s = s + i, else:, } */
const CODE = new RegExp(
  `^(?:${WORD}\\b(?:.{0,200}[=(:{;<>]|[\\s\\w]{0,20}$)|[A-Za-z_][\\w.[\\]]{0,40}\\s{0,4}[-+*/%]?=[^=]|[A-Za-z_][\\w.]{0,40}\\([^()]{0,100}\\)\\s?[;:{]?$|[{}]\\s?;?$|#\\s|//)`,
  'i',
);
/** A line of a sum written in columns: + 34 */
const COLUMN = /^[+\-−–×÷]?\s{0,20}\d[\d.,\s]{0,40}$/;

/** Whether a line is one of a program, whose blanks before it say something. */
export const isProgram = (text: string) => CODE.test(text.slice(0, 300));

/** The number or the label before the first line of a program. */
const BEFORE = /^(?:\d{1,3}\s?[.．、)）]|[【[]?[\u3400-\u9fff]{1,6}[】\]]?[:：]?)\s{0,4}/;

/** return x + 1, ____: below a line of a program such a line goes on with it. */
const WITHIN = /^[\u0021-\u007e][\u0020-\u007e]*$/;

/** The blanks before a line of a program or of a sum in columns, where a reader sees them; '' before any other. */
function indentOf(line: string, isWithin: boolean): string {
  const [indent = ''] = /^[ \t]{1,80}(?=\S)/.exec(line) ?? [];
  const text = indent === '' ? '' : plainBlanks(line.slice(indent.length, indent.length + 300).trimEnd());
  return CODE.test(text) || COLUMN.test(text) || (isWithin && WITHIN.test(text)) ? indent : '';
}

/** return ____①____ with its blank as a word of the program. */
const plainBlanks = (text: string) =>
  text.replace(/[_＿]{1,20}\s?[（(]?[①-⑳][)）]?\s?[_＿]{1,20}|[（(]\s?[①-⑳]\s?[)）]/g, '____');

/** The lines without blanks around them and signs that nobody sees, and the indents of programs beside them. */
export function withIndentsApart(lines: TextLine[]): TextLine[] {
  let isWithin = false;
  return lines.map((line) => {
    const indent = indentOf(line.text, isWithin);
    const text = tidy(line.text);
    isWithin = isProgram(text) || isProgram(text.replace(BEFORE, '')) || (isWithin && indent !== '');
    return { ...line, text, ...(indent === '' ? {} : { indent }) };
  });
}

/** The blanks before a line of a program; a sum in columns has them in a stem alone. */
export const programIndent = ({ text, indent = '' }: TextLine) => (COLUMN.test(text.slice(0, 300)) ? '' : indent);

/** Marks of direction and blanks of no width; where a word may be parted, and signs of formulas that nobody sees. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\ufeff]/g;
const UNSEEN_WITHIN = /[\u00ad\u180e\u200c\u2061-\u2064\u2066-\u2069]/g;

/** Without blanks around it and signs that nobody sees; a line that is meant as it is keeps its blanks. */
function tidy(text: string): string {
  const seen = text.replace(UNSEEN, '');
  const plain = seen.includes(VERBATIM) ? seen : withPlainSigns(seen.replace(UNSEEN_WITHIN, ''));
  const line = plainKeyHeading(withoutGaps(plain)).replace(ROMAN_CROSS, '$1×');
  if (!line.includes('答案') || line.includes(VERBATIM)) return trimmed(line);
  // 我的答案:B正确答案:A runs two labels together; ^*^ only draws a label's beginning.
  return trimmed(line.replace(GIVEN, '').replace(DRAWN, ' '));
}
