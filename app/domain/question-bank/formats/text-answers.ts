import { ENTRY_FIRST, isListText, readAnswer, readEntries, readProgramLine, splitEntries } from './text-answer-entries';
import { type AnswerList, type Entry, type Group, type Run, entryOf, lastEntry, runsOf } from './text-answer-list';
import { countOf, countSign, countsWithin } from './text-counted';
import { type Heading, headingOf, romanOrdinal } from './text-headings';
import { isWorkedLine } from './text-key-heads';
import { segmentsOf } from './text-labels';
import type { KeySection } from './text-line';
import { KIND_NEXT, sectionsOnLine } from './text-key-one-line';
import { groupOfPart, partWithText, wholeEntry } from './text-key-part-texts';
import { isPlainTitle } from './text-list-titles';
import { bracketedOf, numberOf } from './text-numbers';
import { KIND_NAME, kindOfWord, narrow, parseNumeral } from './words.rules';

/** The list of answers at the end of a paper: `1-5 ABCDA`, `1.A 2.B`, or one answer and analysis after another. */

const ORDINAL_FIRST = /^[一二三四五六七八九十]{1,3}\s?[、.．]\s{0,4}(?=[0-9０-９])/;

/** Ⅰ. 1. B 2. A */
const ROMAN_FIRST = /^([Ⅰ-Ⅻ]|I{1,3}|IV|VI{0,3}|IX|XI{0,2})\s?[、.．:：]\s{0,4}(?=[0-9０-９])/;

