import { VERBATIM } from './text-labels';
import { optionsOf } from './text-options';

/** Options without any sign behind their letters: A 北京 B 上海 C 广州, or A北京 B上海 C广州, on one line or more. */

type Line = { text: string; note?: string | undefined };

const MAX_LENGTH = 400;
const LETTERS = 'ABCDEFGHIJ';
const FIRST = /^[AＡ](?=[\s\u3400-\u9fff])/;
/** A 和 B 两地 speaks of A and B. */
const NO_OPTION = /^(?:[A-JＡ-Ｊ.．、:：)）]|[和与及到至在是的向]\s?$)/;
const wideOf = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);

/** The lines with a dot behind each such letter, where at least A to C stand in their order with a text each. */
export function withBareOptions<T extends Line>(lines: T[]): T[] {
  const made = withTightLetters(lines.map(withFirstDot));
  for (let at = 0; at < lines.length; at += 1) {
    if (!FIRST.test(lines[at]?.text ?? '')) continue;
    let next = 0;
    const dotted: string[] = [];
    for (let index = at; index < lines.length && index < at + LETTERS.length; index += 1) {
      const cut = cutAt(lines[index]?.text ?? '', next);
      if (!cut) break;
      dotted.push(cut.map((text, place) => `${LETTERS.charAt(next + place)}. ${text}`).join('  '));
      next += cut.length;
    }
    // Two on a line each may be the beginnings of two sentences.
    if (next < 3) continue;
    dotted.forEach((text, index) => (made[at + index] = { ...(lines[at + index] as T), text }));
    at += dotted.length - 1;
  }
  return made;
}

const FIRST_BARE = /^(\d{1,3}\s?[.．、]\s{0,4})?[AＡ]\s{1,4}(?:[.．、](?!\d(?!\d{3}\s?年))\s{0,4})?(?=[^\s.．、]|\.\d)/;
const OTHERS_DOTTED = /\s[BＢ]\s?[.．、]\s{0,4}\S.*\s[CＣ]\s?[.．、]\s{0,4}\S/;

/** 42. A condition  B. place  C. sight: the dot of the first was left out, or stands apart. */
function withFirstDot<T extends Line>(line: T): T {
  const { text } = line;
  if (text.length > MAX_LENGTH || text.includes(VERBATIM) || !FIRST_BARE.test(text)) return line;
  if (!OTHERS_DOTTED.test(text) || /\s[AＡ]\s?[.．、)）]/.test(text)) return line;
  return { ...line, text: text.replace(FIRST_BARE, '$1A. ') };
}

const TIGHT = /^([C-JＣ-Ｊ])(?=[\u3400-\u9fff《“"（(])/;
const LIKE_OPTION = /^[（([【［]?\s{0,3}[A-JＡ-Ｊ]/;
/** A real C. so far below says that C语言 goes on with the option above it. */
const LINES_BELOW = 6;

/** C前途不同 right below A. … and B. …: an option whose dot was left out. */
function withTightLetters<T extends Line>(lines: T[]): T[] {
  const made = [...lines];
  let next = 'A';
  lines.forEach((line, at) => {
    const { text } = line;
    if (text === '' || text.length > MAX_LENGTH || text.includes(VERBATIM))
      return void (next = text === '' ? next : 'A');
    const letter = TIGHT.exec(text)?.[1]?.normalize('NFKC');
    if (letter !== undefined && letter === next && !isBelow(lines, at, letter)) {
      const note = `选项“${text.slice(0, 20)}”的字母 ${letter} 后面没有点，已当作选项 ${letter}，请核对。`;
      made[at] = { ...line, text: `${letter}. ${text.slice(1)}`, note: `${line.note ?? ''}${note}` };
      next = after(letter);
      return;
    }
    const options = LIKE_OPTION.test(text) ? optionsOf(text, lines[at + 1]?.text ?? '', false) : [];
    const [first, last] = [options[0]?.key, options[options.length - 1]?.key];
    next = first !== undefined && last !== undefined && (first === 'A' || first === next) ? after(last) : 'A';
  });
  return made;
}

const after = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1);

function isBelow<T extends Line>(lines: T[], at: number, letter: string): boolean {
  for (const { text } of lines.slice(at + 1, at + 1 + LINES_BELOW)) {
    const key = optionsOf(text, '', true)[0]?.key;
    if (key === letter) return true;
    if (key === 'A' || /^[（(]?\d{1,4}\s?[.．、)）]/.test(text)) return false;
  }
  return false;
}

/** The texts of the options of a line that begins with the letter of this place; null for any other line. */
function cutAt(line: string, place: number): string[] | null {
  if (line.length > MAX_LENGTH || line.includes(VERBATIM)) return null;
  const isTight = /^\S[^\s]/.test(line);
  const signs = [...LETTERS.slice(place)].map((letter) => letterAt(line, letter, isTight));
  const count = signs.findIndex((found) => found === null);
  const found = signs.slice(0, count < 0 ? signs.length : count) as number[];
  if (found[0] !== 0 || found.some((at, index) => index > 0 && at <= (found[index - 1] ?? 0))) return null;
  const texts = found.map((at, index) => line.slice(at + 1, found[index + 1]).trim());
  return texts.every((text) => text !== '' && !NO_OPTION.test(text)) ? texts : null;
}

/** Where a letter stands by itself before a text; null where it does not, or more than once. */
function letterAt(line: string, letter: string, isTight: boolean): number | null {
  const behind = isTight ? '[\\u3400-\\u9fff\\d]' : '\\s\\s{0,20}\\S';
  const places = [...line.matchAll(new RegExp(`(^|\\s)[${letter}${wideOf(letter)}](?=${behind})`, 'g'))];
  const [place] = places;
  return place && places.length === 1 ? place.index + (place[1]?.length ?? 0) : null;
}
