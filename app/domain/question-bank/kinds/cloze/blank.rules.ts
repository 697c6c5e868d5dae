/** How a text given for a blank is compared with its key. Pure. */

const ZERO_WIDTH = /[\u200B-\u200D\u2060\uFEFF]/g;

/**
 * The form in which cloze answers are compared: full-width forms folded (NFKC), invisible characters dropped,
 * trimmed, inner white space folded to one space, and letters in lower case (a word at the start of a sentence is
 * no other word).
 */
export function clozeForm(text: string): string {
  return text.normalize('NFKC').replace(ZERO_WIDTH, '').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** True when a text given for a blank equals one of its alternatives. An empty text is never right. */
export function matchesBlank(given: string, alternatives: string[]): boolean {
  const form = clozeForm(given);
  return form !== '' && alternatives.some((alternative) => clozeForm(alternative) === form);
}
