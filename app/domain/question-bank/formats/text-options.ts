import { MAX_LINE, VERBATIM, trimmed } from './text-labels';
import { narrow } from './words.rules';

/** The options of a choice: a letter and its text, several on a line or one on each. */

export type OptionMark = { key: string; text: string };

export const OPTION =
  /^[（([【［]?\s{0,3}([A-ZＡ-Ｚ])\s{0,3}(?:[.．、:：]|[)）\]】］](?:\s?[:：])?|(?=\s{2}|\t))\s{0,8}/;

/** The options on a line that begins with one; [] when it does not. `next` is the following line. */
export function optionsOf(line: string, next: string, isOnePerLine: boolean): OptionMark[] {
  const first = OPTION.exec(line);
  if (!first) return [];
  const key = narrow(first[1] ?? '').toUpperCase();
  const text = line.slice(first[0].length);
  const following = OPTION.exec(next)?.[1];
  const isOne = isOnePerLine && !isApart(text, key, following);
  if (isOne || line.length > MAX_LINE) return [{ key, text: trimmed(text) }];
  return splitOptions(key, text, following === undefined ? '' : narrow(following));
}

/** 丙    D. 丁: with so much room before it the next letter begins an option, unless the next line does. */
function isApart(text: string, key: string, following: string | undefined): boolean {
  const letter = String.fromCharCode(key.charCodeAt(0) + 1);
  if (text.length > MAX_LINE || narrow(following ?? '') === letter) return false;
  return new RegExp(`(?:\\s\\s|[\\t\\u3000])[（(【]?[${letter}${wideOf(letter)}]\\s?[.．、:：)）】]`).test(text);
}

const wideOf = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);

/** A room, and a text that begins with no sign of a letter: A .北京 has one, A .5 and A .25 are decimals. */
const BARE = /^[ \u3000](?:[^\s.．、:：)）]|\.\d(?!\d{3}\s?年))/;

/** `A 上海` and `B 北京` on lines of their own are options too, where A is followed by B: they get their dots. */
export function withOptionDots<T extends { text: string }>(lines: T[]): T[] {
  const isBare = (at: number, letter: string) => {
    const text = lines[at]?.text ?? '';
    const key = text.charAt(0);
    return (key === letter || key === wideOf(letter)) && BARE.test(text.slice(1, 9));
  };
  const dotted = [...lines];
  for (let at = 0; at < lines.length; at += 1) {
    if (!isBare(at, 'A') || !isBare(at + 1, 'B')) continue;
    for (
      let letter = 'A';
      letter <= 'J' && isBare(at, letter);
      letter = String.fromCharCode(letter.charCodeAt(0) + 1)
    ) {
      const line = lines[at] as T;
      dotted[at] = { ...line, text: `${letter}. ${line.text.slice(2)}` };
      at += 1;
    }
    at -= 1;
  }
  return dotted;
}

/** Where a first option may begin behind a stem: a letter of another word or number before it makes it none. */
const FIRST_OPTION = /(?:^|[^A-Za-z0-9Ａ-Ｚａ-ｚ０-９])(?:[（(【]\s?)?[AＡ]\s?[.．、:：)）】]/g;

const AFTER_STEM = /[\s)）?？。:：_，,；;]/;

/**
 * Where A to at least B stand behind a stem on its line, or A alone when `next`, the following line, goes on;
 * null when they do not. Right behind a word (正确的是A．甲) there must be a dot, and C as well.
 */
export function optionsBehind(text: string, next = ''): { stem: string; options: OptionMark[] } | null {
  if (text.length > MAX_LINE || text.includes(VERBATIM)) return null;
  const following = narrow(OPTION.exec(next)?.[1] ?? '');
  // “Who is A. Lincoln?” above options of its own has none.
  if (following === 'A') return null;
  let tries = 0;
  const beginning = new RegExp(FIRST_OPTION);
  for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
    // （ A ）(A) 甲: the sign before the second belongs to the first.
    beginning.lastIndex = match.index + 1;
    // More beginnings than any stem has.
    if ((tries += 1) > 8) return null;
    const before = match.index === 0 && /^[AＡ（(【]/.test(match[0]) ? '' : match[0].charAt(0);
    const at = match.index + before.length;
    if (at === 0) continue;
    const options = optionsOf(text.slice(at), next, false);
    const last = options[options.length - 1]?.key ?? '';
    const isGoingOn = following !== '' && following === String.fromCharCode(last.charCodeAt(0) + 1);
    // The answer in its brackets right before the first option is none of them, where A. A. J. Cronin is one option.
    const own = OPTION.exec(options[0]?.text ?? '');
    if (/^[AＡ]/.test(own?.[1] ?? '') && !/^[AＡ][.．]/.test(text.slice(at))) continue;
    const isApart = AFTER_STEM.test(before);
    const isTight = !isApart && (!/[.．]$/.test(match[0]) || (options.length < 3 && !isGoingOn));
    if (isTight || (options.length < 2 && !isGoingOn) || options.length === 0) continue;
    return { stem: text.slice(0, at).trim(), options };
  }
  return null;
}

