import { VERBATIM } from './text-labels';
import { lineWithin } from './text-draft';
import { headingOf } from './text-headings';
import type { TextLine } from './text-line';
import { isLaterSub } from './text-subs-settle';
import { type Numbered, numberOf } from './text-numbers';
import { type RawQuestion, isVerbatim } from './text-raw';

/** Numbers with a sign that is none, or without any: `2 乙`, `2,乙`, `2-乙`, `②乙`, `[2]乙`, `题2：乙`. */

const ODD =
  /^(?:([0-9０-９]{1,3})(?:\s?[,，。\-－—]\s{0,3}|\s{1,4})|[（(【[]\s?([0-9０-９]{1,3})\s?[)）】\]]\s?[.．、]?\s{0,3}|题\s?([0-9０-９]{1,3})\s?[:：、.．]?\s{0,3}|([①-⑳])\s?[、.．]?\s{0,3})(?=[\u3400-\u9fff“《A-Z])/;

/** l.乙: a number that was scanned as a letter. */
const SCANNED = /^[lIiOo|!]{1,2}\s?[.．、,，]\s?(?=[\u3400-\u9fff“《])/;

/** No question has a first line that is longer. */
const MAX_FIRST = 2000;
/** So many in a row may have such a number. */
const MAX_BETWEEN = 20;

function oddNumberOf(text: string): Numbered | null {
  const match = text.length > MAX_FIRST ? null : ODD.exec(text);
  if (!match) return null;
  const [sign, first, second, third, circled] = match;
  const digits = (first ?? second ?? third ?? '').normalize('NFKC');
  const number = circled === undefined ? Number(digits) : circled.charCodeAt(0) - 0x245f;
  return { style: 'plain', number, rest: text.slice(sign.length), isDoubtful: false, before: '' };
}

/**
 * 2．2.5是小数。: what may as well be 2.25, as the number it is where nothing else can have that number; 2.5千克。 below
 * 一个西瓜重 goes on with the sentence.
 */
function decimalOf(plain: Numbered | null, text: string, above: string): Numbered | null {
  if (/^\d{1,4}\.\d/.test(text) && /[\u3400-\u9fff]$/.test(above)) return null;
  return plain?.style === 'plain' && plain.isDoubtful && !plain.isSlip ? { ...plain, isDoubtful: false } : null;
}

/**
 * Where the numbers of the lines go from 1 to 3 and the one line between them that begins with an odd number, or with a
 * number and a digit right behind it, says 2, it is question 2; the same for several in a row that fill the gap one by
 * one, and for those between a heading and the first number that is none.
 */
export function withOddNumbers(lines: TextLine[]): TextLine[] {
  const made = [...lines];
  let last: number | null = null;
  let between: { at: number; odd: Numbered }[] = [];
  let isBelowHeading = false;
  lines.forEach(({ text, row, passage }, at) => {
    if (row || passage || text === '' || text.startsWith(VERBATIM)) return;
    const plain = numberOf(text);
    if (plain?.style === 'plain' && !plain.isDoubtful) {
      const fills = (from: number) =>
        between.length === plain.number - from && between.every(({ odd }, index) => odd.number === from + index);
      if (fills((last ?? plain.number) + 1) || (isBelowHeading && fills(1)))
        for (const { at: place, odd } of between) made[place] = { ...(lines[place] as TextLine), odd };
      last = plain.number;
      between = [];
      isBelowHeading = false;
      return;
    }
    if (headingOf(text)?.isDoubtful === false) {
      between = [];
      isBelowHeading = true;
      return;
    }
    const isOver = (last === null && !isBelowHeading) || between.length > MAX_BETWEEN;
    const odd = isOver ? null : (decimalOf(plain, text, lines[at - 1]?.text ?? '') ?? oddNumberOf(text));
    if (odd) between.push({ at, odd });
  });
  return made;
}

/** The number a line begins with, however it is written. */
export const numberAt = (line: TextLine | undefined): Numbered | null => line?.odd ?? numberOf(line?.text ?? '');

/** 三、论述改革的意义。（30分） within a question: a section that is itself a question. */
const SECTION_WITHIN = /^[二三四五六七八九十]{1,3}\s?[、.．]\s{0,4}\S.{0,200}[。？?！!)）]$/;

/** A question within whose stem the sections of the paper go on. */
function doubtSections(question: RawQuestion): void {
  const { section, doubts, stem, answer = [] } = question;
  if (section.heading?.ordinal === undefined || stem.some((line) => /^一\s?[、.．]/.test(line))) return;
  const isOwn = !/^[一二三四五六七八九十]/.test(section.heading?.text ?? '');
  const within = isOwn ? undefined : stem.slice(1).find((line) => SECTION_WITHIN.test(line));
  const behind = /^[（(]二[)）]/.exec(answer[0] ?? '') ? undefined : answer.find((line) => /^[（(]二[)）]/.test(line));
  const isCounted =
    /^[（(]一[)）]/.test(stem.find((line) => line !== '') ?? '') && !/[（(]一[)）]/.test(answer.join(''));
  const line = within ?? (isCounted ? behind : undefined);
  if (line !== undefined)
    doubts.push(`有一行像是下一道题的开头：“${line.slice(0, 40)}”，也许是两道题。题号请写成“1.”这样的数字。`);
}

/** A line within a question that reads as the next one, where no next one was read: its answer may be that one's. */
export function doubtSwallowed(questions: RawQuestion[]): void {
  questions.forEach((question, at) => {
    const { number, section } = question;
    if (!isVerbatim(question.stem)) doubtSections(question);
    if (number === null || isVerbatim(question.stem)) return;
    const following = questions.slice(at + 1, at + 60).find((each) => !isLaterSub(each));
    const isCounted = following?.section === section && following.number !== null && following.number > number;
    if (isCounted && following.number === number + 1) return;
    // （1）… （2）… and ①… ②… are a list of its own.
    const isList = [question.stem[0] ?? '', ...lineWithin(question)].some(
      (line) => (oddNumberOf(line)?.number ?? Infinity) <= number,
    );
    if (isList) return;
    // 2．3个苹果… within question 1, behind which question 3 stands.
    const tight = isCounted ? new RegExp(`^${number + 1}\\s?[.．](?=\\d).{0,2000}[。？?_）)]$`) : null;
    const swallowed = lineWithin(question).find(
      (line) =>
        oddNumberOf(line)?.number === number + 1 || SCANNED.test(line.slice(0, 20)) || (tight?.test(line) ?? false),
    );
    if (swallowed !== undefined)
      question.doubts.push(
        `题目里有一行像是第 ${number + 1} 题的开头：“${swallowed.slice(0, 40)}”，答案也许是那一题的。题号请写成“${number + 1}.”。`,
      );
  });
}
