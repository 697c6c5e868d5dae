import { segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';

/** The numbers of pages that stand alone on their lines, without any sign around them: 3 */

const ALONE = /^[0-9０-９]{1,3}$/;
/** Behind these signs a number goes on with what is said or reckoned. */
const OPEN_END = /[=＝:：,，、;；+＋\-−–×÷—（(]$|(?:^|[^A-Za-z])[A-JＡ-Ｊ]\s?[.．、)）]?$/;
/** The rows of a sum in columns. */
const RECKONED = /^(?:[+＋\-−–×÷xX]\s?\d[\d.,\s]*|[-—–_＿=]{2,})$/;
/** With fewer that count on they may be anything, unless there are no others. */
const FEWEST = 3;

/** `asked`: how many questions have begun above it. */
type Candidate = { at: number; value: number; asked: number };

/** So many lines of one question may stand between the numbers of two pages. */
const PAGE = 20;

/** The places of the lines that are but the number of a page: those that count on through the file, and the last line. */
export function pageNumbers(lines: TextLine[]): Set<number> {
  const found = candidatesOf(lines);
  const chain = longestChain(found);
  const isChain = chain.length >= FEWEST || (chain.length > 1 && chain.length === found.length);
  const pages = new Set(isChain ? chain.map(({ at }) => at) : []);
  const last = found[found.length - 1];
  if (last && isEnd(lines, last.at) && !OPEN_END.test(besides(lines, last.at, -1))) pages.add(last.at);
  return pages;
}

/** The number that is a line of a text by itself and of no sum written in columns; undefined for none. */
export function numberAlone(texts: string[][]): string | undefined {
  const found = texts.flatMap((lines) =>
    lines.filter(
      (line, at) =>
        at > 0 && ALONE.test(line) && ![lines[at - 1], lines[at + 1]].some((each) => RECKONED.test(each?.trim() ?? '')),
    ),
  );
  return found[0];
}

function candidatesOf(lines: TextLine[]): Candidate[] {
  const found: Candidate[] = [];
  const numbers = lines.map(({ text }) => {
    const number = numberOf(text);
    return number?.style === 'plain' && !number.isDoubtful ? number.number : undefined;
  });
  const nextNumbers: (number | undefined)[] = [];
  for (let at = lines.length - 1, next: number | undefined; at >= 0; at -= 1) {
    nextNumbers[at] = next;
    next = numbers[at] ?? next;
  }
  let last: number | undefined;
  let asked = 0;
  lines.forEach(({ text, row, passage, entry }, at) => {
    if (numbers[at] !== undefined) {
      last = numbers[at];
      asked += 1;
    }
    if (row || passage || entry || !ALONE.test(text)) return;
    const [before, after] = [besides(lines, at, -1), besides(lines, at, 1)];
    const value = Number(text.normalize('NFKC'));
    // 3 above the text of a question whose number stands alone, where 4. is the next one.
    const isQuestion = after !== '' && value === (last ?? 0) + 1 && nextNumbers[at] !== value;
    const isAnswer = segmentsOf(before).some(({ label, text: own }) => label !== null && own === '');
    const isBeside = [before, after].some((each) => ALONE.test(each) || RECKONED.test(each));
    // Above the first number nothing is of a question.
    if (last !== undefined && !isQuestion && !isAnswer && !isBeside) found.push({ at, value, asked });
  });
  return found;
}

type Link = { own: Candidate; before: Link | null; count: number };

/** The most of them that count on one by one. */
function longestChain(found: Candidate[]): Candidate[] {
  // The longest that ends with each value so far.
  const ends = new Map<number, Link>();
  let best: Link | null = null;
  for (const own of found) {
    const before = ends.get(own.value - 1);
    const isOn = before !== undefined && isNext(before.own, own);
    const link: Link = isOn ? { own, before, count: before.count + 1 } : { own, before: null, count: 1 };
    if ((ends.get(own.value)?.count ?? 0) <= link.count) ends.set(own.value, link);
    if (link.count > (best?.count ?? 0)) best = link;
  }
  const chain: Candidate[] = [];
  for (let link = best; link; link = link.before) chain.unshift(link.own);
  return chain;
}

const isNext = (last: Candidate, each: Candidate) =>
  each.value === last.value + 1 && (each.asked > last.asked || each.at - last.at > PAGE);

function besides(lines: TextLine[], at: number, step: 1 | -1): string {
  let index = at + step;
  while (lines[index]?.text === '') index += step;
  return lines[index]?.text ?? '';
}

const isEnd = (lines: TextLine[], at: number) => besides(lines, at, 1) === '';
