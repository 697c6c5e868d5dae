import { SPOKEN, VERBATIM, segmentsOf } from './text-labels';
import type { TextLine } from './text-line';
import { headingOf } from './text-headings';
import { numberOf } from './text-numbers';

/** Dialogues whose speakers are called A and B: `A: Hello, Tom.` is no option. */

const SPEAKER = /^(\d{1,3}\s?[.．、]\s{0,4})?([A-HＡ-Ｈ])(\s?[:：])(?=\s{0,4}\S)/;
/** The first of the options below a dialogue. */
const OPTION = /^[（(]?[AＡ]\s?[.．、)）]/;
/** 五、补全对话: below it a letter with a colon is who speaks. */
const HEADING =
  /^(?:[一二三四五六七八九十]{1,3}\s?[、.．]|[（(][一二三四五六七八九十]{1,3}[)）])[^。？?]{0,20}(?:对话|交际)/;
const OTHER_HEADING = /^[一二三四五六七八九十]{1,3}\s?[、.．]/;
/** So many lines that one speaker says may stand between two that name theirs. */
const BETWEEN = 2;

/** The lines with a sign behind each speaker by which nothing takes the letter for that of an option. */
export function withDialogues(lines: TextLine[]): TextLine[] {
  const made = [...lines];
  let run: { at: number; letter: string }[] = [];
  let left = 0;
  let isDialogue = false;
  const close = (isAbove: boolean) => {
    // Options count on: who has spoken before speaks again, or the options stand below.
    const letters = run.map(({ letter }) => letter);
    const isAgain = letters.some((letter, at) => at > 1 && letters.slice(0, at - 1).includes(letter));
    if ((isAgain || (isDialogue && letters.length > 1) || (isAbove && letters[0] === 'A')) && new Set(letters).size < 5)
      for (const { at } of run) made[at] = { ...made[at]!, text: made[at]!.text.replace(SPEAKER, `$1$2${SPOKEN}$3`) };
    run = [];
  };
  lines.forEach(({ text, row, passage }, at) => {
    if (text === '') return;
    const found = row || passage || text.includes(VERBATIM) ? null : SPEAKER.exec(text);
    if (found) {
      if (found[1] !== undefined) close(false);
      run.push({ at, letter: (found[2] ?? '').normalize('NFKC') });
      left = BETWEEN;
      return;
    }
    left -= 1;
    if (run.length > 0 && OPTION.test(text)) close(true);
    else if (run.length > 0 && (left < 0 || row || isOther(text))) close(false);
    if (HEADING.test(text.slice(0, 60))) isDialogue = true;
    else if (OTHER_HEADING.test(text)) isDialogue = false;
  });
  close(false);
  return made;
}

const isOther = (text: string) =>
  headingOf(text) !== null || numberOf(text)?.style === 'plain' || (segmentsOf(text)[0]?.label ?? null) !== null;
