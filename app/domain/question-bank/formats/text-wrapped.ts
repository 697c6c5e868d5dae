import { MAX_LINE, VERBATIM } from './text-labels';
import type { TextLine } from './text-line';

/** Lines that a scan or a page broke where the next one begins as if it were a question: (4,⏎0) and not⏎24  . It was. */

/** 点 (4, at the end of a line, and 0) 到… at the beginning of the next. */
const OPEN = /[（(][^（()）]{0,24}[,，]\s{0,4}$/;
const CLOSED = /^-?\d{1,4}(?:\.\d{1,4})?\s?[)）]/;
/** The number of a blank as wide as one, before the sign that ends its sentence. */
const BLANK = /^(\d{1,3})\s{1,8}[.．,，;；!！?？](?:\s|$)/;
const LINES_ABOVE = 8;

const isPlain = (line: TextLine | undefined): line is TextLine =>
  line !== undefined && !line.row && !line.passage && line.text.length < MAX_LINE && !line.text.includes(VERBATIM);

/** 41. A. red B. blue 42. A. dog B. cat 43. …: the options of a text one behind the other on a line. */
const ROW = /^\d{1,3}\s?[.．、]\s{0,3}[AＡ]\s?[.．、]/;
const NEXT_ROW = /([^\d\s])\s{0,8}(?=\d{1,3}\s?[.．、]\s{0,3}[AＡ]\s?[.．、])/g;
const FEWEST_ROWS = 3;

function rowsOf(line: TextLine): TextLine[] {
  const rows = isPlain(line) && ROW.test(line.text) ? line.text.replace(NEXT_ROW, '$1\n').split('\n') : [];
  const numbers = rows.map((row) => parseInt(row, 10));
  const isCounting = numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
  const isEach = rows.every((row) => /\s[BＢ]\s?[.．、]/.test(row));
  return rows.length >= FEWEST_ROWS && isCounting && isEach ? rows.map((text) => ({ ...line, text })) : [line];
}

/** The lines with each such line behind the one that it goes on with, and the rows of one on lines of their own. */
export function withWrapped(lines: TextLine[]): TextLine[] {
  return withJoints(lines.flatMap(rowsOf));
}

function withJoints(lines: TextLine[]): TextLine[] {
  if (!lines.some(({ text }) => CLOSED.test(text) || BLANK.test(text))) return lines;
  const made: TextLine[] = [];
  for (const line of lines) {
    let at = made.length - 1;
    while (at >= 0 && made[at]?.text === '') at -= 1;
    const above = made[at];
    const joint = isPlain(line) && isPlain(above) ? jointOf(above.text, line.text, made) : null;
    if (joint === null || !above) made.push(line);
    else {
      made.length = at + 1;
      made[at] = joined(above, line, joint);
    }
  }
  return made;
}

/** What is to be told of the second half, and what stands out of it, stays with the whole. */
function joined(above: TextLine, line: TextLine, joint: string): TextLine {
  const text = `${above.text.trimEnd()}${joint}${line.text}`;
  const note = [above.note, line.note].filter((each) => each !== undefined).join('');
  const marked = [...(above.marked ?? []), ...(line.marked ?? [])];
  return { ...above, text, ...(note === '' ? {} : { note }), ...(marked.length === 0 ? {} : { marked }) };
}

/** What stands between the two halves; null where the line begins something. */
function jointOf(above: string, text: string, made: TextLine[]): string | null {
  if (CLOSED.test(text) && OPEN.test(above.slice(-40))) return ' ';
  const number = BLANK.exec(text)?.[1];
  if (number === undefined || above === '') return null;
  const before = new RegExp(`(?:^|\\s)${Number(number) - 1}\\s{2}`);
  return made.slice(-LINES_ABOVE).some((line) => before.test(line.text)) ? '  ' : null;
}
