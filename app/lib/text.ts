/** Length in Unicode code points, as a person counts characters. */
export function codePointLength(text: string): number {
  return [...text].length;
}

/** Whether a text has more than `max` code points; of one that is far too long none is counted. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || codePointLength(text) > max);
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

/** No sign of any script carries more marks. */
const MOST_MARKS = 30;
/** Shorter texts are read in no time, whatever stands in them. */
const LONG = 2000;

/**
 * A text without the marks that nobody could read on one sign: ordering thousands of them, as `normalize` does, takes
 * time that grows with their square, and stops the server for minutes. The half-width voice marks of Japanese become
 * such marks. Linear in the text's length.
 */
export function boundMarks(text: string): string {
  if (text.length < LONG) return text;
  return text.replace(/[\p{M}\uff9e\uff9f]+/gu, (run) => (run.length > MOST_MARKS ? run.slice(0, MOST_MARKS) : run));
}
