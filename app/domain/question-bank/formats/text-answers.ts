import { VERBATIM, headingOf, segmentsOf, type Heading } from './text-lines';
import { splitAnswers } from './text-key-signs';
import { KIND_NAME, kindOfWord, narrow, parseNumeral } from './words.rules';

/** The list of answers at the end of a paper: `1-5 ABCDA`, `1.A 2.B`, or one answer and analysis after another. */

export type Entry = {
  number: number;
  answer: string[];
  analysis: string[];
  marking: string[];
  /** How far a list of its own, 1. 2. 3. inside the answer, has counted; 0 without one. */
  nested: number;
  /** How far （1）（2） inside the answer have counted; 0 without them. */
  parts?: number;
};
/** `inOrder`: its answers without numbers, for the questions of its section one after another. */
export type Group = {
  heading: Heading | null;
  entries: Entry[];
  inOrder?: string;
  /** What stands behind the name of a section without a number: 三、水 is the answer where it has one question. */
  whole?: Entry;
  /** Its numbers have no sign behind them: 1 水 */
  isSpaced?: boolean;
};
export type AnswerList = {
  groups: Group[];
  /** The paper it is the key of, where the file has several. */
  part?: string;
  problems: { from: number; to: number; group: Group; text: string }[];
  /** What is said of the answer of one question beside it. */
  corrections: { number: number; text: string }[];
  /** The numbers of the questions that wait for their answers. */
  asked: Set<number>;
  /** The entry whose 【3题详解】 is read. */
  detailed?: Entry;
};

export const newAnswerList = (asked: Set<number> = new Set()): AnswerList => ({
  groups: [],
  problems: [],
  corrections: [],
  asked,
});

const RANGE =
  /([0-9０-９]{1,3})\s{0,3}(?:[-—–~～－]{1,2}|至|到)\s{0,3}([0-9０-９]{1,3})\s{0,3}[.．、:：)）题]{0,2}\s{0,5}/g;
const RANGE_FIRST =
  /^[0-9０-９]{1,3}\s{0,3}(?:[-—–~～－]{1,2}|至|到)\s{0,3}[0-9０-９]{1,3}\s{0,3}[.．、:：)）题]{0,2}\s{0,5}[A-Za-zＡ-Ｚ①-⑩√×✓✗对错正TF(（]/;
/** The numbers of a line that begins with answers for several: 1-5：DACBB; null for any other. */
export function rangeOf(line: string): { from: number; to: number } | null {
  if (!RANGE_FIRST.test(line) || !isListText(line)) return null;
  const [, from = '', to = ''] = new RegExp(RANGE).exec(line) ?? [];
  return { from: Number(narrow(from)), to: Number(narrow(to)) };
}

const ENTRY_FIRST = /^(?:第\s{0,2})?[（(【[]?\s{0,2}([0-9０-９]{1,3})\s{0,2}(?:[)）】\]]|[.．、:：题])/;
const SHORT_ENTRIES =
  /^(?:[0-9０-９]{1,3}\s?[.．、:：)）]?\s?(?:[A-Ja-jＡ-Ｊ]{1,10}|[①-⑩]{1,10}|[√×✓✗✔✘对错]|正确|错误)[\s,，;；、.．]{0,6})+$/;
const SHORT_ENTRY = /([0-9０-９]{1,3})\s?[.．、:：)）]?\s?([A-Ja-jＡ-Ｊ]{1,10}|[①-⑩]{1,10}|[√×✓✗✔✘对错]|正确|错误)/g;
const ORDINAL_FIRST = /^[一二三四五六七八九十]{1,3}\s?[、.．]\s{0,4}(?=[0-9０-９])/;
const LIST_TITLE =
  /^[【[（(]?\s{0,3}(?:附\s?[:：]?\s?)?(?:[^。：:]{0,30}试[题卷])?(?:参考|标准|正确)?答案(?:[及与和](?:评分标准|试题解析|解析|详解|评分说明|评分参考|评分细则|提示))?(?:汇总|表|部分)?(?:[（(][^（()）]{1,12}[)）])?\s{0,3}[】\])）]?\s{0,3}[:：]?$/;
