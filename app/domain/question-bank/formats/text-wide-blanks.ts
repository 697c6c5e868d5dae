import { countBlanks } from '../question.rules';
import type { ParsedKind } from './format.rules';
import { type Draft, doubt } from './text-draft';
import { filledBlanks, toBlanks } from './text-drawn-blanks';
import { isVerbatim } from './text-raw';
import { parseBlanks } from './words.rules';

/** It  61  (be) never clean. with an answer for each such number: the blanks of a text whose lines were lost. */

const WIDE = /(^|\n|\s{2}|\u3000)(\d{1,3})(?=\s{2}|\u3000|\s[,.;:!?，。；：！？]|\s?(?:\n|$))/g;
const FEWEST = 2;
const LONGEST = 8000;

/** and 考查并列连词．故填and．: more than is written into a blank. */
const isExplained = (text: string) => text.length > 40 || /考查|故填|[．。]\s?\S/.test(text);

/** Draws the blanks of a text whose numbers count on and are as many as its answers. */
export function takeWideBlanks(draft: Draft, declared: ParsedKind | 'choice' | null): void {
  const { raw, stem, answer, parsed } = draft;
  const isOpen = declared === null || declared === 'cloze';
  if (!isOpen || raw.isRow || raw.options.length > 0 || answer === '' || stem.length > LONGEST) return;
  if (isVerbatim(raw.stem) || countBlanks(toBlanks(stem, null)) > 0 || filledBlanks(stem) !== null) return;
  const numbers = [...stem.matchAll(WIDE)].map(([, , digits]) => Number(digits));
  const [first = 0] = numbers;
  const last = first + numbers.length - 1;
  if (numbers.length < FEWEST || first === 0 || numbers.some((number, at) => number !== first + at)) return;
  const answers = parseBlanks(answer, numbers.length);
  if (answers.length !== numbers.length || answers.some((each) => each.some(isExplained))) return;
  draft.stem = stem.replace(WIDE, '$1____');
  const sentence = `短文里的 ${first}—${last} 当作空，已改成 ____，请核对。`;
  // 1  2  3 in a row may be numbers of the text as well.
  if (answers.length > FEWEST || declared === 'cloze') parsed.notes.push(sentence);
  else doubt(parsed, sentence);
}
