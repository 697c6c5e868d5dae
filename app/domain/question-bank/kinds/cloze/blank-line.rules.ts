/** The answers of a blank as a form shows them, on a line. Pure. */

/** One line of alternatives per blank, separated by | or ／ (a plain / is part of dates and fractions). */
export function parseBlankLine(line: string): string[] {
  return (line.match(/(?:\\[|｜／]|[^|｜／])+/g) ?? [])
    .map((alternative) => alternative.replace(/\\([|｜／])/g, '$1').trim())
    .filter((alternative) => alternative !== '');
}

/** The inverse of parseBlankLine, as a form shows it. */
export function formatBlankLine(alternatives: string[]): string {
  // A sign that would part them has a backslash before it; a backslash at an end stands apart from the next sign.
  return alternatives
    .map((alternative) => alternative.replace(/[|｜／]/g, '\\$&').replace(/\\$/, '\\ '))
    .join('|')
    .trimEnd();
}