/** 高一历史参考答案, 数学小测答案, …答案及评分标准: with the name of the paper before it; 选择正确答案 is what a student is to do. */
const NAMED_TITLE =
  /^[^。：:，,；;？?！!、]{1,40}(?:(?:参考|标准)答案|(?:[卷题科级课版套测考业习拟期中末元学文史理物化生地语)）\d]|考试|单元|政治|生物)\s{0,3}答案)(?:[及与和](?:评分标准|解析|详解|评分说明|评分参考|评分细则|提示))?\s{0,3}[:：]?$/;
const INSTRUCTED = /[选填写找涂抄]|核对|下列|[是的为个]\s?(?:参考|标准|正确)?答案|^[（(]?[A-ZＡ-Ｚ]\s?[.．、)）]/;
/** 一、BDCA: the answers of a section in their order, without numbers. */
const IN_ORDER =
  /^([一二三四五六七八九十]{1,3})\s?[、.．:：]\s{0,4}((?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错])(?:[\s,，;；、]{0,6}(?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错])){0,100})$/;
/** 一、 or （一） alone: the section whose answers follow. */
const BARE_ORDINAL =
  /^(?:第?([一二三四五六七八九十]{1,3})(?:大题|部分)?\s?[、.．:：]?|[（(]\s?([一二三四五六七八九十]{1,3})\s?[)）])$/;
/** Letters and signs alone, one a question. */
const SIGNS_ALONE = /^(?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错])(?:[\s,，;；、]{0,6}(?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错])){0,100}$/;
/** 更正：第2题答案应为B */
const CORRECTION = /更正|勘误|订正|[改应]为|有误|不对|作废/;
const NAMED_QUESTION = /第?\s?([0-9０-９]{1,3})\s?[小]?题/;

/** 单选题参考答案（1-140）： with the answers of the section behind it or below. */
const SECTION_TITLE = new RegExp(
  `^(?:([一二三四五六七八九十]{1,3})\\s?[、.．]\\s{0,4})?(${KIND_NAME})(?:参考|标准|正确)?答案\\s{0,3}(?:[（(][^（()）]{0,20}[)）])?\\s{0,3}[:：]?\\s{0,8}`,
);

/** 单选：1-5：DCBAA: the answers of a section behind its name. */
const SECTION_NAMED = new RegExp(
  `^([一二三四五六七八九十]{1,3}[、.．]\\s{0,4})?(${KIND_NAME})\\s{0,3}[:：]\\s{0,4}(?=[0-9０-９]|[A-JＡ-Ｊ√×✓✗✔✘对错](?:[A-JＡ-Ｊ√×✓✗✔✘对错\\s,，;；、]|$))`,
);

/** 填空：水 within a list: the section's answers without numbers. */
const SECTION_WHOLE = new RegExp(
  `^(?:[一二三四五六七八九十]{1,3}[、.．])?\\s{0,4}(${KIND_NAME})\\s{0,3}[:：]\\s{0,4}(?=\\S)`,
);

/** The heading of a section of the list, and what stands behind it. */
function listSectionOf(line: string): { heading: Heading; rest: string } | null {
  const match = line.length < 20_000 ? (SECTION_TITLE.exec(line) ?? SECTION_NAMED.exec(line)) : null;
  if (!match) return null;
  const rest = line.slice(match[0].length);
  if (rest !== '' && !isListText(rest) && !ENTRY_FIRST.test(rest) && !SIGNS_ALONE.test(rest)) return null;
  const heading: Heading = {
    ordinal: parseNumeral((match[1] ?? '').replace(/[、.．\s]/g, '')) ?? null,
    kind: kindOfWord(match[2] ?? ''),
    each: null,
    perBlank: null,
    total: null,
    rest,
    text: line,
    isDoubtful: false,
  };
  return { heading, rest };
}