/** （一）(1) 春天 */
const BRACKET_FIRST = /^[（(]\s?([一二三四五六七八九十]{1,3})\s?[)）]\s{0,4}[、.．:：]?\s{0,4}(?=[（(]?\s?[0-9０-９])/;

/** 二、 of 二、（一）(1) 春天 */
const ORDINAL_ABOVE = /^([一二三四五六七八九十]{1,3})\s?[、.．]\s{0,4}(?=[（(])/;

/** Letters and signs, one a question; each turn takes one of them, so that no line can be read in many ways. */
const SIGNS = '[A-JＡ-Ｊ√×✓✗✔✘对错](?:[\\s,，;；、]{0,6}[A-JＡ-Ｊ√×✓✗✔✘对错]){0,400}';

/** 一、BDCA: the answers of a section in their order, without numbers. */
const IN_ORDER = new RegExp(`^([一二三四五六七八九十]{1,3})\\s?[、.．:：]\\s{0,4}(${SIGNS})$`);

/** 一、 or （一） alone: the section whose answers follow. */
const BARE_ORDINAL =
  /^(?:第?([一二三四五六七八九十]{1,3})(?:大题|部分)?\s?[、.．:：]?|[（(]\s?([一二三四五六七八九十]{1,3})\s?[)）])$/;

/** 第三部分 41-43 BAC: numbers that go on from part to part say themselves which questions they are of. */
const PART_BEFORE =
  /^(?:第\s?[一二三四五六七八九十\dⅠ-Ⅻ]{1,3}\s?(?:大题|部分|节|卷)|(?:Part|Section)\s(?:[A-Z]|[IVX]{1,4}|\d{1,2}))\s{0,4}[:：]?\s{0,4}(?=\d)/i;

/** Letters and signs alone, one a question. */
const SIGNS_ALONE = new RegExp(`^${SIGNS}$`);

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
  // DACBB，ADCCA。 ends as a sentence does.
  const body = line.slice(match[0].length);
  const rest = SIGNS_ALONE.test(body.replace(/[。；;]$/, '')) ? body.replace(/[。；;]$/, '') : body;
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

/** Whether a line is but the title of such a list; what follows decides. */
export function isListTitle(line: string): boolean {
  return isPlainTitle(line) || (line.length < 60 && listSectionOf(line)?.rest === '');
}

/** Whether a line names a section of such a list and holds its answers as well. */
export function isListSection(line: string): boolean {
  const rest = listSectionOf(line)?.rest ?? '';
  // 判断：1. 水是液体。 begins a section of the paper; 判断：1-5 √×√×√ one of its answers.
  return rest !== '' && (isListText(rest) || SECTION_TITLE.test(line) || SIGNS_ALONE.test(rest));
}

/** 三、水 right below the title of the key, where the paper has a section 三 that waits for its answers. */
export function ordinalAnswered(line: string): number | undefined {
  const ordinal =
    line.length < 2000 ? /^([一二三四五六七八九十]{1,3})\s?[、.．]\s{0,4}(?=\S)/.exec(line)?.[1] : undefined;
  return ordinal !== undefined && wholeOf(line) ? parseNumeral(ordinal) : undefined;
}

/** Before the entries of a table, or of a line of its own: 答案：1.A 2.B */
const LIST_LABEL = /^[【[（(]?(?:参考)?答案[】\])）]?\s{0,3}[:：]?\s{0,3}(?=[0-9０-９])/;

/** Whether a list of answers, rather than one answer, goes on with this line. */
export function isListLine(labelled: string): boolean {
  const line = labelled.replace(LIST_LABEL, '');
  const heading = headingOf(line);
  if (listSectionOf(line) || IN_ORDER.test(line) || BARE_ORDINAL.test(line)) return true;
  if (partWithText(line)) return true;
  const text = line.slice(
    (ORDINAL_FIRST.exec(line) ?? ROMAN_FIRST.exec(line) ?? BRACKET_FIRST.exec(line))?.[0].length ?? 0,
  );
  return isListText(text) || ENTRY_FIRST.test(text) || (heading !== null && !heading.isDoubtful);
}

/** 二、乙 or （二）乙 as 2. 乙, where the questions are counted so; 一、（一）甲 names its section before. */
function plainEntry(list: AnswerList, line: string): string {
  const [sign = '', ordinal = ''] =
    list.style === 'bracketed' ? (/^([一二三四五六七八九十]{1,3})\s?[、.．]\s{0,4}(?=[（(])/.exec(line) ?? []) : [];
  const rest = line.slice(sign.length);
  const found = list.style === 'bracketed' ? bracketedOf(rest) : list.style === 'chinese' ? numberOf(rest) : null;
  if (found?.style !== list.style || !found || isListText(found.rest)) return line;
  if (ordinal !== '') list.groups.push(ordinalGroup(ordinal, line));
  return `${found.number}. ${found.rest}`;
}

/** 【1题答案】 above 【答案】A */
const NAMED_KEY = /^[【[（(]\s?第?\s?(\d{1,3})\s?小?题\s?(?:的?(?:参考)?答案)\s?[】\])）]\s?[:：]?\s{0,4}/;

/** Reads one more line of the list. */
export function readListLine(list: AnswerList, given: string): void {
  const entry = /^[ \t]/.test(given) ? (list.detailed ?? lastEntry(list)) : undefined;
  if (entry) return readProgramLine(entry, given);
  const labelled = plainEntry(list, given.trimStart().replace(NAMED_KEY, '$1. '));
  const kinds =
    labelled.length < 5000 && (SECTION_NAMED.test(labelled) || list.groups.length > 0) ? labelled.split(KIND_NEXT) : [];
  const parts = sectionsOnLine(labelled)?.map(({ text }) => text) ?? kinds;
  if (parts.length > 1 && parts.length < 20) {
    for (const part of parts) readListLine(list, part);
    return;
  }
  if (readDetail(list, labelled) || readAnalyses(list, labelled)) return;
  // 【解答】 behind an answer is a label, though a section may have that name.
  if (/^[【[]\s?解答\s?[】\]]/.test(labelled) && lastEntry(list)) return readEntries(list, labelled);
  const line = labelled.replace(LIST_LABEL, '');
  const counted = lastEntry(list);
  if (counted && goesOnCounting(counted, line)) return readAnswer(counted, line);
  if (counted && isWorkedLine(list, counted, line, listSectionOf(line) !== null)) return readAnswer(counted, line);
  const stated = statedOf(line);
  if (stated) {
    // What follows is of other sections.
    list.groups.push(stated, { heading: null, entries: [] });
    return;
  }
  const section = listSectionOf(line);
  if (section) {
    const isSigns = SIGNS_ALONE.test(section.rest) && !isListText(section.rest);
    list.groups.push({ heading: section.heading, entries: [], ...(isSigns ? { inOrder: section.rest } : {}) });
    if (section.rest !== '' && !isSigns) readEntries(list, section.rest);
    return;
  }
  const worded = groupOfPart(line);
  if (worded) {
    list.groups.push(worded.group);
    if (worded.entries !== '') readEntries(list, worded.entries);
    return;
  }
  const part = line.length < 2000 ? (PART_BEFORE.exec(line)?.[0] ?? '') : '';
  if (part !== '' && isListText(line.slice(part.length))) {
    const isFirst = /^1\D/.test(line.slice(part.length));
    list.groups.push({ heading: isFirst ? headingOf(part.trim()) : null, entries: [] });
    return readEntries(list, line.slice(part.length));
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
  const roman = ROMAN_FIRST.exec(line);
  const romanRest = line.slice(roman?.[0].length ?? 0);
  if (roman && (isListText(romanRest) || ENTRY_FIRST.test(romanRest))) {
    const group = ordinalGroup('', line);
    if (group.heading) group.heading.ordinal = romanOrdinal(roman[1] ?? '');
    list.groups.push(group);
    readEntries(list, romanRest);
    return;
  }
  const [sign, above = ''] = ORDINAL_ABOVE.exec(line) ?? [];
  if (sign !== undefined && BRACKET_FIRST.test(line.slice(sign.length))) {
    list.groups.push(ordinalGroup(above, sign.trim()));
    return readListLine(list, line.slice(sign.length));
  }
  const bracket = BRACKET_FIRST.exec(line);
  const bracketRest = line.slice(bracket?.[0].length ?? 0);
  if (bracket && (isListText(bracketRest) || ENTRY_FIRST.test(bracketRest))) {
    list.groups.push(ordinalGroup(bracket[1] ?? '', line.slice(0, bracket[0].length).trim()));
    readEntries(list, bracketRest);
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
    if (rest !== '') readEntries(list, rest);
    return;
  }
  readEntries(list, line);
}

/** 二、提前到达； behind 1．一、核实时间； and （二） behind （一）: the answer counts so, and no section is called so. */
function goesOnCounting({ answer, analysis, marking }: Entry, line: string): boolean {
  const sign = line.length < 2000 ? countOf(line) : '';
  const number = parseNumeral(sign.replace(/[（）、]/g, '')) ?? 0;
  if (number < 2 || BARE_ORDINAL.test(line) || IN_ORDER.test(line.slice(0, 400)) || ORDINAL_FIRST.test(line))
    return false;
  const heading = headingOf(line);
  const isSection = heading !== null && heading.kind !== null && !heading.isDoubtful;
  if (isSection || BRACKET_FIRST.test(line) || /[题部分]\s{0,3}(?:[（(][^（()）]{0,40}[)）])?$/.test(line))
    return false;
  const before = countSign(number - 1, sign.startsWith('（'));
  const field = marking.length > 0 ? marking : analysis.length > 0 ? analysis : answer;
  return field.slice(-MAX_COUNTED).some((text) => countsWithin(text).includes(before));
}

/** So many lines above the sign before may stand. */
const MAX_COUNTED = 20;

/** 听力：1-2 AB by the name that the paper has for the section, if its heading is one of `known`. */
export function readSections(list: AnswerList, sections: KeySection[], known: Set<string>): void {
  list.detailed = undefined;
  list.analysed = undefined;
  for (const { heading, rest } of sections) {
    const isNamed = known.has(heading);
    list.groups.push({ heading: isNamed ? headingOf(heading) : null, entries: [], isNamed });
    if (rest !== '') readEntries(list, rest);
  }
}

/** 判断题：错误的是9、12，其余正确 */
const STATED =
  /^(?:[一二三四五六七八九十]{1,3}\s?[、.．]\s{0,4})?判断(?:题)?\s{0,3}[:：]?\s{0,4}(正确|错误|对|错)的(?:题|小题)?(?:号)?[是有为]?\s?[:：]?\s?第?\s?(\d{1,3}(?:\s?题?\s?[、,，和]\s?第?\s?\d{1,3}){0,30})\s?题?\s?[,，;；。]?\s?(?:其余|其他|其它|余下)(?:的|各题|各小题)?(?:均|都|全|皆)?[为是]?(正确|错误|对|错)(?:的)?[。.]?$/;

function statedOf(line: string): Group | null {
  const [, key = '', numbers = '', other = ''] = line.length < 200 ? (STATED.exec(line) ?? []) : [];
  if (key === '' || /[正对]/.test(key) === /[正对]/.test(other)) return null;
  const group = ordinalGroup('', line);
  if (group.heading) group.heading.kind = { kind: 'judge' };
  return { ...group, stated: { numbers: (numbers.match(/\d{1,3}/g) ?? []).map(Number), key, other, text: line } };
}

const ANALYSES =
  /^[【[（(]?\s?(?:答案|试题|参考)?(?:解析|详解|分析)(?:部分)?\s?[】\])）]?\s?[:：]?\s{0,4}(?=$|[（(]?[0-9０-９]{1,3}\s?[)）.．、:：])/;

/** 【解析】1．因为… 2．因为… behind all answers, none of which has its analysis yet: each number is a question's. */
function readAnalyses(list: AnswerList, line: string): boolean {
  const title = line.length < 20_000 && !list.analysed ? ANALYSES.exec(line)?.[0] : undefined;
  if (title !== undefined) {
    const entries = list.groups.flatMap((group) => group.entries);
    if (entries.length < 2 || entries.some(({ analysis }) => analysis.length > 0)) return false;
    list.analysed = { runs: runsOf(list), at: 0, last: 0, isBegun: false };
    const rest = line.slice(title.length);
    return rest === '' || readAnalysis(list, rest);
  }
  return list.analysed !== undefined && line !== '' && readAnalysis(list, line);
}

function readAnalysis(list: AnswerList, line: string): boolean {
  const { analysed } = list;
  if (!analysed) return false;
  const [sign = '', digits = ''] = ENTRY_FIRST.exec(line) ?? [];
  const number = Number(digits.normalize('NFKC'));
  const isNextOf = () => sign !== '' && number > analysed.last && (entriesOf(analysed)?.has(number) ?? false);
  const section = isNextOf() ? null : sectionOf(line, analysed.runs.length > 1);
  if (section) {
    toRun(analysed, section);
    return true;
  }
  // Behind the last number of a section without the name of the next one its first may follow.
  const following = analysed.runs[analysed.at + 1];
  if (
    following &&
    analysed.last > 0 &&
    number === firstOf(following) &&
    analysed.last === analysed.runs[analysed.at]?.last
  ) {
    analysed.at += 1;
    analysed.last = 0;
  }
  const isNext = isNextOf();
  // The list begins with the first of the answers; else the title was of the last one.
  const first = firstOf(analysed.runs[analysed.at]);
  if (!analysed.isBegun && first !== undefined && (!isNext || number !== first)) {
    list.analysed = undefined;
    const last = lastEntry(list);
    if (last) last.isOpen = true;
    return false;
  }
  const entries = entriesOf(analysed);
  if (!isNext || !entries) {
    const last = entries?.get(analysed.last);
    if (last) last.analysis.push(line);
    else list.lost.push(line);
    return true;
  }
  for (const part of splitEntries(line.slice(sign.length), number, new Set(entries.keys()))) {
    const entry = entries.get(part.number);
    if (part.text !== '') entry?.analysis.push(part.text);
    if (entry) entry.isListed = true;
    analysed.last = part.number;
  }
  analysed.isBegun = true;
  return true;
}

type Analysed = NonNullable<AnswerList['analysed']>;

const entriesOf = ({ runs, at }: Analysed) => runs[at]?.entries;
const firstOf = (run: Run | undefined) => run?.entries.keys().next().value;

/** 二、填空题, 填空题：, 二、 as it parts the analyses. */
function sectionOf(line: string, isParted: boolean): Heading | null {
  const bare = isParted ? BARE_ORDINAL.exec(line) : null;
  if (bare) return ordinalGroup(bare[1] ?? bare[2] ?? '', line).heading;
  const heading = headingOf(line);
  return heading?.isDoubtful === false ? heading : null;
}

/** Goes on with the entries of a section; one that is not among them has its analyses lost. */
function toRun(analysed: Analysed, { ordinal, kind }: Heading): void {
  if (analysed.runs.length === 1) return;
  const kindOf = (each: Heading['kind'] | undefined) => (each && 'kind' in each ? each.kind : undefined);
  const byOrdinal = analysed.runs.findIndex(({ heading }) => ordinal !== null && heading?.ordinal === ordinal);
  const byKind = analysed.runs.findIndex(
    ({ heading }) => kindOf(kind) !== undefined && kindOf(heading?.kind) === kindOf(kind),
  );
  analysed.at = byOrdinal >= 0 ? byOrdinal : byKind;
  analysed.last = 0;
}

/** 【3题详解】: what follows is the analysis of question 3. */
export const DETAIL = /^[【[]\s?第?(\d{1,3})\s?小?题(?:详解|解析|分析|点评)\s?[】\]]\s{0,4}/;

/** The lines below 【3题详解】, until another entry begins. */
function readDetail(list: AnswerList, line: string): boolean {
  const [sign = '', number] = DETAIL.exec(line) ?? [];
  if (number !== undefined) list.detailed = entryOf(list, Number(number));
  if (!list.detailed) return false;
  const text = line.slice(sign.length);
  // 1. 2. 3. within it count on as far as the last answer, and 【点睛】 goes on with it.
  const entry = Number(narrow(ENTRY_FIRST.exec(text)?.[1] ?? ''));
  const isNext = entry > (lastEntry(list)?.number ?? 0);
  const isLabelled = /^[【[]\s?\d/.test(text) || segmentsOf(text)[0]?.label !== null;
  const isOther = sign === '' && (isNext || headingOf(text)?.isDoubtful === false || isLabelled);
  if (isOther) list.detailed = undefined;
  else if (text !== '') list.detailed.analysis.push(text);
  return !isOther;
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
  const whole = wholeEntry(line.slice(match[0].length));
  const group = ordinalGroup(counted?.[1] ?? '', line);
  if (group.heading && named) group.heading.kind = kindOfWord(named[1] ?? '');
  return { ...group, whole };
}
