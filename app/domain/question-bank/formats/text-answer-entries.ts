import {
  type AnswerList,
  type Entry,
  type Group,
  MAX_PROBLEMS,
  add,
  groupFor,
  isListed,
  lastEntry,
  newEntry,
} from './text-answer-list';
import { bracketed, isDecimalAt, isDecimalWithin, takeDecimalBack } from './text-key-decimals';
import { PART_FIRST, headOf, isNextHead, isUnbegun, signStyle } from './text-key-heads';
import { splitAnswers } from './text-key-signs';
import { type Label, type Segment, VERBATIM, segmentsOf } from './text-labels';
import { narrow } from './words.rules';

/** The entries of a list of answers: 1-5 ABCDA, 1.A 2.B, 1. … with an analysis below it. */

const RANGE =
  /([0-9０-９]{1,3})\s{0,3}(?:[-—–~～－]{1,2}|至|到)\s{0,3}([0-9０-９]{1,3})\s{0,3}(?:小?题)?[.．、:：)）]{0,2}\s{0,5}/g;

const RANGE_FIRST =
  /^[0-9０-９]{1,3}\s{0,3}(?:[-—–~～－]{1,2}|至|到)\s{0,3}[0-9０-９]{1,3}\s{0,3}(?:小?题)?[.．、:：)）]{0,2}\s{0,5}(?:[A-Za-zＡ-Ｚ①-⑩√×✓✗对错正TF(（]|[01](?:[\s,，、]{1,3}[01]){1,60}$)/;

/** The numbers of a line that begins with answers for several: 1-5：DACBB; null for any other. */
export function rangeOf(line: string): { from: number; to: number } | null {
  if (!RANGE_FIRST.test(line) || !isListText(line)) return null;
  const [, from = '', to = ''] = new RegExp(RANGE).exec(line) ?? [];
  return { from: Number(narrow(from)), to: Number(narrow(to)) };
}

export const ENTRY_FIRST =
  /^(?:第\s{0,2})?[（(【[]?\s{0,2}([0-9０-９]{1,3})\s{0,2}(?:题\s{0,2}[、:：.．]?|[)）】\]]\s{0,2}[、:：]?|[.．、:：])/;

// Behind the number a blank alone, or a sign with blanks around it: one blank is never read in two ways.
const SHORT_ENTRIES =
  /^(?:[0-9０-９]{1,3}(?:\s?[.．、:：)）]\s?|\s{0,2})(?:[A-Ja-jＡ-Ｊ]{1,10}|[①-⑩]{1,10}|[√×✓✗✔✘对错]|正确|错误)[\s,，;；、.．]{0,6})+$/;

const SHORT_ENTRY = /([0-9０-９]{1,3})\s?[.．、:：)）]?\s?([A-Ja-jＡ-Ｊ]{1,10}|[①-⑩]{1,10}|[√×✓✗✔✘对错]|正确|错误)/g;

/** 更正：第2题答案应为B */
const CORRECTION = /更正|勘误|订正|[改应]为|有误|不对|作废/;

const NAMED_QUESTION = /第?\s?([0-9０-９]{1,3})\s?[小]?题/;

/** Whether a line begins such a list by itself (`答案：1-5 ABCDA`). */
export function isListText(given: string): boolean {
  if (RANGE_FIRST.test(given)) return isRising(given);
  const text = bareEntries(given);
  return SHORT_ENTRIES.test(text.slice(0, 2000)) && [...text.slice(0, 2000).matchAll(SHORT_ENTRY)].length > 1;
}

/** 1-5 counts questions, 12-3×2.5 is a sum. */
function isRising(text: string): boolean {
  const [, from = '', to = ''] = new RegExp(RANGE).exec(text.slice(0, 40)) ?? [];
  return Number(narrow(from)) < Number(narrow(to));
}