/** Whether a line begins such a list by itself (`答案：1-5 ABCDA`). */
export function isListText(given: string): boolean {
  if (RANGE_FIRST.test(given)) return true;
  const text = bareEntries(given);
  return SHORT_ENTRIES.test(text.slice(0, 2000)) && [...text.slice(0, 2000).matchAll(SHORT_ENTRY)].length > 1;
}

const isNamedTitle = (line: string) => NAMED_TITLE.test(line) && !INSTRUCTED.test(line);

/** Whether a line is but the title of such a list; what follows decides. */
export function isListTitle(line: string): boolean {
  return line.length < 60 && (LIST_TITLE.test(line) || isNamedTitle(line) || listSectionOf(line)?.rest === '');
}

/** Whether a line names a section of such a list and holds its answers as well. */
export function isListSection(line: string): boolean {
  const rest = listSectionOf(line)?.rest ?? '';
  // 判断：1. 水是液体。 begins a section of the paper; 判断：1-5 √×√×√ one of its answers.
  return rest !== '' && (isListText(rest) || SECTION_TITLE.test(line) || SIGNS_ALONE.test(rest));
}

/** Before the entries of a table, or of a line of its own: 答案：1.A 2.B */
const LIST_LABEL = /^[【[（(]?(?:参考)?答案[】\])）]?\s{0,3}[:：]?\s{0,3}(?=[0-9０-９])/;

/** Whether a list of answers, rather than one answer, goes on with this line. */
export function isListLine(labelled: string): boolean {
  const line = labelled.replace(LIST_LABEL, '');
  const heading = headingOf(line);
  if (listSectionOf(line) || IN_ORDER.test(line) || BARE_ORDINAL.test(line)) return true;
  const text = line.slice(ORDINAL_FIRST.exec(line)?.[0].length ?? 0);
  return isListText(text) || ENTRY_FIRST.test(text) || (heading !== null && !heading.isDoubtful);
}

/** Reads one more line of the list. */
export function readListLine(list: AnswerList, labelled: string): void {
  if (readDetail(list, labelled)) return;
  const line = labelled.replace(LIST_LABEL, '');
  const section = listSectionOf(line);
  if (section) {
    const isSigns = SIGNS_ALONE.test(section.rest) && !isListText(section.rest);
    list.groups.push({ heading: section.heading, entries: [], ...(isSigns ? { inOrder: section.rest } : {}) });
    if (section.rest !== '' && !isSigns) readEntries(list, section.rest);
    return;
  }
  const ordinalAlone = BARE_ORDINAL.exec(line);
  if (ordinalAlone) {
    list.groups.push(ordinalGroup(ordinalAlone[1] ?? ordinalAlone[2] ?? '', line));
    return;
  }
  const [, ordinal, inOrder] = line.length < 400 ? (IN_ORDER.exec(line) ?? []) : [];
  if (ordinal !== undefined && inOrder !== undefined) {
    list.groups.push({ ...ordinalGroup(ordinal, line), inOrder });
    return;
  }
  const whole = wholeOf(line);
  if (whole) {
    list.groups.push(whole);
    return;
  }
  const heading = headingOf(line);
  const isHeading = heading !== null && (heading.kind !== null || heading.ordinal !== null) && !ENTRY_FIRST.test(line);
  if (isHeading) {
    list.groups.push({ heading, entries: [] });
    // 一、1-5 ABCDA: the answers begin on the heading's line.
    const behind = ORDINAL_FIRST.exec(line)?.[0];
    const rest = behind ? line.slice(behind.length) : heading.rest;
    if (rest !== '' && (isListText(rest) || ENTRY_FIRST.test(rest))) readEntries(list, rest);
    return;
  }
  readEntries(list, line);
}

