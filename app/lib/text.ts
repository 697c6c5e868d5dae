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

// What takes no place on a screen: format and control signs, joiners, fillers, variation selectors, the empty braille cell
// and notehead.
const UNSEEN = /\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|\u2d7f|\u2800|\u{1d159}/gu;
// Drawn by some fonts only. Rare characters of names stood here once, so they stay in a name, and tell no two apart.
const SELDOM_SEEN = /\p{Co}|\p{Cn}/gu;

/** A name as it is seen, without what cannot be seen. */
export function seenName(text: string): string {
  return text.normalize('NFC').replace(UNSEEN, '').trim();
}

// A mark on a sign that has none of its own: a dot or ring that reads as dust. Tibetan or Uighur write vowels with them.
const STRAY_MARKS = /([\p{Script=Han}\p{Script=Latin}\p{N}\s])[\p{M}\u1100-\u11ff]+/gu;
const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;
// Letters of other alphabets that look like ours, in the order of the second row.
const FOREIGN = 'аеіорсухкмтнвзбαονικρτυ';
const OURS = 'aeiopcyxkmthb36aovikptu';

/** What somebody reads who looks at a name in passing: letters and figures. */
function looks(name: string): string {
  const seen = name.normalize('NFKC').replace(UNSEEN, '').replace(SELDOM_SEEN, '').toLowerCase();
  const plain = seen.replace(STRAY_MARKS, '$1');
  const isFigure = (sign: string | undefined) => sign !== undefined && /\p{N}/u.test(sign);
  // Points between two figures stay: 3.1 is not 31.
  const unpointed = plain.replace(NO_LETTERS, (run, at: number) =>
    isFigure(plain[at - 1]) && isFigure(plain[at + run.length]) ? run : '',
  );
  const ours = Array.from(unpointed || plain, (sign) => OURS[FOREIGN.indexOf(sign)] ?? sign).join('');
  return ours.replace(/[oil]/g, (sign, at: number) => {
    if (!isFigure(ours[at - 1]) && !isFigure(ours[at + 1])) return sign;
    return sign === 'o' ? '0' : '1';
  });
}

/**
 * Whether two names of people, classes or groups would be taken for one another: full-width or not, however they are
 * spaced and pointed, in capitals or small letters, with signs that nobody sees or without, O for 0, б for 6.
 */
export function isSameName(one: string, other: string): boolean {
  return looks(one) === looks(other);
}
