import { KIND_LABELS, THEORY_KINDS } from '~/domain/question-bank/question.schema';

/** The form of 随机组卷: rows of what is drawn. */

/** How many rows the form has; one without a count says nothing. */
export const DRAW_ROWS = 5;

/** What a row may draw: a theory kind, any theory question, or a written one. */
export const DRAW_KINDS: readonly { value: string; label: string }[] = [
  ...THEORY_KINDS.map((kind) => ({ value: kind, label: `${KIND_LABELS[kind]}题` })),
  { value: 'theory', label: '理论题（不限）' },
  { value: 'written', label: '笔试题' },
];

export type DrawColumn = 'kind' | 'level' | 'directory' | 'scope' | 'count' | 'points';

/** The name of a row's field, rows from 0. */
export function drawRowField(column: DrawColumn, row: number): string {
  return `${column}-${row}`;
}

/** The kinds that an untouched form asks for: a paper usually has a row for each. */
export function initialDrawRows(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: DRAW_ROWS }, (_, row) => [drawRowField('kind', row), DRAW_KINDS[row]?.value ?? '']),
  );
}
