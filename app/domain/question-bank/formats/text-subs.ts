import { isListText } from './text-answer-entries';
import { headingOf } from './text-headings';
import { segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { type Numbered, numberOf } from './text-numbers';
import { optionsBehind, optionsOf } from './text-options';

/** Small questions （1）（2）（3） below one number, each with options of its own, as 菁优网 and 组卷网 print them. */

/** So many lines of one small question are looked at. */
const MAX_LINES = 60;

/** 读图回答问题。（1）甲是（  ）: the first of them on the line of the number. */
const FIRST_BEHIND = /(?:^|[。：:）)？?；;])\s{0,4}(?=[（(]\s{0,3}[1１]\s{0,3}[)）])/g;

/** What a small question has before the next number, and that number if it is in brackets as well. */
type Block = { hasOptions: boolean; hasAnswer: boolean; nextAt: number | null; next: Numbered | null };

/** Looks at a small question that begins on a line with `rest`, as far as the next number, heading or key. */
function blockAt(lines: TextLine[], at: number, rest: string): Block {
  const block: Block = { hasOptions: hasOptions(rest), hasAnswer: false, nextAt: null, next: null };
  for (let index = at + 1; index < lines.length && index <= at + MAX_LINES; index += 1) {
    const { text, row, passage } = lines[index]!;
    if (row || passage) return block;
    if (text === '') continue;
    const found = numberOf(text);
    if (found?.style === 'paren') return { ...block, nextAt: index, next: found };
    if ((found?.style === 'plain' && !found.isDoubtful) || isListText(text)) return block;
    const { label } = segmentsOf(text)[0] ?? { label: null };
    if (label === 'answer') block.hasAnswer = true;
    else if (label === null && headingOf(text)?.isDoubtful === false) return block;
    // Behind its answer no options are its own.
    if (!block.hasAnswer && hasOptions(text)) block.hasOptions = true;
  }
  return block;
}

const hasOptions = (text: string) => optionsOf(text, '', true)[0]?.key === 'A' || optionsBehind(text) !== null;

/**
 * Whether the （1） of a line has options of its own and （2） stands below them: two questions. Statements （1）（2）（3）
 * above the options of one choice are none.
 */
export function beginsSubs(lines: TextLine[], at: number, rest: string): boolean {
  const first = blockAt(lines, at, rest);
  if (!first.hasOptions || first.nextAt === null || first.next?.number !== 2) return false;
  return !first.hasAnswer || isAskedBehind(lines, first.nextAt, first.next.rest);
}

/** Whether a （2） behind the answer of （1） asks something: it has options or an answer, where an analysis has neither. */
export function isAskedBehind(lines: TextLine[], at: number, rest: string): boolean {
  const { hasOptions: isChoice, hasAnswer } = blockAt(lines, at, rest);
  return isChoice || hasAnswer;
}

/** The places in the first line of a question where its （1） may begin. */
export const firstSubs = (text: string) =>
  [...text.slice(0, 2000).matchAll(FIRST_BEHIND)].slice(0, 2).map(({ index, 0: sign }) => index + sign.length);

/** （1）A and ①A: the answer of a small question, with those of the others behind it. */
export const isCountedAnswer = (text: string) => /^(?:[（(]\s?[1１]\s?[)）]|[①⑴])\s{0,4}\S/.test(text);
