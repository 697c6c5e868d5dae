import { isListText } from './text-answer-entries';
import { headingOf } from './text-headings';
import { MAX_LINE, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import type { RawQuestion } from './text-raw';
import { narrow } from './words.rules';

/** A key without any title behind the questions: 1. B above 2. A, 1.B 2.A, or ABCDA B alone. */

const SINGLE = /^[0-9０-９]{1,3}\s?[.．、:：]\s{0,3}(?:[A-JＡ-Ｊ]{1,8}|[√×✓✗✔✘对错]|正确|错误)$/;
const NUMBERS = /([0-9０-９]{1,3})\s?[.．、:：)）]?\s?(?=[A-JＡ-Ｊ√×✓✗✔✘对错正])/g;
const ROW = /^[A-JＡ-Ｊ](?:[\s,，、;；]{0,4}[A-JＡ-Ｊ]){2,99}$/;

/** Those whose answer is a letter or a sign, and is not there yet. */
export function waitingChoices(questions: RawQuestion[]): RawQuestion[] {
  return questions.filter(({ answer, number, options, section }) => {
    const kind = section.heading?.kind;
    const isJudged = kind !== null && kind !== undefined && 'kind' in kind && kind.kind === 'judge';
    return answer === undefined && number !== null && (options.length > 1 || isJudged);
  });
}

const isEntry = ({ text, row, passage }: TextLine) =>
  !row &&
  !passage &&
  text.length < MAX_LINE &&
  (SINGLE.test(text) || (isListText(text) && !segmentsOf(text)[0]?.label));

const isHeading = ({ text, row }: TextLine) => !row && text !== '' && headingOf(text)?.isDoubtful === false;

/** Whether a run of entries begins here, or the heading above them: each run is looked at once. */
export function mayBeKey(lines: TextLine[], at: number): boolean {
  const filled = (from: number, step: number) => lines[lines[from]?.text === '' ? from + step : from];
  const [line, before, behind] = [lines[at], filled(at - 1, -1), filled(at + 1, 1)];
  if (!line || (before && isEntry(before))) return false;
  return (
    isEntry(line) || ROW.test(line.text.slice(0, 400)) || (behind !== undefined && isEntry(behind) && isHeading(line))
  );
}

/** Whether nothing but such entries stands here, section by section, one at least for each that waits. */
export function isUntitledKey(lines: TextLine[], at: number, waiting: RawQuestion[]): boolean {
  let count = 0;
  for (let index = at; index < lines.length && count < waiting.length; index += 1) {
    const line = lines[index] as TextLine;
    if (line.text === '' && count > 0) continue;
    const numbers = isEntry(line)
      ? [...line.text.matchAll(NUMBERS)].map(([, digits = '']) => Number(narrow(digits)))
      : [];
    if (numbers.length === 0 && isHeading(line) && (index === at || count > 0)) continue;
    if (numbers.length === 0 || (count === 0 && numbers[0] !== waiting[0]?.number)) return false;
    count += numbers.length;
  }
  return count >= waiting.length && waiting.length > 1;
}

/** ABCDA B with a letter for each that waits, where their numbers count on: as 1-6 ABCDA B. */
export function rowOfKey(text: string, waiting: RawQuestion[]): string | null {
  if (text.length > 400 || !ROW.test(text) || waiting.some(({ options }) => options.length < 2)) return null;
  const [first] = waiting;
  const from = first?.number ?? 0;
  const isCounting = waiting.every(({ number }, index) => number === from + index);
  if (!isCounting || narrow(text).replace(/[^A-J]/g, '').length !== waiting.length) return null;
  return `${from}-${from + waiting.length - 1} ${text}`;
}
