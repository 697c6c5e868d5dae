import type { Group } from './text-answer-list';
import type { Heading } from './text-headings';
import type { RawQuestion } from './text-raw';
import { parseNumeral } from './words.rules';

/** Texts （一）（二） with questions below them that begin with 1 again: which of them an entry of a key is of. */

const PLACE = /^[（(]\s{0,3}([一二三四五六七八九十]{1,3})\s{0,3}[)）]/;

/** The place of a text: 2 for （二）; null for any other line. */
export const textPlace = (line: string): number | null => parseNumeral(PLACE.exec(line)?.[1] ?? '') ?? null;

/** The ordinal of the section a question is of, whether it stands below a text of it or not. */
export function sectionPlace({ section: { heading }, text }: RawQuestion): number | null {
  if (heading === null) return null;
  return text && textPlace(heading.text) !== null ? text.above : heading.ordinal;
}

/** `isUnclear`: the key names a text, but nobody can tell which of the paper; `questions` are those it may mean. */
type Below = { questions: RawQuestion[]; isUnclear: boolean };

/** The questions below the text that a key names; null where it names none, or the paper has none. */
export function belowText(heading: Heading, above: number | null, questions: RawQuestion[]): Below | null {
  const place = textPlace(heading.text);
  const all = place === null ? [] : questions.filter(({ text }) => text !== null);
  if (all.length === 0) return null;
  const isOf = (said: number | null) => above === null || said === null || said === above;
  const own = all.filter(({ text }) => text?.place === place && isOf(text.above));
  if (new Set(own.map(({ text }) => text)).size === 1) return { questions: own, isUnclear: false };
  return { questions: own.length > 0 ? own : all, isUnclear: true };
}

/** Whether a number of the group stands before several questions: then the number alone says nothing. */
export function isRepeated({ entries }: Group, questions: RawQuestion[]): boolean {
  const seen = new Set<number>();
  const again = new Set<number>();
  for (const { number } of questions) {
    if (number === null) continue;
    if (seen.has(number)) again.add(number);
    seen.add(number);
  }
  return entries.some(({ number }) => again.has(number));
}

/** What a key says of a text that nobody knows is given to none, and each question that it may be of says so. */
export function noteUnclear({ heading, entries, whole }: Group, { questions }: Below, all: RawQuestion[]): void {
  const numbers = new Set(entries.map(({ number }) => number));
  const meant = questions.filter(({ number, answer }) => answer === undefined && numbers.has(number ?? 0));
  const note = heading
    ? `答案部分“${heading.text.slice(0, 20)}”下面的答案不知道是哪一篇的，没有用上，请在题后写明“答案：”。`
    : '几篇文章的题号一样，答案部分没有写是哪一篇的，没有用上，请在题后写明“答案：”。';
  if (entries.length === 0 && !whole) return;
  for (const question of meant.length > 0 ? meant : all.slice(-1))
    if (!question.notes.includes(note)) question.notes.push(note);
}

/** Entries below the name of a text that has no such question are told at its last one. */
export function noteLeft({ heading, entries }: Group, named: RawQuestion[]): void {
  const known = new Set(named.flatMap(({ number, blankNumbers }) => [number, ...blankNumbers]));
  const left = entries.filter(({ number }) => !known.has(number)).map(({ number }) => number);
  if (left.length === 0 || named.some(({ number }) => number === null)) return;
  const few = left.slice(0, 8).join('、');
  const note = `答案部分“${heading?.text.slice(0, 20) ?? ''}”有第 ${few} 题的答案，这里没有读到这样的题，请核对有没有漏读。`;
  named[named.length - 1]?.notes.push(note);
}
