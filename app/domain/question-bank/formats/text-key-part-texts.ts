import { ENTRY_FIRST, isListText, readAnswer } from './text-answer-entries';
import { type Entry, type Group, newEntry } from './text-answer-list';
import { type Heading, headingOf, isSilent } from './text-headings';
import type { RawQuestion } from './text-raw';

/** 第一节 Dear Jim, …: in a key the text behind the name of a part is the answer of its one question, and no title. */

const PART = /^第\s{0,3}[一二三四五六七八九十\d]{1,3}\s{0,3}(?:大题|部分|节)\s{0,3}[、.．:：]?\s{0,4}(?=\S)/;

/** Behind a name a blank, and then the text: 第一节 书面表达 Dear Jim, … */
const NAMED = /^[\u3400-\u9fff]{2,12}\s{1,4}(?=\S)/;

/** A title has neither a sentence with something behind it nor so many signs. */
const SENTENCE = /[,，。.!！?？;；](?=.)/;
const LONGEST_TITLE = 40;

const isTitle = (text: string) => text.length <= LONGEST_TITLE && !SENTENCE.test(text) && !/[,，]$/.test(text);

/** An answer without a number. */
export function wholeEntry(text: string): Entry {
  const whole = newEntry(0);
  readAnswer(whole, text);
  return whole;
}

/** The name of a part of the paper, and the text behind it; null for a line that is but a heading. */
export function partWithText(line: string): { heading: Heading; text: string } | null {
  const sign = line.length < 20_000 ? PART.exec(line)?.[0] : undefined;
  if (sign === undefined) return null;
  const behind = line.slice(sign.length);
  const name = headingOf(line.slice(0, 300))?.kind ? (NAMED.exec(behind)?.[0] ?? '') : '';
  const title = `${sign}${name}`.trim();
  const heading = headingOf(title);
  const said = headingOf(line.slice(0, 300));
  if (!heading || (said && !isSilent(said)) || isTitle(behind.replace(/[（(][^（()）]{0,160}[)）]/g, ''))) return null;
  return { heading: { ...heading, text: line }, text: behind.slice(name.length) };
}

/** （一）春天来了，花儿开了。 as a heading of the key, with nothing below it, may be an answer. */
export function noteSentences(groups: Group[], questions: RawQuestion[]): void {
  const left = sentencesLeft(groups, new Set(questions.flatMap(({ section }) => section.heading?.text ?? [])));
  const text = left.join(' ').slice(0, 60);
  if (text !== '')
    questions[questions.length - 1]?.notes.push(
      `答案部分的“${text}”当作标题，没有用上；如果它是答案，请在前面写上题号。`,
    );
}

function sentencesLeft(groups: Group[], known: Set<string>): string[] {
  return groups.flatMap(({ heading, entries, whole, inOrder, stated, isNamed }) => {
    if (!heading || entries.length > 0 || whole || inOrder !== undefined || stated || isNamed) return [];
    const { text } = heading;
    return !known.has(text) && SENTENCE.test(text.slice(4)) && /[。.！!？?；;”]$/.test(text) ? [text] : [];
  });
}

/** The same as a group of a key: with its answer, or with the entries that it begins with. */
export function groupOfPart(line: string): { group: Group; entries: string } | null {
  const found = partWithText(line);
  if (!found) return null;
  // 第二部分 第一节 Dear Jim, …
  const { heading, text } = partWithText(found.text) ?? found;
  if (isListText(text) || ENTRY_FIRST.test(text)) return { group: { heading, entries: [] }, entries: text };
  return { group: { heading, entries: [], whole: wholeEntry(text) }, entries: '' };
}
