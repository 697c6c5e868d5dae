import { headingOf } from './text-headings';
import { segmentsOf } from './text-labels';
import { optionsOf } from './text-options';

/** Options that count a. b. c. instead of A. B. C. */

const SMALL = /^[（(]?([a-hａ-ｈ])\s{0,2}[.．、)）]\s{0,8}(?=\S)/;

const SMALL_ANSWER = /^[（(]?[a-hA-Hａ-ｈ][a-hA-Hａ-ｈ\s,，、]{0,20}[)）]?$/;

/** `a. 甲  b. 乙  c. 丙` on one line, each with its letter as a capital; null where they are not so. */
function capitalsBeside(text: string): string | null {
  if (text.length > 2000) return null;
  let made = text.replace(SMALL, 'A. ');
  let count = 1;
  for (; count < 8; count += 1) {
    const small = String.fromCharCode(97 + count);
    const wide = String.fromCharCode(0xff41 + count);
    const next = made.replace(
      new RegExp(`\\s[（(]?[${small}${wide}]\\s{0,2}[.．、)）]\\s{0,4}(?=\\S)`),
      `  ${small.toUpperCase()}. `,
    );
    if (next === made) break;
    made = next;
  }
  return count > 1 ? made : null;
}

/** Whether a heading begins a section of choices; null for a line that is none. */
function choicesBelow(text: string): boolean | null {
  const heading = headingOf(text);
  if (!heading || heading.isDoubtful) return null;
  const { kind } = heading;
  return kind !== null && 'kind' in kind && ['choice', 'single', 'multiple'].includes(kind.kind);
}

/** a. b. c. on lines of their own right above an answer of letters are options; before A. B. they belong to the stem. */
export function withCapitals<T extends { text: string }>(lines: T[]): T[] {
  const letterAt = (at: number) => SMALL.exec(lines[at]?.text ?? '')?.[1]?.normalize('NFKC');
  if (!lines.some((_line, at) => letterAt(at) === 'a')) return lines;
  const changed = [...lines];
  let isOfChoices = false;
  for (let at = 1; at < lines.length; at += 1) {
    if (letterAt(at) !== 'a') {
      isOfChoices = choicesBelow(lines[at - 1]?.text ?? '') ?? isOfChoices;
      continue;
    }
    let end = at;
    while (letterAt(end) === String.fromCharCode(97 + end - at)) end += 1;
    const count = end - at;
    while (end < lines.length && lines[end]?.text === '') end += 1;
    const answer = segmentsOf(lines[end]?.text ?? '')[0];
    const isAnswered = answer?.label === 'answer' && SMALL_ANSWER.test(answer.text);
    // Below 选择题 they are the options where none with capitals follow.
    if (!isAnswered && !(isOfChoices && optionsOf(lines[end]?.text ?? '', '', true).length === 0)) continue;
    const beside = count === 1 ? capitalsBeside(lines[at]?.text ?? '') : null;
    if (beside !== null) changed[at] = { ...(lines[at] as T), text: beside };
    if (count < 2) continue;
    for (let index = at; index < at + count; index += 1) {
      const line = lines[index] as T;
      changed[index] = { ...line, text: line.text.replace(SMALL, `${String.fromCharCode(65 + index - at)}. `) };
    }
  }
  return changed;
}
