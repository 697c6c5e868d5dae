import { isListText } from './text-answer-entries';
import type { TextLine } from './text-line';
import { passageTitle } from './text-passage-titles';

/** Keys of a reading that name the text before its answers: A above 1-3 ABC, A篇：1-3 ABC, Passage 2  4. B 5. C. */

const BEFORE =
  /^([（(【[]?(?:[A-HＡ-Ｈ]|(?:Passage|Text|短文|语篇)\s?\S{1,5}?)[)）】\]]?\s?篇?)(?:\s{0,4}[:：]\s{0,8}|\s{0,4}[.．、]?\s{1,8})(?=\d)/i;
const LETTERS_ALONE = /^\d{1,3}\s?[.．、]?\s?[A-JＡ-Ｊ]{1,6}$/;
/** 1. Beijing, and no question. */
const ENTRY = /^[（(]?\d{1,3}\s?[.．、)）:：]\s{0,4}[^?？_＿]{1,60}$/;
const NUMBER_ALONE = /^\d{1,3}\s?[.．、]?$/;

/** 1-3 ABC of A篇：1-3 ABC; null for any other line. */
export function answersOfPassage(text: string): string | null {
  const before = text.length < 600 ? BEFORE.exec(text) : null;
  if (!before || passageTitle((before[1] ?? '').trim()) === null) return null;
  const rest = text.slice(before[0].length);
  return isListText(rest) || LETTERS_ALONE.test(rest) ? rest : null;
}

/** The lines of a key without such names: the numbers alone say which question an answer is of. */
export function withoutPassageTitles(lines: TextLine[]): TextLine[] {
  let above = '';
  return lines.flatMap((line, at) => {
    const { text } = line;
    const answers = answersOfPassage(text);
    if (answers !== null) return [{ ...line, text: answers }];
    const next = (lines[at + 1]?.text || lines[at + 2]?.text) ?? '';
    const isTitle = passageTitle(text) !== null && !NUMBER_ALONE.test(above) && (isListText(next) || ENTRY.test(next));
    if (text !== '') above = text;
    return isTitle ? [] : [line];
  });
}
