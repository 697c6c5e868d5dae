import { ENTRY_FIRST, isListText } from './text-answer-entries';
import { isListTitle } from './text-answers';
import { headingOf, sectionTitle } from './text-headings';
import type { KeySection, TextLine } from './text-line';
import { numberOf } from './text-numbers';
import { kindOfWord } from './words.rules';

/**
 * Sections that a key calls by the names the paper has for them, whether these name a kind or not: 听力：1-2 AB,
 * 【阅读】21. A, 语法填空 above its answers, 书面表达 above a text.
 */

/** So many names of a paper are known, and so far behind a name its answers are looked for. */
const MAX_NAMES = 80;
const MAX_LENGTH = 2000;

/** 听力, 基础知识, 完形填空 alone above question 1. */
const BARE_NAME = /^[\u3400-\u9fff]{2,8}$/;
const OPTION = /^[AＡ]\s?[.．、:：)）]/;

/** Before a name: 一、, 第一部分, Ⅰ., （一）, 【. */
const BEFORE =
  /^(?:[（(]\s?[一二三四五六七八九十]{1,3}\s?[)）]|[一二三四五六七八九十]{1,3}\s?[、.．:：]|第\s?[一二三四五六七八九十\dⅠ-Ⅻ]{1,3}\s?(?:大题|部分|节|卷)|[Ⅰ-ⅫIVX]{1,4}\s?[、.．])?\s{0,4}[【[［]?\s?/;
const WORD = /^(?:[\u3400-\u9fff]{2,14}|[A-Za-z]{3,15}(?:\s[A-Za-z]{2,15}){0,3})/;
/** Behind the name within a word: 听力部分, 听力答案. */
const SUFFIX = /(?:部分|(?:参考|正确|标准)?答案)$/;
/** （共20分）, 】, ： behind a name. */
const BEHIND = /^\s?(?:[（(][^（()）]{0,40}[)）])?\s?[】\]］]?\s{0,4}[:：]?\s{0,8}/;
/** （1-2） behind a name says which its answers are. */
const RANGE =
  /^\s?[（(]\s?(?:第\s?)?(\d{1,3}\s?[-—–~～至到]{1,2}\s?\d{1,3})\s?(?:小?题)?\s?[)）]\s?[】\]］]?\s?[:：]?\s{0,4}/;

/** Behind each name, and each beginning of one, the headings it is of; '' where it stands above questions but is none. */
type Names = Map<string, { exact: Set<string>; longer: Set<string> }>;

/** The lines with the sections that the lines of a key name. */
export function withKeySections(lines: TextLine[]): TextLine[] {
  const names: Names = new Map();
  const made: TextLine[] = [];
  let count = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as TextLine;
    made.push(line);
    if (isListTitle(line.text) && names.size > 0) {
      const end = endOfKey(lines, at + 1);
      for (let index = at + 1; index < end; index += 1) made.push(named(lines, index, names));
      at = Math.max(at, end - 1);
      continue;
    }
    const name = count < MAX_NAMES ? nameAt(lines, at) : null;
    if (name && keep(names, name)) count += 1;
  }
  return made;
}

/** The first line behind a key: a paper that follows begins with the heading above its first options. */
function endOfKey(lines: TextLine[], from: number): number {
  let end = from;
  while (end < lines.length && !isOver(lines[end] as TextLine)) end += 1;
  if (end === lines.length) return end;
  for (let at = end - 1; at >= from; at -= 1) if (headingOf(lines[at]?.text ?? '')) return at;
  return from;
}

const isOver = ({ text, row, passage }: TextLine) => row !== undefined || passage !== undefined || OPTION.test(text);

type Name = { name: string; heading: string };

/** What the paper calls the section that begins here; null for a line that begins none. */
function nameAt(lines: TextLine[], at: number): Name | null {
  const { text, row, passage } = lines[at] as TextLine;
  if (text === '' || row || passage || text.length > 120) return null;
  const name = sectionTitle(text);
  if (name !== null) return name === '' ? null : { name, heading: text };
  if (!BARE_NAME.test(text)) return null;
  return isFirstOf(nextText(lines, at)) ? { name: text, heading: '' } : null;
}

