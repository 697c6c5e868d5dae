import type { TextLine } from './text-line';

/** Keys that say the number of the question before each of its parts: 16(1) 甲, 16(2) 乙. */

const PART = /^([0-9０-９]{1,3})\s?(?:小?题\s?)?[-—–.．、]?\s?([（(]\s?([0-9０-９]{1,2})\s?[)）])/;
/** 16.1 甲, 16-2 乙 */
const BARE_PART = /^([0-9０-９]{1,3})\s?[-—–.．]\s?()([0-9０-９]{1,2})(?:\s{1,4}|\s?[.．、:：]\s?)(?=[^\s\d])/;
/** The same behind the part before it on the line. */
const WITHIN = /[\s;；]([0-9０-９]{1,3})\s?[-—–.．、]?\s?[（(]\s?([0-9０-９]{1,2})\s?[)）]\s{0,4}(?=\S)/g;
const MAX_LENGTH = 2000;

/** `rest`: from the bracket of the part on. */
type Found = { number: number; part: number; rest: string };

const valueOf = (digits: string | undefined) => Number((digits ?? '').normalize('NFKC'));

function partAt(text: string, sign: RegExp): Found | null {
  const match = text.length > MAX_LENGTH ? null : sign.exec(text);
  if (!match) return null;
  const [whole, number, bracket = '', part = ''] = match;
  const rest = text.slice(whole.length);
  return { number: valueOf(number), part: valueOf(part), rest: `${bracket || `（${part}）`}${rest}` };
}

/** The lines of a key with the parts of a question below its number: 16．（1）甲 above （2）乙. */
export function withPartsBelow(given: TextLine[]): TextLine[] {
  const lines = given.flatMap((line) => apart(line));
  const made: TextLine[] = [];
  let last: Found | null = null;
  lines.forEach((line, at) => {
    const own: Found | null = partAt(line.text, PART) ?? bareAt(lines, at, last);
    if (!own) {
      made.push(line);
      return;
    }
    const goesOn = last?.number === own.number && own.part === last.part + 1;
    made.push({ ...line, text: `${goesOn ? '' : `${own.number}．`}${own.rest}` });
    last = own;
  });
  return made;
}

/** 16(1) 甲 16(2) 乙 as a line for each. */
function apart(line: TextLine): TextLine[] {
  const first = partAt(line.text, PART);
  if (!first || line.row) return [line];
  const made: TextLine[] = [];
  let begin = 0;
  let last = first;
  for (const { index, 1: number, 2: part } of line.text.matchAll(WITHIN)) {
    const own = { number: valueOf(number), part: valueOf(part), rest: '' };
    const isNext =
      own.number === last.number ? own.part === last.part + 1 : own.number === last.number + 1 && own.part === 1;
    if (!isNext) continue;
    made.push({ ...line, text: line.text.slice(begin, index).trim() });
    begin = index + 1;
    last = own;
  }
  return [...made, { ...line, text: line.text.slice(begin).trim() }];
}

/** 16.1 and 16.2 count parts where they go on from each other; 1.5 alone is a number. */
function bareAt(lines: TextLine[], at: number, last: Found | null): Found | null {
  const own = partAt(lines[at]?.text ?? '', BARE_PART);
  if (!own) return null;
  if (last?.number === own.number && own.part === last.part + 1) return own;
  const below = partAt(lines[at + 1]?.text ?? '', BARE_PART);
  return own.part === 1 && below?.number === own.number && below.part === 2 ? own : null;
}
