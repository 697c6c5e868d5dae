import type { TextLine } from './text-line';
import { headingOf } from './text-headings';
import { SPOKEN, VERBATIM, segmentsOf } from './text-labels';
import { isListText } from './text-answer-entries';
import { numberOf } from './text-numbers';
import { type OptionMark, optionsOf } from './text-options';
import { answersBehind, blanksIn, redrawn, takeAnswers } from './text-passages';
import { narrow } from './words.rules';

/**
 * A text with numbered blanks, each of which takes one of the options that stand once below it (七选五, 补全对话): each
 * blank is a choice of all of them, with the text above it.
 */

const MAX_TEXT = 80;
/** Fewer blanks, or options, are of one question. */
const MIN_BLANKS = 3;
const MIN_OPTIONS = 5;
const MAX_BLANKS = 10;

/** The lines of the options, `end` behind the last of them. */
type Pool = { options: OptionMark[]; begin: number; end: number };

/** The lines with the options of such texts standing below each of its blanks. */
export function withOptionPools(all: TextLine[]): TextLine[] {
  const lines = [...all];
  const made: TextLine[] = [];
  let done = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const pool = poolAt(lines, at);
    if (!pool) continue;
    if (!drawWideBlanks(lines, done, pool)) drawBareBlanks(lines, done, pool);
    const begin = beginAbove(lines, done, at);
    const found = begin === null ? null : (textOf(lines, begin, pool, false) ?? textOf(lines, begin, pool, true));
    if (found) {
      made.push(...lines.slice(done, found.begin), ...questionsOf(lines, found, pool));
      done = found.end;
    }
    at = (found ?? pool).end - 1;
  }
  return done === 0 ? lines : [...made, ...lines.slice(done)];
}

/** A. … to at least E. …, with no letter left out and nothing between them. */
function poolAt(lines: TextLine[], at: number): Pool | null {
  const options: OptionMark[] = [];
  let end = at;
  for (let index = at; index < lines.length && options.length <= MAX_BLANKS; index += 1) {
    const { text, row } = lines[index]!;
    if (text === '' && options.length > 0) continue;
    if (row || text.length > 4000 || text.includes(VERBATIM) || segmentsOf(text).length > 1) break;
    const own = optionsOf(text, lines[index + 1]?.text ?? '', false);
    const last = options[options.length - 1];
    if (last && own.length === 0 && index === end && GOES_ON.test(text) && !/[.?!]$/.test(last.text)) {
      options[options.length - 1] = { ...last, text: `${last.text} ${text}` };
      end = index + 1;
      continue;
    }
    if (own.length === 0 || own.some(({ key }, place) => key !== letterOf(options.length + place))) break;
    options.push(...own);
    end = index + 1;
  }
  return options.length >= MIN_OPTIONS && options.length <= MAX_BLANKS ? { options, begin: at, end } : null;
}

/** a list. behind It is fun to make: an option that was broken over two lines. */
const GOES_ON = /^[a-z][^\u3400-\u9fff]{0,200}$/;

const letterOf = (place: number) => String.fromCharCode(65 + place);

/** A number with wide blanks around it where the line that was drawn below it is lost: Eat well.  8  . */
const WIDE = /(^|\s{2})(\d{1,3})(?=\s{2}|$)/g;

/** Draws such numbers above the options, where they count on and no other blanks are there; true for nothing left to do. */
function drawWideBlanks(lines: TextLine[], from: number, { begin: end, options }: Pool): boolean {
  const begin = textAbove(lines, from, end);
  const text = lines.slice(begin, end);
  if (text.some((line) => line.text.length > 4000 || ownBlanks(line.text).length > 0)) return true;
  const hasList = text.some((line) => blanksIn(line.text).length > 0);
  const numbers = text.flatMap((line) => [...line.text.matchAll(WIDE)].map(([, , digits]) => Number(digits)));
  const [first = 0] = numbers;
  if (numbers.length < MIN_BLANKS || numbers.length > options.length || first === 0) return hasList;
  if (!numbers.every((number, index) => number === first + index)) return hasList;
  text.forEach((line, index) => {
    lines[begin + index] = { ...line, text: line.text.replace(WIDE, '$1__$2__') };
  });
  return true;
}

/** The numbered blanks of a line but (1) at its beginning, which may count the paragraphs. */
const ownBlanks = (text: string) =>
  blanksIn(text).filter(({ at, end }) => at > 0 || !/^[（(]\s?\d{1,3}\s?[)）]$/.test(text.slice(at, end)));

