import { isListTitle } from './text-answers';
import { withEntriesApart } from './text-key-entries';
import { headingOf } from './text-headings';
import { withPartsBelow } from './text-key-parts';
import type { KeyEntry, TextLine } from './text-line';
import { answersOfPassage, withoutPassageTitles } from './text-key-titles';
import { isVerbatim, type RawQuestion } from './text-raw';

/** Keys in forms that no question has: `1,A` `①A` on a line each, a line of a number above a line of its answer. */

const SIGN = '(?:[A-JＡ-Ｊ]{1,8}|[√×✓✗✔✘对错]|正确|错误)';

/** 1,A 2，B 3-C ④D */
const ENTRY = /^(?:([0-9０-９]{1,3})\s?(?:[,，。]|[-—=](?![0-9０-９]))|([①-⑳])\s?[、.．:：]?)\s{0,3}(?=\S)/;
const NUMBER_ALONE = /^([0-9０-９]{1,3})\s?[.．、]?$/;
const NUMBERS = /^[0-9０-９]{1,3}(?:\s{1,8}[0-9０-９]{1,3}){1,60}$/;
const SIGNS = new RegExp(`^${SIGN}(?:\\s{1,8}${SIGN}){1,60}$`);
const KEYED = new RegExp(`^${SIGN}$`);
const OPTION = /^[AＡ]\s?[.．、:：)）]/;
/** With fewer it may be anything. */
const FEWEST = 3;
const MAX_LENGTH = 2000;

/** The lines with what each is within the key that stands below a title of answers, if its form is one of these. */
export function withKeyForms(lines: TextLine[]): TextLine[] {
  const made: TextLine[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as TextLine;
    made.push(line);
    at += 1;
    if (!isListTitle(line.text)) continue;
    let end = at;
    while (end < lines.length && !isOver(lines[end] as TextLine)) end += 1;
    // A key may have more lines than a call can have arguments.
    for (const each of formed(lines.slice(at, end))) made.push(each);
    at = end;
  }
  return made;
}

const isOver = ({ text, row, passage }: TextLine) =>
  row !== undefined ||
  passage !== undefined ||
  isListTitle(text) ||
  (OPTION.test(text) && answersOfPassage(text) === null);

function formed(lines: TextLine[]): TextLine[] {
  return withEntries(withEntriesApart(withRowsJoined(withPairsJoined(withoutPassageTitles(withPartsBelow(lines))))));
}

const numberIn = (text: string | undefined) => (text === undefined ? NaN : Number(text.normalize('NFKC')));

/** 1⏎A⏎2⏎B⏎3⏎C as 1．A 2．B 3．C. */
function withPairsJoined(lines: TextLine[]): TextLine[] {
  const filled = lines.filter(({ text }) => text !== '');
  const made: TextLine[] = [];
  let pairs = 0;
  let last = 0;
  for (let at = 0; at < filled.length; at += 1) {
    const line = filled[at] as TextLine;
    const below = filled[at + 1]?.text ?? '';
    const number = numberIn(NUMBER_ALONE.exec(line.text)?.[1]);
    const isNext = number === last + 1 && below !== '' && !headingOf(below);
    if (isNext && pairs < 2 && !KEYED.test(below)) return lines;
    if (isNext) {
      made.push({ ...line, text: `${number}．${below}` });
      pairs += 1;
      last = number;
      at += 1;
    } else made.push(line);
  }
  return pairs < FEWEST ? lines : made;
}

/** A line of numbers above a line of as many letters and signs: 1 2 3 above A B C. */
function withRowsJoined(lines: TextLine[]): TextLine[] {
  const made: TextLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as TextLine;
    const below = lines[at + 1]?.text ?? '';
    const isRow = line.text.length < 400 && below.length < 600 && NUMBERS.test(line.text) && SIGNS.test(below);
    const numbers = isRow ? line.text.split(/\s+/).map(numberIn) : [];
    const signs = below.split(/\s+/);
    const isCounted = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
    if (!isRow || !isCounted || numbers.length !== signs.length) {
      made.push(line);
      continue;
    }
    made.push({ ...line, text: numbers.map((number, index) => `${number}．${signs[index]}`).join(' ') });
    at += 1;
  }
  return made;
}

/** Each line that counts on as the entry it is, where the first two are letters or signs of a key. */
function withEntries(lines: TextLine[]): TextLine[] {
  const run: KeyEntry['run'] = { count: 0 };
  let last = 0;
  let isHeaded = true;
  const made: TextLine[] = [];
  for (const line of lines) {
    const match = line.text.length < MAX_LENGTH ? ENTRY.exec(line.text) : null;
    const number = match ? numberIn(match[1] ?? match[2]) : NaN;
    if (!match || (number !== last + 1 && !(isHeaded && number === 1))) {
      if (headingOf(line.text)) isHeaded = true;
      made.push(line);
      continue;
    }
    const rest = line.text.slice(match[0].length);
    if (run.count < 2 && !KEYED.test(rest)) return lines;
    run.count += 1;
    last = number;
    isHeaded = false;
    made.push({ ...line, entry: { text: `${number}．${rest}`, run } });
  }
  return run.count < FEWEST ? lines : made;
}

/** The key of the whole paper as the answer of one question, while those before it wait for theirs. */
export function doubtWholeKeys(questions: RawQuestion[]): void {
  let waiting = 0;
  questions.forEach((question, at) => {
    const { answer, isRow } = question;
    if (answer === undefined) {
      waiting += 1;
      return;
    }
    const text = isRow || isVerbatim(answer) ? '' : answer.join('\n');
    const isCounted = waiting >= 2 && waiting * 2 >= at && countedIn(text) * 4 >= (waiting + 1) * 3;
    const isInOrder = waiting > 1 && waiting === at && partsOf(text) === at + 1;
    const isOfTwo = questions[at - 1]?.answer === undefined && namesTwo(text, question.number);
    if (isCounted || isInOrder || isOfTwo)
      question.doubts.push('答案像是整张答案表，前面的题都没有答案。请写成“1．A 2．B”，或在每题后面写“答案：”。');
  });
}

/** A、B、√、液体: how many answers stand in a row. */
const partsOf = (text: string) => text.slice(0, 2000).split(/\s{0,3}[、,，;；\n]\s{0,3}/).length;

/** 8略 9. 有机物分解: the answer of the question before as well as its own. */
function namesTwo(text: string, number: number | null): boolean {
  if (number === null || number < 2) return false;
  const before = new RegExp(`(?:^|[^\\d.])${number - 1}\\s?[.．、:：]?\\s?[^\\d\\s.．、:：]`).exec(text.slice(0, 2000));
  return before !== null && new RegExp(`[^\\d.]${number}\\s?[.．、]\\s?\\D`).test(text.slice(before.index + 1, 2000));
}

/** How far the numbers 1, 2, 3 … within a text count, at least two; circled ones as well. */
function countedIn(text: string): number {
  let last = 0;
  for (const [sign] of text.slice(0, 20_000).matchAll(/[0-9０-９]{1,9}|[①-⑳]/g))
    if (numberIn(sign) === last + 1) last += 1;
  return last < FEWEST ? 0 : last;
}