/** 1.B（2分）2.（A） as 1.B 2.A, where nothing but such entries stands there. */
function bareEntries(text: string): string {
  if (text.length > 2000 || !/[（(]/.test(text)) return text;
  const bare = text
    .replace(/[（(]\s?(?:每[小]?题)?\d{1,2}(?:\.[05]0?)?\s?分\s?[)）]/g, ' ')
    .replace(/(\d\s?[.．、:：]?\s?)[（(]\s?([A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错]|正确|错误)\s?[)）]/g, '$1$2 ')
    .trim();
  return SHORT_ENTRIES.test(bare) ? bare : text;
}

/** Where the first range begins behind single entries: 1. A 6-7 BC; null where they are not all of a line before it. */
function rangeWithin(text: string): number | null {
  if (text.length > 2000) return null;
  const [found] = text.matchAll(RANGE);
  if (!found || found.index === 0 || !/[\s;；,，。]/.test(text.charAt(found.index - 1))) return null;
  const isAll = SHORT_ENTRIES.test(text.slice(0, found.index)) && RANGE_FIRST.test(text.slice(found.index));
  return isAll && isRising(text.slice(found.index)) ? found.index : null;
}

/** (1)A (2)B (3)√ of a paper that counts its questions so. */
const BRACKETED_ENTRIES =
  /^(?:[（(]\s?[0-9０-９]{1,3}\s?[)）]\s?(?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错]|正确|错误)[\s,，;；、。.．]{0,6}){2,}$/;

const withoutBrackets = (text: string) =>
  text.length < 2000 && BRACKETED_ENTRIES.test(text)
    ? text
        .replace(/[（(]\s?([0-9０-９]{1,3})\s?[)）]\s?/g, '$1.')
        .replace(/[。．]/g, ' ')
        .trim()
    : text;

export function readEntries(list: AnswerList, line: string): void {
  const given = list.style === 'paren' ? withoutBrackets(line.trim()) : line;
  const text = bareEntries(narrow(given).length === given.length ? given : given.trim());
  if (RANGE_FIRST.test(text) && isRising(text)) return readRanges(list, text);
  const range = rangeWithin(text);
  if (range !== null) {
    readEntries(list, text.slice(0, range).trim());
    return readEntries(list, text.slice(range));
  }
  if (SHORT_ENTRIES.test(text.slice(0, 2000))) {
    const entries = [...text.matchAll(SHORT_ENTRY)];
    for (const [, number = '', answer = ''] of entries) add(list, Number(narrow(number)), [answer]);
    const [first = 0, second = 0] = entries.map(([, number = '']) => Number(narrow(number)));
    if (entries.length === 2 && second > first + 1) list.columns = second - first;
    return;
  }
  const beside = secondColumn(list, text);
  if (beside) {
    readEntries(list, text.slice(0, beside).trim());
    return readColumn(list, text.slice(beside));
  }
  const group = list.groups[list.groups.length - 1];
  const spaced = SPACED_ENTRY.exec(text);
  const isSpaced = spaced !== null && group !== undefined && goesOnSpaced(list, group, spaced);
  if (isSpaced) group.isSpaced = true;
  const first = ENTRY_FIRST.exec(text) ?? (isSpaced ? spaced : null);
  const number = Number(narrow(first?.[1] ?? ''));
  const last = first ? takeDecimalBack(list, number, text) : lastEntry(list);
  const corrected = first === null && line.length < 200 && CORRECTION.test(line) ? NAMED_QUESTION.exec(line) : null;
  if (corrected) {
    if (list.corrections.length < MAX_PROBLEMS) {
      list.corrections.push({ number: Number(narrow(corrected[1] ?? '')), text: line });
    }
    return;
  }
  // （1） below a number that stands alone is a part of its answer, and the next number that stands so ends its parts.
  if (first && last && number === 1 && isUnbegun(last)) return beginParts(last, text);
  if (first && last && isNextHead(last, number, text.slice(first[0].length), text))
    return addEntries(list, number, text, first[0]);
  // 8.E and then 5. …, where 5 is still without an answer: no list within an answer begins so, unless with its parts.
  const isOpen = first !== null && !isListed(list, number) && last !== undefined && number < last.number;
  if (first && isOpen && (isLetters(last) || isAskedBack(list, last, text, number))) {
    readAnswer(add(list, number, []), text.slice(first[0].length));
    return;
  }
  // 3.【答案】D behind the table of all answers: said again, or otherwise.
  if (first && last && isLetters(last) && number <= last.number && SAID_AGAIN.test(text.slice(first[0].length))) {
    const entry = newEntry(number);
    readAnswer(entry, text.slice(first[0].length).replace(LETTERS_FIRST, '【答案】$1 '));
    list.groups.push({ heading: null, entries: [entry] });
    return;
  }
  // (1) of the next text, where all of them are counted so.
  const isOfNext = list.isRepeated && number === 1 && last?.isBracketed && last.nested === 0 && PART_FIRST.test(text);
  if (first && isOfNext) return addEntries(list, number, text, first[0]);
  // Within an answer a list of its own is counted from 1 again.
  if (first && last && countsWithin(last, number, text)) {
    last.nested = number;
    last.partSign = signStyle(text);
    readAnswer(last, text);
    return;
  }
  // （2） below 1、（1）… goes on with its parts.
  if (first && last && isPartOf(last, text, number)) {
    readAnswer(last, text);
    return;
  }
  const isNext = first !== null && (!last || number === last.number + 1);
  const isFar = last !== undefined && number > last.number + 3;
  const isAsked = last !== undefined && isNextAsked(list.asked, last.number, number);
  const isRisen =
    last !== undefined && number > last.number && (!isFar || isLetters(last) || isBeyond(list, last, text));
  if (first && (isNext || isAsked || isRisen)) {
    addEntries(list, number, text, first[0]);
  } else if (last) readAnswer(last, text);
  else if (group?.heading) readAnswer((group.whole ??= newEntry(0)), text);
}