function textAbove(lines: TextLine[], from: number, end: number): number {
  let begin = end;
  while (begin > Math.max(from, end - MAX_TEXT) && isOfText(lines[begin - 1]!)) begin -= 1;
  return begin;
}

/** A number that stands alone in an English text, no year, amount or time: It helps. 36 Many people like it. */
const BARE = /(^|[^\w.,:$￥%-])(\d{1,3})(?![\w%]|[.,:-]\d)/g;
/** Fewer may count on by chance; in a text with more numbers nobody can tell. */
const MIN_BARE = 4;
const MAX_BARE = 60;

/** Draws the numbers that count on in a text of sentences, each of which stands alone in it once. */
function drawBareBlanks(lines: TextLine[], from: number, { begin: end, options }: Pool): void {
  if (!options.every(({ text }) => SENTENCE.test(text))) return;
  const begin = textAbove(lines, from, end);
  // What bids to read, in Chinese, says how many options and blanks there are.
  const isText = (text: string) => /[A-Za-z]{2,}\s[A-Za-z]{2,}/.test(text) || /^\d{1,3}$/.test(text);
  const all = lines
    .slice(begin, end)
    .flatMap(({ text }, index) =>
      isText(text) ? [...text.matchAll(BARE)].map(([, , digits]) => ({ index, digits })) : [],
    )
    .map(({ index, digits }) => ({ line: begin + index, number: Number(digits) }));
  const run = all.length > MAX_BARE ? [] : longestRun(all.map(({ number }) => number));
  if (run.length < MIN_BARE || run.length > options.length) return;
  for (const at of new Set(all.filter(({ number }) => run.includes(number)).map(({ line }) => line))) {
    const line = lines[at]!;
    const drawn = line.text.replace(BARE, (whole, before: string, digits: string) =>
      run.includes(Number(digits)) ? `${before}__${digits}__` : whole,
    );
    lines[at] = { ...line, text: drawn };
  }
}

/** The most numbers that follow one another by one, each of which is there but once; [] where two runs are as long. */
function longestRun(numbers: number[]): number[] {
  const isOnce = (number: number) => numbers.indexOf(number) === numbers.lastIndexOf(number);
  const runs = numbers.map((first, at) => {
    const run: number[] = [];
    for (const number of numbers.slice(at)) if (number === first + run.length && isOnce(number)) run.push(number);
    return run;
  });
  const [longest = [], second = []] = runs.sort((a, b) => b.length - a.length);
  return longest.length > second.length && longest[0] !== 0 ? longest : [];
}

type Found = { begin: number; end: number; text: TextLine[]; numbers: number[] };

/** Where what stands above the options begins, up to a heading or another question; null where they are of a question. */
function beginAbove(lines: TextLine[], from: number, end: number): number | null {
  let begin = end;
  for (let index = end - 1; index >= Math.max(from, end - MAX_TEXT) && isOfText(lines[index]!); index -= 1) {
    const { text } = lines[index]!;
    const number = numberOf(text);
    // The number of a question stands before no blank of that number, and what is below it is its own.
    if (number && number.style === 'plain' && !beginsWithBlank(text, number.number))
      return blanksIn(text).length === 0 && isDoneAt(lines, index, begin) ? begin : null;
    begin = index;
  }
  return begin;
}

/** The text above the options, or below them, if its blanks count on and are no more than these. */
function textOf(lines: TextLine[], begin: number, pool: Pool, isBelow: boolean): Found | null {
  let { end } = pool;
  if (isBelow) {
    if (!pool.options.every(({ text }) => SENTENCE.test(text))) return null;
    while (end < lines.length && end < pool.end + MAX_TEXT && isOfText(lines[end]!) && !isQuestion(lines[end]!))
      end += 1;
  }
  const text = [...lines.slice(begin, pool.begin), ...lines.slice(pool.end, end)];
  const all = text.flatMap((line) => blanksIn(line.text).map(({ number }) => number));
  const own = text.flatMap((line) => ownBlanks(line.text).map(({ number }) => number));
  // (1) … (4) at the beginning of paragraphs, and other blanks in them.
  const numbers = own.length < MIN_BLANKS || own.length === all.length ? all : own;
  const [first = 0] = numbers;
  const isCounting = numbers.every((number, index) => number === first + index);
  const isOfThem = numbers.length >= MIN_BLANKS && numbers.length <= Math.min(pool.options.length, MAX_BLANKS);
  return isCounting && isOfThem ? { begin, end, text, numbers } : null;
}