/**
 * Cuts `北京  B. 上海  C. 广州` at the letters that follow in order. A letter that begins the next line is not
 * looked for on this one; behind a letter without a blank before it only . counts (维生素B、C is one text), and 、 where
 * the next letter follows as well (…部分C、其他 D、最后).
 */
function splitOptions(key: string, text: string, following: string): OptionMark[] {
  const limit = text.indexOf(VERBATIM);
  const options: OptionMark[] = [];
  let start = 0;
  let letter = key;
  for (;;) {
    const next = String.fromCharCode(letter.charCodeAt(0) + 1);
    const isOver = next > 'Z' || next === following;
    const at = isOver ? null : (findLetter(text, next, start) ?? findGlued(text, next, start, following));
    if (!at || (limit >= 0 && at.index > limit)) break;
    options.push({ key: letter, text: text.slice(start, at.index).trim() });
    start = at.end;
    letter = next;
  }
  options.push({ key: letter, text: trimmed(text.slice(start)) });
  return withoutSeparators(options);
}

/** A、一；B、二；C、三。 on one line: the signs between them are none of the options. */
function withoutSeparators(options: OptionMark[]): OptionMark[] {
  const before = options.slice(0, -1);
  if (before.length < 2 || !before.every(({ text }) => /[^;；][;；]$/.test(text))) return options;
  return options.map(({ key, text }) => ({ key, text: text.replace(/[;；。]$/, '') }));
}

/** A letter that an option's text holds as if it began another: 两项  C. 以上都对; '' for none. */
export function letterWithin(text: string, keys: string[]): string {
  const [first = '', ...rest] = text.split('\n');
  const below = rest.map((line) => OPTION.exec(line)?.[1] ?? '').find((key) => keys.includes(narrow(key)));
  if (below !== undefined) return narrow(below);
  const spaced = /\s[（(]?([A-JＡ-Ｊ])[.．、)）]\s?(?=\S)/g;
  for (const [, key = ''] of first.slice(0, 2000).matchAll(spaced)) if (keys.includes(narrow(key))) return narrow(key);
  return '';
}

/** A letter right behind a word with 、 after it, if the letter after it follows: on this line or at the next one. */
function findGlued(
  text: string,
  letter: string,
  from: number,
  following: string,
): { index: number; end: number } | null {
  const wide = String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
  const glued = new RegExp(`[^\\sA-Za-z0-9、,，和与及或][${letter}${wide}][、:：)）]\\s{0,4}`, 'g');
  glued.lastIndex = from;
  const match = glued.exec(text);
  if (!match) return null;
  const after = String.fromCharCode(letter.charCodeAt(0) + 1);
  const end = match.index + match[0].length;
  const goesOn = after === following || findLetter(text, after, end) || findGlued(text, after, end, following);
  return goesOn ? { index: match.index + 1, end } : null;
}

function findLetter(text: string, letter: string, from: number): { index: number; end: number } | null {
  const wide = String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
  const framed = `[\\[［]\\s?[${letter}${wide}]\\s?[\\]］]`;
  const sign = `(?:(?:[（(【]\\s?)?[${letter}${wide}]\\s?[.．、:：)）】]|${framed})\\s{0,4}`;
  // A. A. B. Smith    B. B. C. Jones: between options there is more room than within a name.
  const apart = new RegExp(`(?:\\s\\s|[\\t\\u3000])${sign}`, 'g');
  const spaced = new RegExp(`[\\s;；]${sign}|[（(【][${letter}${wide}][)）】]\\s{0,4}`, 'g');
  const tight = new RegExp(`[^\\sA-Za-z0-9][${letter}${wide}][.．]\\s{0,4}`, 'g');
  for (const pattern of [apart, spaced, tight]) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) continue;
    const end = match.index + match[0].length;
    const again = pattern === spaced && /\s$/.test(match[0]) ? signAgain(text.slice(end, end + 20), letter) : 0;
    if (again > 0) return { index: end, end: end + again };
    const [blank = ''] = /^[\s;；]{1,2}/.exec(match[0]) ?? [];
    return { index: match.index + (pattern === tight ? 1 : blank.length), end };
  }
  return null;
}

/** A is bigger than B. B. B is bigger than A.: the sign before the second is of the text; of B. B. Shaw the first is none. */
function signAgain(text: string, letter: string): number {
  const again = new RegExp(`^[${letter}${wideOf(letter)}]\\s?[.．、]\\s{0,4}(?=\\S)`).exec(text)?.[0] ?? '';
  return /^[A-Z](?:[a-z]|\s?\.)/.test(text.slice(again.length)) ? 0 : again.length;
}