function addEntries(list: AnswerList, number: number, text: string, sign: string): void {
  for (const part of splitEntries(text.slice(sign.length), number, list.asked, sign)) {
    const entry = add(list, part.number, []);
    entry.nested = part.nested;
    entry.isBracketed = PART_FIRST.test(sign);
    readAnswer(entry, part.text);
    entry.decimal = part.decimal;
    entry.head = headOf(part.text, sign);
    entry.headLines = entry.answer.length;
  }
}

function beginParts(entry: Entry, text: string): void {
  entry.nested = 1;
  entry.partSign = signStyle(text);
  readAnswer(entry, text);
}

/** 66. go→went below 58. to see, where no question that waits has such a number: of questions that were not read. */
function isBeyond({ asked }: AnswerList, last: Entry, text: string): boolean {
  const [, number = ''] = /^([0-9０-９]{1,3})\s?[.．、](?![\d０-９])/.exec(text) ?? [];
  const isOpen = asked.has(last.number) && last.nested === 0 && last.analysis.length + last.marking.length === 0;
  return number !== '' && isOpen && Math.max(...asked) < Number(narrow(number));
}

/** 2. 冰 below 3. 汽 of a key that is told from its end. */
const isAskedBack = ({ asked }: AnswerList, { nested }: Entry, text: string, number: number) =>
  nested === 0 && asked.has(number) && !PART_FIRST.test(text);

/** Whether a line's （2） counts on behind the （1） of the answer, whose own number has no brackets. */
function isPartOf({ answer, analysis, marking }: Entry, text: string, number: number): boolean {
  if (!PART_FIRST.test(text) || number < 2) return false;
  const before = new RegExp(`[（(]\\s{0,2}${number - 1}\\s{0,2}[)）]`);
  return [...answer, ...analysis, ...marking].some((line) => before.test(line.slice(0, 2000)));
}

const SPACED_ENTRY = /^([0-9０-９]{1,3})\s{1,4}(?=\S)/;

/**
 * 1 水 as the first below 三, and those that count on from it; 18 春 below 17 √, where question 18 waits for its answer.
 * With the next number behind it on the line nobody can tell which is an answer.
 */
function goesOnSpaced({ asked }: AnswerList, group: Group, spaced: RegExpExecArray): boolean {
  const number = Number(narrow(spaced[1] ?? ''));
  const { heading, entries, isSpaced } = group;
  const last = entries[entries.length - 1];
  if (!last) return heading !== null && (number === 1 || asked.has(number));
  if (number !== last.number + 1) return false;
  if (isSpaced === true) return true;
  const rest = spaced.input.slice(spaced[0].length, 2000);
  return asked.has(number) && isLetters(last) && !new RegExp(`(?:^|\\s)${number + 1}(?:\\D|$)`).test(rest);
}

/** Where the second column begins on a line whose first answers before it went on in two columns as well. */
function secondColumn({ columns, asked }: AnswerList, text: string): number | null {
  const first = columns === undefined || text.length > 2000 ? undefined : ENTRY_FIRST.exec(text)?.[1];
  if (columns === undefined || first === undefined) return null;
  const number = Number(narrow(first)) + columns;
  const match = new RegExp(`[\\s\\u3000]${number}\\s?[.．、:：]`).exec(text);
  return match && asked.has(number) ? match.index + 1 : null;
}

/** The entry of a second column: what stands behind its number is its answer, whatever it is. */
function readColumn(list: AnswerList, text: string): void {
  const [sign = '', number = ''] = ENTRY_FIRST.exec(text) ?? [];
  readAnswer(add(list, Number(narrow(number)), []), text.slice(sign.length));
}

const SAID_AGAIN = /^\s{0,4}(?:[【[](?:参考)?答案[】\]]|(?:参考)?答案\s?[:：]|[A-J]{1,6}(?:\s|$))/;