const DETAIL = /^[【[]\s?第?(\d{1,3})\s?小?题(?:详解|解析|分析|点评)\s?[】\]]\s{0,4}/;

/** 【3题详解】 and the lines below it, until another entry begins. */
function readDetail(list: AnswerList, line: string): boolean {
  const [sign = '', number] = DETAIL.exec(line) ?? [];
  if (number !== undefined) list.detailed = entryOf(list, Number(number));
  if (!list.detailed) return false;
  const text = line.slice(sign.length);
  const isOther =
    sign === '' && (ENTRY_FIRST.test(text) || headingOf(text)?.isDoubtful === false || /^[【[]/.test(text));
  if (isOther) list.detailed = undefined;
  else if (text !== '') list.detailed.analysis.push(text);
  return !isOther;
}

function entryOf(list: AnswerList, number: number): Entry | undefined {
  for (let at = list.groups.length - 1; at >= 0; at -= 1) {
    const found = list.groups[at]?.entries.find((entry) => entry.number === number);
    if (found) return found;
  }
  return undefined;
}

/** A section of the list that is but counted. */
function ordinalGroup(ordinal: string, line: string): Group {
  const named = { ordinal: parseNumeral(ordinal) ?? null, kind: null, each: null, perBlank: null, total: null };
  return { heading: { ...named, rest: '', text: line, isDoubtful: false }, entries: [] };
}

/** 三、水 and 填空：水, with what is behind the name as the answer of the section's one question. */
function wholeOf(line: string): Group | null {
  if (line.length > 2000) return null;
  const named = SECTION_WHOLE.exec(line);
  const counted = named ? null : /^([一二三四五六七八九十]{1,3})\s?[、.．]\s{0,4}(?=[^\s0-9０-９])/.exec(line);
  const heading = headingOf(line);
  const match = named ?? counted;
  if (!match || (counted && heading && (!heading.isDoubtful || heading.kind !== null))) return null;
  // 二、非选择题 names the section and is no answer of it.
  if (counted && /题\s{0,3}(?:[（(][^（()）]{0,40}[)）])?$/.test(line)) return null;
  const whole: Entry = { number: 0, answer: [], analysis: [], marking: [], nested: 0 };
  readAnswer(whole, line.slice(match[0].length));
  const group = ordinalGroup(counted?.[1] ?? '', line);
  if (group.heading && named) group.heading.kind = kindOfWord(named[1] ?? '');
  return { ...group, whole };
}

/** 1.B（2分）2.（A） as 1.B 2.A, where nothing but such entries stands there. */
function bareEntries(text: string): string {
  if (text.length > 2000 || !/[（(]/.test(text)) return text;
  const bare = text
    .replace(/[（(]\s?(?:每[小]?题)?\d{1,2}(?:\.5)?\s?分\s?[)）]/g, ' ')
    .replace(/(\d\s?[.．、:：]?\s?)[（(]\s?([A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错]|正确|错误)\s?[)）]/g, '$1$2 ')
    .trim();
  return SHORT_ENTRIES.test(bare) ? bare : text;
}

function readEntries(list: AnswerList, line: string): void {
  const text = bareEntries(narrow(line).length === line.length ? line : line.trim());
  if (RANGE_FIRST.test(text)) return readRanges(list, text);
  if (SHORT_ENTRIES.test(text.slice(0, 2000))) {
    for (const [, number = '', answer = ''] of text.matchAll(SHORT_ENTRY)) add(list, Number(narrow(number)), [answer]);
    return;
  }
  const group = list.groups[list.groups.length - 1];
  const spaced = SPACED_ENTRY.exec(text);
  const isSpaced = spaced !== null && group !== undefined && goesOnSpaced(group, Number(narrow(spaced[1] ?? '')));
  if (isSpaced) group.isSpaced = true;
  const first = ENTRY_FIRST.exec(text) ?? (isSpaced ? spaced : null);
  const last = lastEntry(list);
  const number = Number(narrow(first?.[1] ?? ''));
  const corrected = first === null && line.length < 200 && CORRECTION.test(line) ? NAMED_QUESTION.exec(line) : null;
  if (corrected) {
    if (list.corrections.length < MAX_PROBLEMS) {
      list.corrections.push({ number: Number(narrow(corrected[1] ?? '')), text: line });
    }
    return;
  }
  // 8.E and then 5. …: letters alone have no list within them, and 5 is still without an answer.
  if (first && last && isLetters(last) && number < last.number && !isListed(list, number)) {
    readAnswer(add(list, number, []), text.slice(first[0].length));
    return;
  }
  // 3.【答案】D behind the table of all answers: said again, or otherwise.
  if (first && last && isLetters(last) && number <= last.number && SAID_AGAIN.test(text.slice(first[0].length))) {
    const entry: Entry = { number, answer: [], analysis: [], marking: [], nested: 0 };
    readAnswer(entry, text.slice(first[0].length).replace(LETTERS_FIRST, '【答案】$1 '));
    list.groups.push({ heading: null, entries: [entry] });
    return;
  }
  // Within an answer a list of its own is counted from 1 again.
  if (first && last && countsWithin(last, number)) {
    last.nested = number;
    readAnswer(last, text);
    return;
  }
  // （2） below 1、（1）… goes on with its parts.
  if (first && last && isPartOf(last, text, number)) {
    readAnswer(last, text);
    return;
  }
  const isNext = first !== null && (!last || number === last.number + 1 || (number === 1 && last.answer.length === 0));
  const isFar = last !== undefined && number > last.number + 3;
  const isAsked = last !== undefined && isNextAsked(list.asked, last.number, number);
  if (first && (isNext || isAsked || (last && number > last.number && (!isFar || isLetters(last))))) {
    for (const part of splitEntries(text.slice(first[0].length), number, list.asked)) {
      const entry = add(list, part.number, []);
      entry.nested = part.nested;
      readAnswer(entry, part.text);
    }
  } else if (last) readAnswer(last, text);
  else if (group?.whole) readAnswer(group.whole, text);
}

const PART_FIRST = /^[（(]\s{0,2}\d{1,2}\s{0,2}[)）]/;

/** Whether a line's （2） counts on behind the （1） of the answer, whose own number has no brackets. */
function isPartOf({ answer, analysis, marking }: Entry, text: string, number: number): boolean {
  if (!PART_FIRST.test(text) || number < 2) return false;
  const before = new RegExp(`[（(]\\s{0,2}${number - 1}\\s{0,2}[)）]`);
  return [...answer, ...analysis, ...marking].some((line) => before.test(line.slice(0, 2000)));
}

const SPACED_ENTRY = /^([0-9０-９]{1,3})\s{1,4}(?=\S)/;

/** 1 水 as the first below 三, and those that count on from it. */
function goesOnSpaced({ heading, entries, isSpaced }: Group, number: number): boolean {
  if (entries.length === 0) return heading !== null && number === 1;
  return isSpaced === true && number === (entries[entries.length - 1]?.number ?? 0) + 1;
}

const SAID_AGAIN = /^\s{0,4}(?:[【[](?:参考)?答案[】\]]|(?:参考)?答案\s?[:：]|[A-J]{1,6}(?:\s|$))/;
export const LETTERS_FIRST = /^\s{0,4}([A-J]{1,6})(?=\s|$)/;

const isLetters = ({ answer, analysis, marking }: Entry) =>
  analysis.length + marking.length === 0 &&
  answer.length === 1 &&
  /^(?:[A-JＡ-Ｊ]{1,10}|[√×✓✗✔✘对错])$/.test(answer[0] ?? '');

const isListed = (list: AnswerList, number: number) =>
  list.groups.some(({ entries }) => entries.some((entry) => entry.number === number));

/** A line's number counts within the answer above it: its list begins, or goes on. */
const countsWithin = ({ nested, answer }: Entry, number: number) =>
  nested > 0 ? number === nested + 1 : number === 1 && answer.length > 0;

function readAnswer(entry: Entry, text: string): void {
  let field: string[] =
    entry.marking.length > 0 ? entry.marking : entry.analysis.length > 0 ? entry.analysis : entry.answer;
  for (const segment of segmentsOf(text.replace(VERBATIM, ''))) {
    if (segment.label === 'answer') field = entry.answer;
    else if (segment.label === 'analysis') field = entry.analysis;
    else if (segment.label === 'marking') field = entry.marking;
    if (segment.text !== '') field.push(segment.text);
  }
}

type Part = { number: number; text: string; nested: number };

/** `A 2.B 3.C` behind `1.` → 1 A, 2 B, 3 C; the numbers of a list inside an answer (`要点：1.甲；2.乙`) are its own. */
function splitEntries(text: string, first: number, asked: Set<number>): Part[] {
  const parts: Part[] = [];
  let number = first;
  let nested = 0;
  let start = 0;
  for (const match of text.slice(0, 20_000).matchAll(NUMBER_WITHIN)) {
    const found = Number(narrow(match[2] ?? ''));
    const begins = found === 1 && !/^\s*[0-9０-９]/.test(text.slice(match.index + match[0].length));
    if (nested > 0 ? found === nested + 1 : begins) {
      nested = found;
      continue;
    }
    if (!isFollowing(number, found, match[0], text.charAt(match.index + match[0].length), asked)) continue;
    parts.push({ number, text: text.slice(start, match.index + keptOf(match)).trim(), nested });
    number = found;
    nested = 0;
    start = match.index + match[0].length;
  }
  parts.push({ number, text: text.slice(start).trim(), nested });
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
const keptOf = ([, sign = '']: RegExpMatchArray) => (/[。\u3400-\u9fff]/.test(sign) ? 1 : 0);

const NUMBER_WITHIN = /(^|[\s;；,，:：。\u3400-\u9fff])([0-9０-９]{1,3})\s?[.．、:：)）]/g;

function readRanges(list: AnswerList, text: string): void {
  const ranges = [...text.slice(0, 20_000).matchAll(RANGE)];
  ranges.forEach((match, index) => {
    const from = Number(narrow(match[1] ?? ''));
    const to = Number(narrow(match[2] ?? ''));
    const all = text.slice(match.index + match[0].length, ranges[index + 1]?.index).trim();
    // 1-3 CAB  4. √: single entries may stand behind a range.
    const single = [...all.matchAll(NUMBER_WITHIN)].find(([, , number = '']) => Number(narrow(number)) === to + 1);
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
    if (single) readEntries(list, all.slice(single.index + (single[1] ?? '').length));
  });
}

/** Of one list, and of one of its sections. */
const MAX_GROUPS = 200;
const MAX_ENTRIES = 2000;
export const MAX_PROBLEMS = 200;

function add(list: AnswerList, number: number, answer: string[]): Entry {
  const entry: Entry = { number, answer, analysis: [], marking: [], nested: 0 };
  const group = groupFor(list, number);
  // More than there can be questions are nobody's.
  if (group.entries.length < MAX_ENTRIES) group.entries.push(entry);
  return entry;
}

/** The group a number continues; a number that is there already begins another. */
function groupFor(list: AnswerList, number: number): Group {
  const last = list.groups[list.groups.length - 1];
  const previous = last?.entries[last.entries.length - 1];
  if (last && (!previous || previous.number < number || list.groups.length >= MAX_GROUPS)) return last;
  const group: Group = { heading: null, entries: [] };
  list.groups.push(group);
  return group;
}

function lastEntry(list: AnswerList): Entry | undefined {
  const last = list.groups[list.groups.length - 1];
  return last?.entries[last.entries.length - 1];
}