/** A word above a text may be put into its form there: only sentences are taken as they are. */
const SENTENCE = /\s.{4,}[.?!。？！]["”’']?$/;

const isQuestion = ({ text }: TextLine) => {
  const number = numberOf(text);
  return number !== null && number.style === 'plain' && !beginsWithBlank(text, number.number);
};

function isOfText({ text, row }: TextLine): boolean {
  if (row || headingOf(text)) return false;
  if (SPOKEN_LINE.test(text)) return true;
  return optionsOf(text, '', true).length === 0 && (segmentsOf(text)[0]?.label ?? null) === null && !isListText(text);
}

/** A: Hello! of a dialogue is no option. */
const SPOKEN_LINE = new RegExp(`^[A-HＡ-Ｈ]${SPOKEN}?\\s?[:：]`);

const beginsWithBlank = (text: string, number: number) => {
  const [first] = blanksIn(text);
  return first?.number === number && first.at === 0;
};

/** Whether the question at a line has what it needs above another line. */
const isDoneAt = (lines: TextLine[], at: number, until: number) =>
  lines.slice(at, until).some(({ text }) => segmentsOf(text).some(({ label }) => label === 'answer'));

/** The text and below it a choice for each of its blanks. */
function questionsOf(lines: TextLine[], { text: all, numbers, end }: Found, pool: Pool): TextLine[] {
  const [first = 0] = numbers;
  const last = numbers[numbers.length - 1] ?? 0;
  let next = end;
  while (lines[next]?.text === '' || isPlaces(lines[next]?.text ?? '')) next += 1;
  for (let index = end; index < next; index += 1) lines[index] = { ...lines[index]!, text: '' };
  const behind = answersBehind(lines, next - 1, first);
  const answers =
    takeRow(lines, next, numbers) ?? takeAnswers(lines, behind, numbers, true) ?? new Map<number, string>();
  const passage = { numbers, isCloze: false, answers };
  const text = all.map((line) => ({
    ...line,
    text: redrawn(line.text, numbers, (number) => `__${number}__`).replace(LINE_BEHIND, '$1'),
    passage,
  }));
  while (text[0]?.text === '') text.shift();
  const line = lines[pool.begin]?.line ?? 0;
  const letters = `A—${letterOf(pool.options.length - 1)}`;
  const note = `选项 ${letters} 是第 ${first}—${last} 空共用的，每个空读成一道单选题，请核对。`;
  const choices = numbers.flatMap((number) =>
    pool.options.map(({ key, text: option }, index): TextLine => {
      const own = `${key}. ${option}`;
      return index === 0 ? { text: `${number}. ${own}`, line, note } : { text: own, line };
    }),
  );
  // 36. C 解析：… with more than its letter is an entry of a key.
  const isKey = answers.size === 0 && behind === next;
  return [...text, ...choices, ...(isKey ? [{ text: '参考答案', line: lines[behind]?.line ?? line }] : [])];
}

/** （36）____: the line is of the number before it. */
const LINE_BEHIND = /(__\d{1,3}__)\s?[_＿]{2,40}/g;

/** 36. ____ 37. ____: only places to write into. */
const isPlaces = (text: string) => text.length < 400 && PLACES.test(text);
const PLACES = /^(?:[（(]?\d{1,3}[)）]?\s{0,3}[.．、:：]?\s{0,3}[_＿]{2,40}\s{0,20}){2,12}$/;

/** 答案：CFBGA right below the options: a letter for each blank. */
function takeRow(lines: TextLine[], at: number, numbers: number[]): Map<number, string> | null {
  const [segment, ...more] = segmentsOf(lines[at]?.text ?? '');
  if (lines[at]?.row || segment?.label !== 'answer' || more.length > 0) return null;
  const isRow = /^[A-JＡ-Ｊ](?:[\s,，、;；]{0,4}[A-JＡ-Ｊ]){1,9}$/.test(segment.text);
  const letters = isRow ? narrow(segment.text).replace(/[^A-J]/g, '') : '';
  if (letters.length !== numbers.length) return null;
  lines[at] = { ...lines[at]!, text: '' };
  return new Map(numbers.map((number, index) => [number, letters.charAt(index)]));
}