export const LETTERS_FIRST = /^\s{0,4}([A-J]{1,6})(?=\s|$)/;

const isLetters = ({ answer, analysis, marking }: Entry) =>
  analysis.length + marking.length === 0 &&
  answer.length === 1 &&
  /^(?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错])$/.test(answer[0] ?? '');

/** A line's number counts within the answer above it: its list begins, or goes on. */
const countsWithin = ({ nested, partSign = 'plain', answer }: Entry, number: number, text: string) => {
  // 3. behind （1） and （2） is the next entry.
  const isAlike = partSign === signStyle(text);
  return nested > 0 ? number === nested + 1 && isAlike : number === 1 && answer.length > 0;
};

/** The part of an entry that a line without a label goes on. */
function openField(entry: Entry): string[] {
  const isAnalysed = entry.analysis.length > 0 || entry.isOpen === true;
  return entry.markingSign !== undefined ? entry.marking : isAnalysed ? entry.analysis : entry.answer;
}

/** A line of a program, whose blanks are counted from the first line. */
export function readProgramLine(entry: Entry, line: string): void {
  const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
  const field = openField(entry);
  if (field.length === 0) entry.indent = indent;
  const base = entry.indent ?? '';
  field.push(field.length > 0 && indent.startsWith(base) ? line.slice(base.length) : line.trimStart());
}

/** 【知识点】力, 难度：易: what a key says of the question; 关键词：发展 without brackets is a line of the answer. */
const isProperty = ({ label, sign = '' }: Segment) =>
  label !== null && ['keyPoint', 'level'].includes(label) && !/^(?:关键[词字]|标签|Tags)/i.test(sign);

/** Labels that no answer of a key has: 题型：, 标题：, 选项： are words of it. */
const OF_QUESTIONS = new Set<Label>(['kind', 'title', 'stem', 'options', 'points', 'keyPoint']);

/** （1）分析：甲是一 as the answer of the first part is no analysis, nor is what a question alone is labelled with a label. */
function isWord({ label, sign = '' }: Segment, isAnswer: boolean, { answer }: Entry): boolean {
  if (label === null || /^[【[［〔（(]/.test(sign)) return false;
  if (OF_QUESTIONS.has(label)) return true;
  return label === 'analysis' && isAnswer && answer.length === 1 && PART_ALONE.test(answer[0] ?? '');
}

const PART_ALONE = /^(?:[（(]\s?\d{1,2}\s?[)）]|[①-⑳])$/;

export function readAnswer(entry: Entry, text: string): void {
  let field = openField(entry);
  for (const segment of segmentsOf(text.replace(VERBATIM, ''))) {
    // 答： of a worked answer is a line of it.
    if (field === entry.answer && field.length > 0 && /^[解答]\s?[:：]/.test(segment.sign ?? '')) {
      field.push(`${segment.sign}${segment.text}`);
      continue;
    }
    if (isProperty(segment)) {
      (entry.properties ??= []).push({ label: segment.label ?? 'keyPoint', text: segment.text });
      continue;
    }
    if (isWord(segment, field === entry.answer, entry)) {
      const part = PART_ALONE.test(field[field.length - 1] ?? '') ? (field.pop() ?? '') : '';
      field.push(`${part}${segment.sign}${segment.text}`);
      continue;
    }
    const isSolved = segment.label === 'solution' && entry.answer.length > 0;
    if (segment.label === 'answer') field = entry.answer;
    else if (segment.label === 'analysis' || isSolved) field = entry.analysis;
    else if (segment.label === 'marking') {
      field = entry.marking;
      entry.markingSign ??= segment.text === '' ? `${segment.sign}\n` : segment.sign;
    }
    if (segment.text !== '') field.push(segment.text);
    else if (field === entry.analysis) entry.isOpen = true;
  }
}

type Part = { number: number; text: string; nested: number; decimal?: string };

/** `A 2.B 3.C` behind `1.` → 1 A, 2 B, 3 C; the numbers of a list inside an answer (`要点：1.甲；2.乙`) are its own. */
export function splitEntries(text: string, first: number, asked: Set<number>, sign = ''): Part[] {
  const parts: Part[] = [];
  let number = first;
  let nested = 0;
  let start = 0;
  let decimal: string | undefined;
  const isWithin = bracketed(text);
  for (const match of text.slice(0, 20_000).matchAll(NUMBER_WITHIN)) {
    const found = Number(narrow(match[2] ?? match[3] ?? ''));
    const behind = text.slice(match.index + match[0].length);
    // 1. 12. 2. Cats behind the number of the question counts its blanks, 1. 5 within a text may be 1.5.
    const isList = match.index === 0 && /[.．、)）]$/.test(match[0]) && /^\s/.test(behind);
    const begins = found === 1 && (isList || !/^\s*[0-9０-９]/.test(behind));
    if (nested > 0 ? found === nested + 1 : begins) {
      nested = found;
      continue;
    }
    // 1、3050  2.25: behind 1、 no entry begins with 2.
    const isDecimal = isDecimalAt(text, match, match.index);
    if (isDecimal && /[、)）:：]\s*$/.test(sign)) continue;
    if (isDecimal && found === number + 1 && isDecimalWithin(text, start, match.index, found)) continue;
    // (0,4) and [2,3) as an answer.
    if (isWithin(match.index)) continue;
    // 2. 3：4 answers with a ratio.
    if (/[:：]$/.test(match[0]) && text.slice(start, match.index).trim() === '') continue;
    if (!isFollowing(number, found, match[0], text.charAt(match.index + match[0].length), asked)) continue;
    parts.push({ number, text: text.slice(start, match.index + keptOf(match)).trim(), nested, decimal });
    decimal = isDecimal ? text.slice(match.index).trimEnd() : undefined;
    number = found;
    nested = 0;
    start = match.index + match[0].length;
  }
  parts.push({ number, text: text.slice(start).trim(), nested, decimal });
  return parts;
}

