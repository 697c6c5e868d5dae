import { countBlanks } from '../question.rules';
import type { ParsedKind } from './format.rules';
import { type Draft, clip, doubt } from './text-draft';
import { filledBlanks, toBlanks } from './text-drawn-blanks';
import { isVerbatim } from './text-raw';
import { parseBlanks } from './words.rules';

/** Answers that stand in the stem with room around them, as copied papers have them. */

const PADDED = /(\u3000{1,4}|[ \t]{2,8})(\S(?:[^\u3000\n]{0,80}?\S)?)(\u3000{1,4}|[ \t]{2,8})(?=\S)/g;
/** The ends of a sentence stand behind them, or what the blank is measured in. */
const BEHIND = /^(?:[，,。．.；;：:、？?！!）)]|$|[\u3400-\u9fffA-Za-z°%])/;
const OPTION = /^[（(]?[A-JＡ-Ｊ①-⑳\d]\s?[.．、)）]/;
const LONGEST = 4000;

const bare = (text: string) => text.normalize('NFKC').replace(/\s/g, '').replace(/[−–]/g, '-');

type Place = { at: number; length: number; text: string; isWide: boolean };

function placesIn(stem: string): Place[] {
  return [...stem.slice(0, LONGEST).matchAll(PADDED)].flatMap((match) => {
    const [whole, before = '', text = '', behind = ''] = match;
    const isWithin = /\S/.test(stem.charAt(match.index - 1));
    const isPlace = isWithin && !OPTION.test(text) && BEHIND.test(stem.slice(match.index + whole.length).slice(0, 1));
    const isWide = before.includes('\u3000') && behind.includes('\u3000');
    return isPlace ? [{ at: match.index, length: whole.length, text, isWide }] : [];
  });
}

/** Makes a blank of each answer that is read in the stem, and tells of what looks like one and is not stated. */
export function takePaddedBlanks(draft: Draft, declared: ParsedKind | 'choice' | null): void {
  const { raw, stem, answer, parsed } = draft;
  const isOpen = declared === null || declared === 'cloze';
  if (!isOpen || raw.options.length > 0 || isVerbatim(raw.stem) || raw.isRow) return;
  if (countBlanks(toBlanks(stem, null)) > 0 || filledBlanks(stem) !== null) return;
  const places = placesIn(stem);
  if (places.length === 0) return;
  const answers = parseBlanks(answer, places.length).map(([first = '']) => bare(first));
  const found = places.filter(({ text }) => answers.includes(bare(text)));
  if (found.length > 0 && found.length === answers.length) {
    draft.stem = [...found]
      .reverse()
      .reduce((text, { at, length }) => `${text.slice(0, at)}____${text.slice(at + length)}`, stem);
    parsed.notes.push(`题干里已经写着答案“${clip(found.map(({ text }) => text).join('”“'))}”，已改成空。`);
    return;
  }
  const wide = places.filter(({ isWide }) => isWide);
  if (wide.length > 0 && (answer === '' || declared === 'cloze' || wide.length === answers.length))
    doubt(
      parsed,
      `题干里的“${clip(wide.map(({ text }) => text).join('”“'))}”前后留着空，像是写在空里的答案，学生会看见，请核对。`,
    );
}
