import { countBlanks } from '../question.rules';
import { type RawQuestion, isVerbatim, joinLines } from './text-raw';
import type { kindOfWord } from './words.rules';

/** ①②③④ as the letters of options. */

const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩';

/** Where a ① begins an option: at the start of a line, behind a blank or the place for the answer. */
const FIRST_CIRCLED = /(?:^|[\s)）。？?：:])①/g;

const CIRCLED_ONLY = /^[①-⑩][①-⑩\s,，、;；]{0,40}$/;

/** A key of letters, A to D, for as many ①②③④. */
const LETTERS_ONLY = /^[A-DＡ-Ｄ](?:[\s,，、;；]{0,4}[A-DＡ-Ｄ]){0,3}$/;
const LETTERED = 4;

/** What stands below the last of them asks for something: they count what the stem says. */
const ASKED = /[（(]\s{0,8}[)）]|[_＿]{2}|[？?]|\n/;

/**
 * ①②③④ are options where a choice has no letters and its answer is such a number (or none is there): elsewhere they
 * count what the stem says, and the options are ①② and the like.
 */
export function takeCircled(raw: RawQuestion, declared: ReturnType<typeof kindOfWord>): 'circled' | 'lettered' | null {
  const isChoice = declared !== null && 'kind' in declared && ['single', 'multiple', 'choice'].includes(declared.kind);
  const answer = joinLines(raw.answer ?? []);
  const isAnswered = CIRCLED_ONLY.test(answer);
  const stem = joinLines(raw.stem);
  const isLettered = isChoice && LETTERS_ONLY.test(answer);
  if (raw.options.length > 0 || isVerbatim(raw.stem) || (declared !== null && !isChoice)) return null;
  if (isChoice ? answer !== '' && !isAnswered && !isLettered : !isAnswered || countBlanks(stem) > 0) return null;
  const starts = [...stem.matchAll(FIRST_CIRCLED)];
  const start = starts[starts.length - 1];
  if (!start) return null;
  const from = start.index + start[0].length - 1;
  const options: string[] = [];
  let begin = from + 1;
  for (let index = 1; index <= CIRCLED.length; index += 1) {
    const at = index < CIRCLED.length ? stem.indexOf(CIRCLED.charAt(index), begin) : -1;
    options.push(
      stem
        .slice(begin, at < 0 ? undefined : at)
        .trim()
        .replace(/[;；,，]$/, ''),
    );
    if (at < 0) break;
    begin = at + 1;
  }
  if (options.length < 2 || options.some((text) => text === '')) return null;
  if (isLettered && (options.length !== LETTERED || options.some((text) => ASKED.test(text)))) return null;
  raw.options = options.map((text, index) => ({ key: String.fromCharCode(65 + index), lines: text.split('\n') }));
  raw.stem = stem.slice(0, from).trim().split('\n');
  if (isAnswered) raw.answer = [answer.replace(/[①-⑩]/g, (sign) => String.fromCharCode(65 + CIRCLED.indexOf(sign)))];
  return isLettered ? 'lettered' : 'circled';
}
