import { VERBATIM } from './text-labels';

/** Options without any sign behind their letters: A 北京 B 上海 C 广州, or A北京 B上海 C广州, on one line or more. */

const MAX_LENGTH = 400;
const LETTERS = 'ABCDEFGHIJ';
const FIRST = /^[AＡ](?=[\s\u3400-\u9fff])/;
/** A 和 B 两地 speaks of A and B. */
const NO_OPTION = /^(?:[A-JＡ-Ｊ.．、:：)）]|[和与及到至在是的向]\s?$)/;
const wideOf = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);

/** The lines with a dot behind each such letter, where at least A to C stand in their order with a text each. */
export function withBareOptions<T extends { text: string }>(lines: T[]): T[] {
  const made = [...lines];
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