/** Whether a number within a line begins the next entry: 1.一 3.二 where no question 2 waits for its answer. */
function isFollowing(number: number, found: number, sign: string, next: string, asked: Set<number>): boolean {
  const isApart = /^[\s;；,，。]/.test(sign);
  if (found === number + 1)
    return isApart || (found > 9 && asked.has(found) && asked.has(number) && /^[\u3400-\u9fff]/.test(sign));
  return isApart && !/\d/.test(next) && isNextAsked(asked, number, found);
}

/** Whether a question has this number, and none between it and the last one waits for an answer. */
function isNextAsked(asked: Set<number>, last: number, number: number): boolean {
  if (number <= last || !asked.has(number)) return false;
  for (let between = last + 1; between < number; between += 1) if (asked.has(between)) return false;
  return true;
}

/** How much of the sign before a number belongs to the text before it. */
const keptOf = ([sign]: RegExpMatchArray) => (/^[。\u3400-\u9fff]/.test(sign) ? 1 : 0);

/** The number of the next entry: ` 2.`, `；2、`, ` 第2题：` */
const NUMBER_WITHIN =
  /(^|[\s;；,，:：。\u3400-\u9fff])([0-9０-９]{1,3})\s?[.．、:：)）]|[\s;；,，。]第\s?([0-9０-９]{1,3})\s?题\s?[、:：.．]/g;

/** The same without a sign, before letters: BBA  4 ABD. */
const NUMBER_BARE = /([\s;；,，。、])([0-9０-９]{1,3})\s{1,4}(?=[A-JＡ-Ｊ√×✓✗✔✘对错])/g;

function readRanges(list: AnswerList, text: string): void {
  const ranges = [...text.slice(0, 20_000).matchAll(RANGE)];
  ranges.forEach((match, index) => {
    const from = Number(narrow(match[1] ?? ''));
    const to = Number(narrow(match[2] ?? ''));
    const all = text.slice(match.index + match[0].length, ranges[index + 1]?.index).trim();
    // 1-3 CAB  4. √ and 1-3 CAB  4 ABD: single entries may stand behind a range, with a sign or without.
    const single = [...all.matchAll(NUMBER_WITHIN), ...all.matchAll(NUMBER_BARE)].find(
      ([, , number, named = '']) => Number(narrow(number ?? named)) === to + 1,
    );
    const body = single ? all.slice(0, single.index + keptOf(single)).trim() : all;
    const count = to - from + 1;
    const answers = splitAnswers(body, count);
    if (count > 0 && answers) answers.forEach((answer, at) => add(list, from + at, [answer]));
    else {
      const group = groupFor(list, from);
      const given = splitAnswers(body, null)?.length ?? 0;
      const message = `答案表“${match[0].trim()}”应有 ${Math.max(0, count)} 个答案，读到 ${given} 个；请在题后写明“答案：”。`;
      if (list.problems.length < MAX_PROBLEMS) list.problems.push({ from, to, group, text: message });
    }
    if (single) readEntries(list, all.slice(single.index).replace(/^[^0-9０-９第]/, ''));
  });
}
