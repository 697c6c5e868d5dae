import type { Marked } from './text-line';

/** A number of a text with numbered blanks that Word underlines without room beside it, where the others have some. */

const MAX_MARKED = 200;

/** `__2__ … 3 … __4__` with 3 underlined: it is the blank between them. */
export function withNumbersDrawn(text: string, marked: Marked[]): string {
  let made = text;
  for (const { text: sign, isFirm, isBold } of marked.slice(0, MAX_MARKED)) {
    const number = /^\s{0,3}\d{1,3}\s{0,3}$/.test(sign) && !isFirm && !isBold ? Number(sign) : NaN;
    if (Number.isNaN(number) || made.includes(`__${number}__`)) continue;
    const before = made.indexOf(`__${number - 1}__`);
    const after = made.indexOf(`__${number + 1}__`);
    if (before < 0 && after < 0) continue;
    const from = before < 0 ? 0 : before + String(number - 1).length + 4;
    const within = made.slice(from, after < 0 ? made.length : after);
    const found = new RegExp(`(^|[^\\d_.])${number}(?![\\d_.])`).exec(within);
    if (!found) continue;
    const at = from + found.index + (found[1]?.length ?? 0);
    made = `${made.slice(0, at)}__${number}__${made.slice(at + String(number).length)}`;
  }
  return made;
}
