import { countBlanks } from '../question.rules';
import { alternatives } from './alternatives.rules';

/** How the blanks of a stem are drawn. */

const EMPTY_BRACKETS = /[（(【[［〔]\s{0,40}[)）】\]］〕]/g;

/** The stem with its empty brackets as blanks, unless it has blanks already or as many as there are answers. */
export function toBlanks(stem: string, answers: number | null): string {
  const drawn = stem.replace(/[﹍﹏]{2,}|_(?:\s_){2,}/g, '____').replace(/《[\s\u3000]{1,40}》/g, '《____》');
  // Wide lines beside others are drawn as those.
  const alike = drawn.includes('__') ? drawn.replace(/＿{2,}/g, '____') : drawn;
  const lines = answers !== null && answers === countBlanks(alike) ? alike : unnumbered(alike);
  const own = countBlanks(lines);
  if (own > 0 && (answers === null || answers === own)) return lines;
  const converted = lines.replace(EMPTY_BRACKETS, (whole, at: number) => (isCall(lines, whole, at) ? whole : '____'));
  return own === 0 || countBlanks(converted) === answers ? converted : lines;
}

/** int main(){ and main()函数: a name that is called, no blank. */
function isCall(text: string, brackets: string, at: number): boolean {
  if (brackets !== '()' || !/[A-Za-z0-9_]/.test(text.charAt(at - 1))) return false;
  return /^\s{0,3}(?:[{;)]|函数|方法|过程)/.test(text.slice(at + 2, at + 10));
}

const BLANK_NUMBER = /^\s{0,3}[（(]?(\d{1,2}|[①-⑳])[)）]?\s{0,3}$/;

const numberOn = (sign: string) => (/\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 0x245f);

/** `____1____` is one blank with its number on it: where such numbers count on, they are no text. */
function unnumbered(stem: string): string {
  // Texts at even places, blanks between them.
  const parts = stem.split(/(_{2,})/);
  const numbers: number[] = [];
  const merged: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const number = at % 2 === 0 && at > 0 ? BLANK_NUMBER.exec(parts[at]?.slice(0, 20) ?? '')?.[1] : undefined;
    // A number stands between two blanks, of which the first is none that has its number already.
    if (number === undefined || at + 1 >= parts.length || (parts[at]?.length ?? 0) > 14) {
      merged.push(parts[at] ?? '');
      continue;
    }
    numbers.push(numberOn(number));
    // The text behind the second blank stands for itself.
    merged.push('', parts[at + 2] ?? '');
    at += 2;
  }
  // (1) ____ (2) ____: each number stands before its blank.
  const before = /[（(]?(\d{1,2}|[①-⑳])[)）]?\s?[.．、]?\s{0,3}$/.exec(parts[0]?.slice(-12) ?? '')?.[1];
  if (before !== undefined && numberOn(before) + 1 === numbers[0]) return stem;
  const isCounting = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
  return numbers.length > 0 && isCounting ? merged.join('').replace(/_{2,}/g, '____') : stem;
}

type Filled = { stem: string; blanks: string[][]; isSure: boolean };

/** `__北京__是首都`: answers inside of short blanks. */
export function filledBlanks(given: string): Filled | null {
  // The sign of a lowered figure draws no line.
  const stem = given
    .replace(/＿/g, '_')
    .replace(/\$[^$\n_]{0,80}(?:_\{[^$\n_]{1,80}){1,20}\$/g, (formula) => formula.replace(/_/g, LOWERED));
  if (unnumbered(stem) !== stem) return null;
  const filled = filledLines(stem) ?? filledShort(stem);
  return (
    filled && {
      ...filled,
      stem: withLowered(filled.stem),
      blanks: filled.blanks.map((each) => each.map(withLowered)),
    }
  );
}

const LOWERED = '\ue013';
const withLowered = (text: string) => text.replace(/\ue013/g, '_');

/** 为___和___, 流经___省，注入___海: words that go on from one blank to the next, and no answer. */
const BETWEEN =
  /^(?:以及|或者?|还是|等于|[大小]于|不是|而是|就是|也是|[和与及跟同到至是为于在有比约即个只条名元岁年月日时分秒米克吨升次倍省市县区州国])$|[，。；、：！？;!?]|,(?!\d)/;
/** 甲__有__, 分别是__红__: such a word may be an answer, or may go on. */
const MAY_GO_ON = /^(?:and|or|to|of|[的得地].*)$|(?:[是为有在于]|分别)$/;

function filledShort(stem: string): Filled | null {
  const runs = stem.match(/_{2,}/g) ?? [];
  if (runs.length === 0 || runs.length % 2 === 1 || runs.some((run) => run.length > 3)) return null;
  const inners: string[] = [];
  const emptied = stem.replace(/_{2,3}([^_\n]{1,200})_{2,3}/g, (_whole, inner: string) => {
    inners.push(inner.trim());
    return '____';
  });
  if (inners.length * 2 !== runs.length || inners.some((inner) => inner === '' || BETWEEN.test(inner))) return null;
  // Of two signs they are drawn around a word; three may be a blank by themselves.
  const isSure = runs.every((run) => run.length === 2) && !/分别|依次|各/.test(stem);
  return {
    stem: emptied,
    blanks: inners.map(alternatives),
    isSure: isSure && !inners.some((inner) => MAY_GO_ON.test(inner)),
  };
}

/**
 * 称_干支______纪年法: a text that was typed onto its line. A single _ draws no blank, so what stands between one and a
 * longer line is an answer for sure; 避__李世民_______的讳 may be two blanks as well.
 */
function filledLines(stem: string): Filled | null {
  const parts = stem.split(/(_{1,60})/);
  // Texts at even places, lines between them: every second of the texts is on its line.
  if (parts.length < 5 || (parts.length - 1) % 4 !== 0) return null;
  const blanks: string[][] = [];
  let isSure = true;
  let made = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 4) {
    const [left = '', inner = '', right = '', behind = ''] = parts.slice(at, at + 4);
    const text = inner.trim();
    const isOneLine = Math.min(left.length, right.length) === 1 && Math.max(left.length, right.length) > 1;
    if (!/^[^\s，,。；;、：:！!？?（()）]{1,30}$/.test(text) || BETWEEN.test(text)) return null;
    if (!isOneLine && (left.length === 1 || Math.abs(left.length - right.length) < 2)) return null;
    isSure &&= isOneLine;
    blanks.push(alternatives(text));
    made += `____${behind}`;
  }
  return { stem: made, blanks, isSure };
}