const isFirstOf = (text: string) => {
  const found = numberOf(text);
  return found?.style === 'plain' && !found.isDoubtful;
};

/** The next line that is not blank. */
function nextText(lines: TextLine[], at: number): string {
  return lines[at + 1]?.text || (lines[at + 2]?.text ?? '');
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/题目?$/, '')
    .replace(SUFFIX, '');

/** Keeps a name and each of its beginnings; whether it was new. */
function keep(names: Names, { name, heading }: Name): boolean {
  const word = plain(WORD.exec(name)?.[0] ?? '');
  if (word.length < 2) return false;
  for (let length = 2; length <= word.length; length += 1) {
    const found = names.get(word.slice(0, length)) ?? { exact: new Set<string>(), longer: new Set<string>() };
    (length === word.length ? found.exact : found.longer).add(heading);
    names.set(word.slice(0, length), found);
  }
  return true;
}

/** A line of a key with the sections it names. */
function named(lines: TextLine[], at: number, names: Names): TextLine {
  const line = lines[at] as TextLine;
  if (line.row || line.text === '' || line.text.length > MAX_LENGTH) return line;
  const first = sectionAt(line.text, names);
  if (!first) return line;
  const sections = apart(first, names);
  if (sections.every(({ rest }) => isEntries(rest))) return { ...line, sections };
  if (!first.isExact) return line;
  const { heading, rest } = first;
  if (rest !== '') return isOfText(heading) && /^\s/.test(first.sign) ? { ...line, sections } : line;
  // What is a heading for every reader needs no name of the paper.
  const own = headingOf(line.text);
  const isPlain = own?.isDoubtful === false && own.ordinal !== null;
  return !isPlain && (isEntries(nextText(lines, at)) || isOfText(heading)) ? { ...line, sections } : line;
}

const isEntries = (text: string) => isListText(text) || ENTRY_FIRST.test(text);

/** Whether the answer below a name may be a text. */
function isOfText(heading: string): boolean {
  const kind = heading === '' ? null : kindOfWord(sectionTitle(heading) ?? '');
  if (kind === null) return /作文|写作|表达|续写/.test(heading);
  return 'unsupported' in kind
    ? /改错/.test(kind.unsupported)
    : ['written', 'essay', 'short', 'oral'].includes(kind.kind);
}

/** `sign`: what parts the name from `rest`; `lead`: its numbers, where they stand in brackets; `isExact`: the whole name. */
type Found = { heading: string; lead: string; rest: string; sign: string; isExact: boolean };

/** The section whose name stands at the beginning of a text, with what stands behind it. */
function sectionAt(text: string, names: Names): Found | null {
  const [before = ''] = BEFORE.exec(text) ?? [];
  const [word = ''] = WORD.exec(text.slice(before.length)) ?? [];
  const found = names.get(plain(word));
  if (!found) return null;
  const behind = text.slice(before.length + word.length);
  const [range, numbers] = RANGE.exec(behind) ?? [];
  const sign = range ?? BEHIND.exec(behind)?.[0] ?? '';
  const rest = behind.slice(sign.length).trim();
  if (sign === '' && rest !== '' && !/^\d/.test(rest)) return null;
  const isExact = found.exact.size > 0;
  const headings = isExact ? found.exact : found.longer;
  const [heading = ''] = headings.size === 1 ? headings : [];
  return { heading, lead: numbers === undefined ? '' : `${numbers} `, rest, sign, isExact };
}

/** 听力：1-2 AB 阅读：3-4 BA as a section each. */
function apart(first: Found, names: Names): KeySection[] {
  const made: KeySection[] = [];
  const whole = first.rest;
  let last = first;
  let begin = 0;
  for (const { index } of whole.matchAll(/[\s；;。](?=[^\s\d])/g)) {
    const found = index < begin ? null : sectionAt(whole.slice(index + 1), names);
    if (!found || !/[:：\d]/.test(`${found.sign}${found.rest.charAt(0)}`)) continue;
    made.push({ heading: last.heading, rest: `${last.lead}${whole.slice(begin, index).trim()}` });
    begin = whole.length - found.rest.length;
    last = found;
  }
  return [...made, { heading: last.heading, rest: `${last.lead}${whole.slice(begin)}` }];
}
