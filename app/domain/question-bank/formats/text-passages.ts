import { formulasOf } from '../rich-text.rules';
import type { Passage, TextLine } from './text-line';
import { headingOf } from './text-headings';
import { MAX_LINE, SPOKEN, VERBATIM, segmentsOf } from './text-labels';
import { numberOf } from './text-numbers';
import { optionsOf } from './text-options';
import { isScriptTitle } from './text-scripts';

/**
 * Texts with numbered blanks, {24} 【24】 ____(24)____, as English papers have them: below them stand the options of each
 * blank (then each is a choice, with the text above it), or their answers (then the text is one question with blanks).
 */

const DRAWN = '(?:[_＿]{1,20}|…{1,6}|\\.{3,12})';
const BLANK = new RegExp(
  [
    '\\{\\s?(\\d{1,3})\\s?\\}',
    '[【[［]\\s?(\\d{1,3})\\s?[】\\]］]',
    `${DRAWN}\\s?[（(]?\\s?(\\d{1,3})\\s?[)）]?\\s?${DRAWN}`,
    '[（(]\\s?(\\d{1,3})\\s?[)）]\\s?[_＿]{2,20}',
    '[_＿]{2,20}\\s?[（(]\\s?(\\d{1,3})\\s?[)）]',
    '(?:^|[^\\d_＿])(\\d{1,3})\\s?[.．、]?\\s?[_＿]{2,20}',
    '(?:^|[^\\d_＿])[（(]\\s?(\\d{1,3})\\s?[)）](?!\\s?[_＿]{2})',
    '<u>\\s{0,8}(\\d{1,3})\\s{0,8}</u>',
    // 43. n____: the first letter of the word is given.
    '(?:^|[^\\d_＿])(\\d{1,3})\\s?[.．、]\\s?[A-Za-z][_＿]{2,20}',
  ].join('|'),
  'g',
);

/** `letter`: what stands before the blank and is none of it. */
type Mark = { number: number; at: number; end: number; letter: string };

