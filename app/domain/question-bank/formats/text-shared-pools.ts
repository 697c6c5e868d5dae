import { headingOf } from './text-headings';
import { VERBATIM } from './text-labels';
import { isListTitle } from './text-answers';
import type { TextLine } from './text-line';
import { numberOf } from './text-numbers';
import { optionsOf } from './text-options';

/**
 * B型题 and 配伍题: options above the questions that share them. Most papers say for which ones (1～3题共用备选答案);
 * where they do not, the heading does.
 */

const HEADING = /[BＢ]1?\s?型题|配伍(?:选择)?题/;
/** So many lines the options of one group have, and those of its questions. */
const MAX_OPTIONS = 12;
const MAX_GROUP = 80;
const FEWEST = 3;

/** The lines with （1～3题共用备选答案） above each such row of options. */
export function withSharedPools(lines: TextLine[]): TextLine[] {
  if (!lines.some(({ text }) => isHeading(text))) return lines;
  const made: TextLine[] = [];
  let isBelow = false;
  let last = 0;
  lines.forEach((line, at) => {
    const { text } = line;
    const number = numberOf(text);
    if (isHeading(text)) isBelow = isFirstOption(lines, nextAt(lines, at + 1));
    else if (isListTitle(text) || headingOf(text)?.isDoubtful === false) isBelow = false;
    else if (number?.style === 'plain' && !number.isDoubtful) last = number.number;
    const range = isBelow && isFirstOption(lines, at) ? rangeBelow(lines, at, last) : null;
    if (range) made.push({ text: `（${range.from}～${range.to}题共用备选答案）`, line: line.line });
    made.push(line);
  });
  return made;
}

const isHeading = (text: string) => text.length < 80 && HEADING.test(text) && headingOf(text) !== null;

function nextAt(lines: TextLine[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.text === '') at += 1;
  return at;
}

const keysAt = (lines: TextLine[], at: number) => {
  const { text = '', row } = lines[at] ?? {};
  if (row || text.length > 2000 || text.includes(VERBATIM)) return [];
  return optionsOf(text, lines[at + 1]?.text ?? '', false).map(({ key }) => key);
};
const isFirstOption = (lines: TextLine[], at: number) => keysAt(lines, at)[0] === 'A';

/** The numbers of the questions below the options, as far as the next options or the next section. */
function rangeBelow(lines: TextLine[], at: number, last: number): { from: number; to: number } | null {
  let index = at;
  let count = 0;
  for (let keys = keysAt(lines, index); keys.length > 0 && index < at + MAX_OPTIONS; keys = keysAt(lines, index)) {
    count += keys.length;
    index = nextAt(lines, index + 1);
  }
  const from = numberOf(lines[index]?.text ?? '')?.number ?? 0;
  if (count < FEWEST || (from !== last + 1 && from !== 1)) return null;
  let to = from;
  for (const end = index + MAX_GROUP; index < end && index < lines.length; index += 1) {
    const { text = '' } = lines[index] ?? {};
    if (isListTitle(text) || headingOf(text)?.isDoubtful === false || isFirstOption(lines, index)) break;
    if (numberOf(text)?.style === 'plain' && numberOf(text)?.number === to + 1) to += 1;
  }
  return to > from ? { from, to } : null;
}
