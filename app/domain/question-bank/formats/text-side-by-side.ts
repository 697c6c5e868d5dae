import { isListText } from './text-answer-entries';
import { isListTitle } from './text-answers';
import { headingOf } from './text-headings';
import { VERBATIM, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';

/** Questions that stand beside each other on a line: `1. 3+5=____    2. 7-2=____`. */

const MAX_LENGTH = 600;
const MAX_ROWS = 40;
/** Where another question may begin: behind room, the bar between two cells, or the blank or the end of the one before. */
const BEGINS = /((?:\s{2,60}|[\t\u3000]|\s[|｜]\s)|[_＿)）。？?]\s)(\d{1,3})\s?[.．、](?!\d)\s{0,8}(?=\S)/g;
/** 1. ____ within a question counts what is asked in it. */
const COUNTED = /(?:^|\D)1\s?[.．、](?!\d)/;
/** A place to write into: no line of a key has one. */
const ASKS = /[_＿]{2}|[（(【[][\s\u3000]{0,40}[)）】\]]|[？?]/;

type Part = { number: number; text: string };

/** The lines with each such question on a line of its own, row by row or down the columns as their numbers count. */
export function withQuestionsApart(lines: TextLine[]): TextLine[] {
  const made: TextLine[] = [];
  let last = 0;
  let isKey = false;
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const [label] = segmentsOf(line.text.slice(0, MAX_LENGTH));
    if (headingOf(line.text)?.isDoubtful === false) last = 0;
    if (isListTitle(line.text) || (label?.label === 'answer' && label.text === '')) isKey = true;
    const block = blockAt(lines, at, last, isKey);
    if (block) {
      made.push(...block.parts);
      last = block.last;
      at = block.end;
      continue;
    }
    const number = numberOf(line.text);
    if (number?.style === 'plain' && !number.isDoubtful) last = number.number;
    made.push(line);
    at += 1;
  }
  return made;
}

/** The rows from a line on that hold several questions each; null where it does not. */
function blockAt(lines: TextLine[], from: number, last: number, isKey: boolean) {
  const own = partsOf(lines[from]);
  // What cannot begin a block is not looked at further: many such lines would take long.
  if (own.length < 2 || (!isKey && own[0]?.number !== last + 1)) return null;
  const rows: { parts: Part[]; line: TextLine }[] = [];
  let at = from;
  for (; at < Math.min(lines.length, from + MAX_ROWS); at += 1) {
    const line = lines[at]!;
    if (line.text === '' && rows.length > 0 && partsOf(lines[at + 1]).length > 1) continue;
    const parts = partsOf(line);
    if (parts.length < 2) break;
    rows.push({ parts, line });
  }
  const all = rows.flatMap(({ parts, line }) => parts.map((part) => ({ ...part, line })));
  // The columns of a key may begin anywhere; what goes across is read there as it is.
  const isOfKey = isKey && !rows.some(({ line }) => ASKS.test(line.text));
  const first = isOfKey ? all[0]?.number : last + 1;
  if (first === undefined || all[0]?.number !== first) return null;
  const isAcross = !isOfKey && all.every(({ number }, index) => number === first + index);
  const down = [...all].sort((a, b) => a.number - b.number);
  const isDown =
    rows.length > 1 && all[1]?.number !== first + 1 && down.every(({ number }, index) => number === first + index);
  const end = first + all.length - 1;
  // 2. on a line of its own below says that the 2. before is none.
  const next = nextNumber(lines, at);
  const isAgain = next !== null && next >= first && next <= end;
  if ((!isAcross && !isDown) || isAgain) return null;
  return { parts: down.map(({ number, text, line }) => ({ ...line, text: `${number}. ${text}` })), last: end, end: at };
}

function partsOf(line: TextLine | undefined): Part[] {
  const text = line?.text ?? '';
  if (!line || line.row || line.passage || text.length > MAX_LENGTH || text.includes(VERBATIM)) return [];
  const first = numberOf(text);
  if (first?.style !== 'plain' || first.isDoubtful || first.before !== '' || isListText(text)) return [];
  const parts: Part[] = [{ number: first.number, text: first.rest }];
  let rest = first.rest;
  if (COUNTED.test(first.rest)) return [];
  for (const match of first.rest.matchAll(BEGINS)) {
    const part = parts[parts.length - 1]!;
    const number = Number(match[2]);
    if (number <= part.number) continue;
    const behind = first.rest.slice(match.index + match[0].length);
    // The blank or the stop before the room is of the question before.
    const kept = /^[_＿)）。？?]/.test(match[0]) ? 1 : 0;
    part.text = rest.slice(0, rest.length - behind.length - match[0].length + kept).trim();
    if (part.text === '') return [];
    parts.push({ number, text: behind });
    rest = behind;
  }
  return parts;
}

/** So far below a line of its own may say so. */
const LOOK_AHEAD = 40;

/** The number of the next question, before another section or a key. */
function nextNumber(lines: TextLine[], from: number): number | null {
  for (const line of lines.slice(from, from + LOOK_AHEAD)) {
    const [label] = segmentsOf(line.text.slice(0, MAX_LENGTH));
    const isKey = isListTitle(line.text) || (label?.label === 'answer' && label.text === '');
    if (isKey || headingOf(line.text)?.isDoubtful === false) return null;
    const found = numberOf(line.text);
    if (found?.style === 'plain' && !found.isDoubtful) return found.number;
  }
  return null;
}
