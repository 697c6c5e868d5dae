import type { FormatName } from './format.rules';
import { headingOf } from './text-headings';
import { segmentsOf } from './text-labels';
import { numberOf } from './text-numbers';
import { optionsOf } from './text-options';

/**
 * Which of the formats that are nothing but text a file is: every sign of each weighs, and the heavier side wins. One
 * sign alone proves little, since a formula of a paper (\mathrm{~kg}) reads like an answer of GIFT.
 */

export type Weighed = { format: FormatName; weight: number };

/** `openings`: lines that a block of GIFT may begin at, where anything else of GIFT stands in the file. */
type Weights = { text: number; gift: number; aiken: number; openings: number };

/** Enough lines to know; longer lines tell nothing. */
const MAX_LINES = 4000;
const LONG_LINE = 2000;

const GIFT_CATEGORY = /^\s{0,20}\$CATEGORY:/;
const GIFT_TITLE = /^\s{0,20}::[^:]{1,200}::/;
/** Of a whole question on its line: `…{=北京}`, `{T}`, `{#3:2}`; a formula has a command, ^ or _ before its brace. */
const GIFT_BLOCK =
  /(?:^|[^\\$^_}\w]|[\u3000-\u9fff？?。.:：)）]\s?)\{\s{0,20}(?:[=~]|#|(?:T|F|TRUE|FALSE)\s{0,10}[#}])/;
/** Of a question over several lines; a program has it as well: `for (;;){`. */
const GIFT_OPENING = /(?:^|[^\\$^_}\w])\{\s{0,20}$/;
const GIFT_WORD_BLOCK = /\w\s\{\s{0,20}(?:[=~#]|(?:T|F|TRUE|FALSE)\s{0,10}[#}])/;
const GIFT_OPTION = /^\s{0,20}[=~](?:%-?\d{1,3}(?:\.\d{1,5})?%)?\s{0,4}[^=~]/;
const AIKEN_ANSWER = /^ANSWER:\s{0,8}[A-Za-z]\s{0,8}$/;
const FORMULA =
  /\$[^$\n]{0,500}\$|\\\([^\n]{0,500}?\\\)|\\[A-Za-z]{1,20}\s?(?:\{[^{}]{0,200}\}){1,3}|[\^_]\{[^{}]{0,200}\}/g;

/** The formats a text may be, the likeliest first; the plain text is always among them. */
export function weighTexts(text: string, extension: string): Weighed[] {
  const weights: Weights = { text: 1, gift: extension === 'gift' ? 12 : 0, aiken: 0, openings: 0 };
  let begin = 0;
  for (let count = 0; begin < text.length && count < MAX_LINES; count += 1) {
    const end = text.indexOf('\n', begin);
    const line = text.slice(
      begin,
      end < 0 ? Math.min(text.length, begin + LONG_LINE) : Math.min(end, begin + LONG_LINE),
    );
    weighLine(line.trim(), weights);
    begin = end < 0 ? text.length : end + 1;
  }
  const { openings, ...own } = weights;
  if (own.gift > 0) own.gift += 6 * openings;
  // A single question of GIFT weighs little against the numbers within its own texts.
  return (Object.entries(own) as [FormatName, number][])
    .map(([format, weight]) => ({ format, weight }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
}

function weighLine(line: string, weights: Weights): void {
  if (line === '') return;
  if (AIKEN_ANSWER.test(line)) {
    weights.aiken += 6;
    return;
  }
  const plain = line.includes('{') ? line.replace(FORMULA, '') : line;
  if (GIFT_CATEGORY.test(line)) weights.gift += 20;
  else if (GIFT_TITLE.test(line)) weights.gift += 10;
  if (GIFT_BLOCK.test(plain) || GIFT_WORD_BLOCK.test(plain)) weights.gift += 6;
  else if (GIFT_OPENING.test(plain.slice(-40))) weights.openings += 1;
  else if (GIFT_OPTION.test(line)) weights.gift += 2;
  weighPaper(line, weights);
}

function weighPaper(line: string, weights: { text: number }): void {
  const label = segmentsOf(line).find((segment) => segment.label !== null)?.label;
  if (label === 'answer') weights.text += 4;
  else if (label === 'analysis') weights.text += 2;
  if (headingOf(line)?.isDoubtful === false) weights.text += 3;
  else if (numberOf(line)) weights.text += 1;
  else if (optionsOf(line, '', true).length > 0) weights.text += 0.5;
}
