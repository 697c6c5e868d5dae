import { splitStem } from './question.rules';
import { splitRichText } from './rich-text.rules';

/** Every formula that stands in any text of a value, once each: those that a page may draw of it. */
export function formulasOf(value: unknown): string[] {
  const found = new Set<string>();
  collect(value, found);
  return [...found];
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.includes('$')) collectText(value, found);
  } else if (Array.isArray(value) || value instanceof Map || value instanceof Set) {
    for (const part of value as Iterable<unknown>) collect(part, found);
  } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    // Only what is sent on: an index by names is faster than a list of the values.
    for (const name in value) collect((value as Record<string, unknown>)[name], found);
  }
}

function collectText(text: string, found: Set<string>): void {
  const whole = [text];
  const blanks = splitStem(text);
  // A stem with blanks is drawn in its pieces: a dollar before a blank is none of the formula behind it.
  for (const piece of blanks.length > 1 ? whole.concat(blanks) : whole) {
    for (const part of splitRichText(piece, 0)) if (part.kind === 'formula') found.add(part.tex);
  }
}
