/** Length in Unicode code points, as a person counts characters. */
export function codePointLength(text: string): number {
  return [...text].length;
}

/** Cuts a text to at most `max` code points, with … where something was cut. */
export function clip(text: string, max: number): string {
  const points = [...text];
  return points.length <= max ? text : `${points.slice(0, Math.max(0, max - 1)).join('')}…`;
}

/** Cuts a text so that its UTF-8 form has at most `max` bytes, never inside a character. */
export function clipBytes(text: string, max: number): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let result = '';
  for (const point of text) {
    bytes += encoder.encode(point).length;
    if (bytes > max) return `${result}…`;
    result += point;
  }
  return result;
}

/** Splits a comma string into trimmed, non-empty parts; accepts full-width and enumeration commas. */
export function splitList(text: string): string[] {
  return text
    .split(/[,，、]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Escapes %, _ and \ for a LIKE pattern that uses ESCAPE '\'. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (match) => `\\${match}`)}%`;
}

// What takes no place on a screen, or has no sign of its own: all that Unicode says may be ignored, format and control
// signs, fillers, variation selectors, the empty braille cell, what is not assigned or privately used.
const UNSEEN =
  /\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Variation_Selector}\u115f\u1160\u3164\uffa0\u2800\ufffc]/gu;

/** A name as it is seen, without what cannot be seen. */
export function seenName(text: string): string {
  return text.normalize('NFC').replace(UNSEEN, '').trim();
}

const looks = (name: string) => name.normalize('NFKC').replace(UNSEEN, '').replace(/\s/g, '').toLowerCase();

/**
 * Whether two names of people, classes or groups would be taken for one another: full-width or not, however they are
 * spaced, in capitals or small letters, with signs that nobody sees or without.
 */
export function isSameName(one: string, other: string): boolean {
  return looks(one) === looks(other);
}
