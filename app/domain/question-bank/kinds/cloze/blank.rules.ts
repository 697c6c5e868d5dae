/** How a text given for a blank is compared with its key. Pure. */

const ZERO_WIDTH = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** −3 and –3: a keyboard has but one of them. */
const MINUS = /[\u2010-\u2013\u2212]/g;

/**
 * The form in which cloze answers are compared: full-width forms folded (NFKC), minus signs and hyphens made one,
 * invisible characters dropped, trimmed, inner white space folded to one space, and letters in lower case (a word at the start of a sentence is
 * no other word).
 */
export function clozeForm(text: string): string {
  return text.normalize('NFKC').replace(ZERO_WIDTH, '').replace(MINUS, '-').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** True when a text given for a blank equals one of its alternatives. An empty text is never right. */
export function matchesBlank(given: string, alternatives: string[]): boolean {
  const form = clozeForm(given);
  return form !== '' && alternatives.some((alternative) => clozeForm(alternative) === form);
}
