import { headingOf } from './text-headings';
import type { TextLine } from './text-line';

/** Lines of a key that hold several entries without the usual sign behind their numbers, as a line for each. */

const MAX_LENGTH = 600;
const SIGN = '(?:[√×✓✗✔✘对错TF]|正确|错误)';

/** 6/7/8 ABD/AB/ACD */
const SLASHED = /^(\d{1,3}(?:\/\d{1,3}){1,20})\s{1,4}([A-JＡ-Ｊ√×✓✗对错]{1,8}(?:\/[A-JＡ-Ｊ√×✓✗对错]{1,8}){1,20})$/;
/** 9、12× 10、11√ */
const SHARED = new RegExp(
  `^(?:\\d{1,3}(?:\\s?[、,，]\\s?\\d{1,3}){0,30}\\s?[:：]?\\s?${SIGN}[\\s;；,，。]{0,4}){1,6}$`,
);
const SHARED_EACH = new RegExp(`(\\d{1,3}(?:\\s?[、,，]\\s?\\d{1,3}){0,30})\\s?[:：]?\\s?(${SIGN})`, 'g');
/** 13 北京 */
const SPACED = /^(\d{1,3})\s{1,4}(?=\S)/;
const ANY_NUMBER = /^[（(【[第]?\s?(\d{1,3})(?:\s?[-—–~～至到]{1,2}\s?(\d{1,3}))?/;

type Entry = { number: number; text: string };

const numbersOf = (text: string) => (text.match(/\d{1,3}/g) ?? []).map(Number);
const isCounting = (numbers: number[]) =>
  numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);

/** The lines of a key with each such line as the entries it holds. */
export function withEntriesApart(lines: TextLine[]): TextLine[] {
  // Behind such a line the next ones go on with their numbers alone: 16 氧气
  let next = NaN;
  const begins = new Set(lines.flatMap(({ text }) => numberAt(text)?.from ?? []));
  return lines.flatMap((line, at) => {
    if (line.text.length > MAX_LENGTH || !/^\d/.test(line.text)) return [line];
    const many = spaced(lines, at, begins);
    const alone = Number(SPACED.exec(line.text)?.[1]) === next ? [entryOf(line.text)] : null;
    const entries = slashed(line.text) ?? shared(line.text) ?? many ?? alone;
    next = many || alone ? (entries?.[entries.length - 1]?.number ?? NaN) + 1 : NaN;
    return entries ? entries.map(({ number, text }) => ({ ...line, text: `${number}．${text}` })) : [line];
  });
}

const entryOf = (text: string): Entry => {
  const [sign = '', number] = SPACED.exec(text) ?? [];
  return { number: Number(number), text: text.slice(sign.length) };
};

function slashed(text: string): Entry[] | null {
  const [, left = '', right = ''] = SLASHED.exec(text) ?? [];
  const numbers = numbersOf(left);
  const answers = right.split('/');
  const isFit = numbers.length > 1 && numbers.length === answers.length && isCounting(numbers);
  return isFit ? numbers.map((number, index) => ({ number, text: answers[index] ?? '' })) : null;
}

/** Signs that stand for several numbers each, where these together count without a gap. */
function shared(text: string): Entry[] | null {
  if (!SHARED.test(text)) return null;
  const found = [...text.matchAll(SHARED_EACH)].map(([, numbers = '', sign = '']) => ({
    numbers: numbersOf(numbers),
    sign,
  }));
  // 9×10√: every number has its own.
  if (found.every(({ numbers }) => numbers.length === 1)) return null;
  const entries = found
    .flatMap(({ numbers, sign }) => numbers.map((number) => ({ number, text: sign })))
    .sort((a, b) => a.number - b.number);
  return isCounting(entries.map(({ number }) => number)) ? entries : null;
}

/**
 * 13 北京 14 12、7 15 李白: only where each next number stands on the line once, begins no other line of the key, and
 * the key goes on behind the last one.
 */
function spaced(lines: TextLine[], at: number, begins: Set<number>): Entry[] | null {
  const { text } = lines[at] as TextLine;
  const first = Number(SPACED.exec(text)?.[1] ?? NaN);
  if (Number.isNaN(first) || !goesOnFrom(lines, at, first)) return null;
  const entries: Entry[] = [];
  let rest = text;
  let number = first;
  for (;;) {
    const body = rest.slice(String(number).length).trimStart();
    const places = [...body.matchAll(new RegExp(`[\\s、，,;；]${number + 1}(?=\\s)`, 'g'))];
    const [place] = places;
    if (!place || begins.has(number + 1)) {
      entries.push({ number, text: body });
      break;
    }
    if (places.length > 1) return null;
    entries.push({ number, text: body.slice(0, place.index).replace(/[\s、，,;；]{1,8}$/, '') });
    rest = body.slice(place.index + 1);
    number += 1;
  }
  const isEach = entries.length > 1 && entries.every((entry) => entry.text !== '');
  return isEach && goesOnBehind(lines, at, number) ? entries : null;
}

function numberAt(text: string): { from: number; to: number } | undefined {
  const [, from, to] = ANY_NUMBER.exec(text) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to ?? from) };
}

/** The text of the next line that is not empty, in either direction. */
function besides(lines: TextLine[], at: number, step: 1 | -1): string | undefined {
  let index = at + step;
  while (lines[index]?.text === '') index += step;
  return lines[index]?.text;
}

/** Below a heading, the title, or a line that ends with the number before. */
function goesOnFrom(lines: TextLine[], at: number, number: number): boolean {
  const before = besides(lines, at, -1);
  if (before === undefined || number === 1 || headingOf(before)) return true;
  const isLast = new RegExp(`(?:^|\\D)${number - 1}(?:\\D|$)`).test(before.slice(0, MAX_LENGTH));
  return isLast || numberAt(before)?.to === number - 1;
}

/** The next line has the next number, or names a section; or nothing follows. */
function goesOnBehind(lines: TextLine[], at: number, number: number): boolean {
  const after = besides(lines, at, 1);
  return after === undefined || headingOf(after) !== null || numberAt(after)?.from === number + 1;
}
