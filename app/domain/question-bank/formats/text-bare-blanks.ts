import { headingOf } from './text-headings';
import { MAX_LINE, VERBATIM, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';
import { optionsOf } from './text-options';
import { blanksIn } from './text-passages';

/** A cloze whose blanks are but their numbers, `a 36 boy`, with 36. A. … B. … for each of them below the text. */

const OPTIONS = /^(?:[（(]\s{0,20}[)）]\s?)?[（(]?([0-9]{1,3})\s?[.．、)）]?\s{0,4}[（(【[]?\s?[AＡ]\s?[.．、)）\]】]/;
/** With fewer, numbers of a text may be years or amounts that are the same by chance. */
const FEWEST = 3;
const MOST = 40;
/** So many lines of options one blank has, and so many a text. */
const OPTION_LINES = 12;
const TEXT_LINES = 60;

/** The lines with each such number as the blank it is: ` 36 ` as `__36__`. */
export function withBareBlanks(lines: TextLine[]): TextLine[] {
  const made = [...lines];
  for (let at = 0; at < made.length; at += 1) {
    const numbers = numbersFrom(made, at);
    if (numbers.length < FEWEST || numbers.length > MOST) continue;
    const begin = beginOf(made, at);
    const drawn = drawnIn(made.slice(begin, at), numbers);
    drawn?.forEach((text, index) => {
      const line = made[begin + index] as TextLine;
      made[begin + index] = { ...line, text };
    });
    // The options of the other numbers are of this text as well.
    let last = at;
    for (let index = at; index === at || numberAt(made[index]) !== null || isWithin(made[index]); index += 1) {
      const line = made[index] as TextLine;
      const number = numberAt(line);
      if (drawn && number !== null)
        made[index] = { ...line, note: `${line.note ?? ''}短文里的 ${number} 当作空，请核对。` };
      last = index;
    }
    at = last;
  }
  return made;
}

const numberAt = (line: TextLine | undefined) => {
  const digits = line && !line.row && line.text.length < MAX_LINE ? OPTIONS.exec(line.text)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
};

/** A line of options goes on with those of the number above it, or with the words of the last of them. */
const isWithin = (line: TextLine | undefined) =>
  line !== undefined && (line.text === '' || /^[（(]?[B-G]\s?[.．、)）]|^[a-z][A-Za-z’' -]{0,40}$/.test(line.text));

/** The numbers of options without a stem from this line on, as far as they count. */
function numbersFrom(lines: TextLine[], at: number): number[] {
  const first = numberAt(lines[at]);
  if (first === null || first === 0) return [];
  const numbers = [first];
  let left = OPTION_LINES;
  for (let index = at + 1; index < lines.length && left > 0; index += 1, left -= 1) {
    const number = numberAt(lines[index]);
    if (numbers.length > MOST) break;
    if (number === first + numbers.length) {
      numbers.push(number);
      left = OPTION_LINES;
    } else if (number !== null || !isWithin(lines[index])) break;
  }
  return numbers;
}

/** Where the text above begins: behind a heading, a question, options, or an answer. */
function beginOf(lines: TextLine[], at: number): number {
  let begin = at;
  while (begin > 0 && begin > at - TEXT_LINES && isText(lines[begin - 1] as TextLine)) begin -= 1;
  return begin;
}

function isText({ text, row, passage }: TextLine): boolean {
  if (row || passage || text.length > MAX_LINE || text.includes(VERBATIM)) return false;
  if (text === '') return true;
  const number = numberOf(text);
  if (number?.style === 'plain' && !number.isDoubtful) return false;
  if (headingOf(text) || optionsOf(text, '', true).length > 0) return false;
  return segmentsOf(text)[0]?.label === null;
}

/** The texts with all numbers drawn, each of which stands there once; null where one does not. */
function drawnIn(lines: TextLine[], numbers: number[]): string[] | null {
  const texts = lines.map(({ text }) => text);
  if (texts.some((text) => blanksIn(text).length > 0)) return null;
  const whole = texts.join('\n');
  let end = 0;
  let made = '';
  for (const number of numbers) {
    const place = placeOf(whole, number);
    if (place === null || place.at < end) return null;
    made += `${whole.slice(end, place.at)}__${number}__`;
    end = place.end;
  }
  return `${made}${whole.slice(end)}`.split('\n');
}

/** Where a number stands alone; of several the one with wide blanks around it, if there is but one. */
function placeOf(text: string, number: number): { at: number; end: number } | null {
  const found = [...text.matchAll(new RegExp(`(?<![\\w.,:$￥%-])${number}(?![\\w%]|[.,:-]\\d)`, 'g'))];
  const isWide = ({ index }: { index: number }) =>
    /\s{2}$/.test(text.slice(Math.max(0, index - 2), index)) &&
    /^\s{2}/.test(text.slice(index + String(number).length));
  const wide = found.filter(isWide);
  const [only] = wide.length > 0 ? wide : found;
  return only && (wide.length === 1 || found.length === 1)
    ? { at: only.index, end: only.index + String(number).length }
    : null;
}