/** The numbered blanks of a line. */
export function blanksIn(text: string): Mark[] {
  if (text.length > MAX_LINE || text.includes(VERBATIM) || !/\d/.test(text)) return [];
  const formulas = formulasOf(text);
  return [...text.matchAll(BLANK)].flatMap((match) => {
    // \frac{1}{2} and f(1) number no blank.
    const isPlain = match[1] !== undefined || match[7] !== undefined;
    if (isPlain && formulas.some(({ start, end }) => start < match.index && match.index < end)) return [];
    const number = Number(match.slice(1).find((each) => each !== undefined));
    // The sign before a number without a frame of its own is none of the blank.
    const isBare = match[6] !== undefined || match[7] !== undefined || match[9] !== undefined;
    const letter = match[9] === undefined ? '' : (/[A-Za-z](?=[_＿]+$)/.exec(match[0])?.[0] ?? '');
    const at = match.index + (isBare && !/^[\d（(]/.test(match[0]) ? 1 : 0);
    return number > 0 ? [{ number, at, end: match.index + match[0].length, letter }] : [];
  });
}

/** The text with its numbered blanks drawn in one way. */
export function redrawn(text: string, numbers: number[], draw: (number: number) => string): string {
  let out = '';
  let begin = 0;
  for (const { number, at, end, letter } of blanksIn(text)) {
    if (!numbers.includes(number)) continue;
    out += text.slice(begin, at) + letter + draw(number);
    begin = end;
  }
  return out + text.slice(begin);
}

const MAX_PASSAGE = 80;
/** So far behind its questions the answers of a passage may stand by themselves. */
const MAX_BEHIND = 200;
const LONG = 40;
const READING = /^(?:阅读|根据|依据|读).{0,80}(?:回答|完成|解答|选出|填)|^(?:Read|Choose|Fill) /i;
/** Sections whose texts are one question with blanks. */
const FILLED = /语法填空|短文填空|首字母填空|选词填空|填空题|(?:补全|完成|情景|情境)(?:对话|交际)|Fill in/i;

/** Those of them whose blanks stand in one text. */
const OF_TEXTS = /语法填空|短文填空|首字母填空|选词填空|(?:补全|完成|情景|情境)(?:对话|交际)|Fill in/i;

/** __56__ (good): the word that is to be put into its form. */
const HINTED = /[_＿]{2,20}\s?[（(]?\d{1,3}[)）]?\s?[_＿]{2,20}\s{0,2}[（(]\s?[a-z]{2,14}\s?[)）]/i;

/** The lines with their passages marked, and without the answers that were found below these. */
export function withPassages(lines: TextLine[]): TextLine[] {
  const made = [...lines];
  for (let at = 0; at < made.length; at += 1) {
    const line = made[at]!;
    if (line.row || line.passage || blanksIn(line.text).length === 0 || !isPassageLine(line.text, true)) continue;
    const end = endOf(made, at);
    const numbers = countedFrom(made.slice(at, end));
    const passage = numbers.length > 1 ? passageOf(made, at, end, numbers) : null;
    if (passage) {
      const draw = passage.isCloze ? () => '____' : (number: number) => `__${number}__`;
      for (let index = beginOf(made, at); index < end; index += 1) {
        const own = made[index]!;
        made[index] = { ...own, text: redrawn(own.text, numbers, draw), passage };
      }
      if (!passage.isCloze) withPlainNumbers(made, end, numbers);
    }
    at = end - 1;
  }
  return made;
}

/** （1）A. is B. are below a text, as 1. A. is B. are. */
function withPlainNumbers(lines: TextLine[], from: number, numbers: number[]): void {
  let next = 0;
  for (let at = from; at < lines.length && at < from + MAX_BEHIND && next < numbers.length; at += 1) {
    const { text } = lines[at]!;
    const number = numbers[next] ?? 0;
    if (!isOptionLine(text, number)) continue;
    next += 1;
    const plain = text.replace(/^(?:[（(]\s?\d{1,3}\s?[)）]|[（(]\s{0,20}[)）]\s?\d{1,3}\s?[.．、]?)\s{0,4}/, '');
    if (plain !== text) lines[at] = { ...lines[at]!, text: `${number}. ${plain}` };
  }
}

/** Whether a line can be part of a text rather than something of its own. */
function isPassageLine(text: string, isFirst = false): boolean {
  if (text === '') return true;
  const number = numberOf(text);
  const [first] = blanksIn(text);
  // 1. Fill in: 1. ____ has the number of the question before that of the blank.
  const isCounted = isFirst && number?.style === 'plain' && (number.number !== first?.number || first.at > 0);
  if (number && number.style !== 'chinese' && !isCounted) return false;
  if (headingOf(text) || isScriptTitle(text) || optionsOf(text, '', true).length > 0) return false;
  return segmentsOf(text)[0]?.label === null && !/^(?:参考|标准)?答案|^Answers?$|^Keys?$/i.test(text);
}

function endOf(lines: TextLine[], at: number): number {
  let end = at + 1;
  while (end < lines.length && end < at + MAX_PASSAGE && !lines[end]?.row && isPassageLine(lines[end]?.text ?? ''))
    end += 1;
  while (lines[end - 1]?.text === '') end -= 1;
  return end;
}

/** The first paragraphs of a text have often no blank. */
function beginOf(lines: TextLine[], at: number): number {
  let begin = at;
  for (let index = at - 1; index >= 0 && index > at - MAX_PASSAGE; index -= 1) {
    const { text, row, passage } = lines[index]!;
    if (row || passage || !isPassageLine(text)) break;
    if (text.length >= LONG || READING.test(text) || text.includes(SPOKEN)) begin = index;
    else if (text !== '') break;
  }
  return begin;
}

/** The numbers of all blanks, when they count on one by one; [] else. */
function countedFrom(lines: TextLine[]): number[] {
  const numbers = lines.flatMap(({ text }) => blanksIn(text).map(({ number }) => number));
  const [first = 0] = numbers;
  return numbers.every((number, index) => number === first + index) ? numbers : [];
}

function passageOf(lines: TextLine[], at: number, end: number, numbers: number[]): Passage | null {
  const next = nextText(lines, end);
  const [first = 0] = numbers;
  if (isOptionLine(lines[next]?.text ?? '', first)) {
    const answers = takeAnswers(lines, answersBehind(lines, next, first), numbers, true);
    return { numbers, isCloze: false, answers: answers ?? new Map() };
  }
  const headings = lines.slice(Math.max(0, at - MAX_PASSAGE), at).map(({ text }) => headingOf(text));
  const heading = headings.filter((each) => each && (!each.isDoubtful || OF_TEXTS.test(each.text))).pop();
  // Numbers in brackets alone, （1）…（2）, may count anything.
  const isCounted = first === 1 && !OF_TEXTS.test(heading?.text ?? '');
  const isBare = (text: string) => blanksIn(text).some((mark) => isBareBracket(text, mark, isCounted));
  if (lines.slice(at, end).some(({ text }) => isBare(text))) return null;
  const title = titleAt(lines, next);
  const own = numberOf(lines[at]?.text ?? '')?.number ?? 1;
  const isLabelled = title !== next || LABEL.test(lines[next]?.text ?? '');
  const isOwnCount = first === 1 && own > 1 && isLabelled;
  const answers =
    isOwnCount && isKeyOfAll(lines, at, own) ? null : takeAnswers(lines, title, numbers, false, isOwnCount);
  if (answers) return { numbers, isCloze: true, answers };
  const isHinted = lines.slice(at, end).some(({ text }) => HINTED.test(text.slice(0, 4000)));
  return (FILLED.test(heading?.text ?? '') || isHinted) && !isEntry(lines[next]?.text ?? '', first)
    ? { numbers, isCloze: true, answers: new Map() }
    : null;
}

/** 1. 冰 2. 雪 below question 2 with blanks 1 and 2, where question 1 waits for its answer: the key is of both. */
function isKeyOfAll(lines: TextLine[], at: number, own: number): boolean {
  for (let index = at - 1; index >= 0 && index > at - MAX_PASSAGE; index -= 1) {
    const { text } = lines[index]!;
    if (segmentsOf(text).some(({ label }) => label === 'answer')) return false;
    if (numberOf(text)?.number === own - 1) return true;
  }
  return false;
}

/** （1） alone, and （1）____ where it may as well count the parts of a question. */
const isBareBracket = (text: string, { at, end }: Mark, isCounted: boolean) =>
  (isCounted ? /^[（(]\s?\d{1,3}\s?[)）]/ : /^[（(][^_＿]*[)）]$/).test(text.slice(at, end));

function nextText(lines: TextLine[], at: number): number {
  let next = at;
  while (next < lines.length && lines[next]?.text === '') next += 1;
  return next;
}

const SIGN = '\\s{0,2}[.．、)）:：]?\\s{0,4}';

/** 24. A. good: nothing but options behind the number. */
const isOptionLine = (text: string, number: number) =>
  text.length < MAX_LINE &&
  new RegExp(`^(?:[（(]\\s{0,20}[)）]\\s?)?[（(]?${number}${SIGN}[（(【[]?\\s?[AＡ]\\s?[.．、)）\\]】]`).test(text);

/** 24. B, but no question. */
const isEntry = (text: string, number: number) => new RegExp(`^${number}${SIGN}\\S`).test(text.slice(0, 20));

/** Where, behind the options, the numbers begin again with letters alone; the end of the lines for nowhere. */
export function answersBehind(lines: TextLine[], from: number, first: number): number {
  const letters = new RegExp(
    `^(?:[【[]?(?:参考)?答案[】\\]]?\\s?[:：]?\\s?|(?:Answers?|Keys?)\\s?:\\s?)?[（(]?${first}${SIGN}[A-JＡ-Ｊ](?:[\\s,，;；]|$)`,
    'i',
  );
  for (let at = from + 1; at < lines.length && at < from + MAX_BEHIND; at += 1) {
    const { text = '', row } = lines[at] ?? {};
    if (row || headingOf(text)?.isDoubtful === false) break;
    if (letters.test(text) && !isOptionLine(text, first)) return at;
  }
  return lines.length;
}

const TITLE = /^[【[]?(?:参考|标准)?(?:答案|Answers?|Keys?)[】\]]?\s?[:：]?$/i;

const titleAt = (lines: TextLine[], next: number) =>
  TITLE.test(lines[next]?.text ?? '') ? nextText(lines, next + 1) : next;

/** 答案：, and 四、 before the first number */
const LABEL =
  /^[【[]?(?:(?:参考|标准)?答案|Answers?|Keys?)[】\]]?\s?[:：]?\s?|^[一二三四五六七八九十]{1,3}\s?[、.．]\s{0,4}(?=[（(]?\d)/i;
/** No answer; 1. behind a number begins a list of its own. */
const NO_ANSWER = /[?？]|[_＿]{2}|…{2}|^1\s?[.．、)）]\s/;

/**
 * The answers of all blanks from a line on, one or several on each; their lines are emptied. null where anything else
 * stands there. `isOwnCount`: the blanks are counted from 1 within a question with a number of its own. `isLetters`: nothing but the letter of an option is one, else it is a word.
 */
export function takeAnswers(
  lines: TextLine[],
  from: number,
  numbers: number[],
  isLetters: boolean,
  isOwnCount = false,
): Map<number, string> | null {
  const answers = new Map<number, string>();
  let at = from;
  for (; at < lines.length && answers.size < numbers.length; at += 1) {
    const text = (lines[at]?.text ?? '').replace(at === from ? LABEL : '', '');
    if (text === '') continue;
    if (lines[at]?.row || text.length > 2000 || headingOf(text)?.isDoubtful === false) return null;
    let rest = text;
    while (rest !== '' && answers.size < numbers.length) {
      const number = numbers[answers.size] ?? 0;
      const begin = new RegExp(`^[（(]?${number}${SIGN}`).exec(rest);
      if (!begin) return null;
      const following = new RegExp(
        `[\\s;；,，][（(]?${number + 1}(?:\\s{0,2}[.．、)）:：]\\s{0,4}|\\s{1,4})(?=\\S)`,
      ).exec(rest);
      const own = rest
        .slice(begin[0].length, following?.index)
        .replace(/[;；,，\s]+$/, '')
        .trim();
      const isOne = isLetters ? /^[A-JＡ-Ｊ]$/.test(own) : !NO_ANSWER.test(own) && !/^[A-G]$/.test(own);
      if (own === '' || own.length > LONG || !isOne) return null;
      answers.set(number, own);
      rest = following ? rest.slice(following.index + 1) : '';
    }
    if (rest !== '') return null;
  }
  if (answers.size < numbers.length) return null;
  // 1. 2. 3. below a text with two blanks is more than their answers.
  const behind = lines[nextText(lines, at)]?.text ?? '';
  if (isOwnCount && isEntry(behind, numbers.length + 1)) return null;
  const first = TITLE.test(lines[from - 1]?.text ?? '') ? from - 1 : from;
  for (let index = first; index < at; index += 1) lines[index] = { ...lines[index]!, text: '' };
  return answers;
}
