import type { QuestionTable } from './question-columns';

/** What stands out of its line: `isFirm` in red or highlighted, else but underlined. */
export type Marked = { text: string; isFirm: boolean };

/** A row of a table whose columns are known; `table` is the same object for every row of one. */
export type TableLine = { cells: string[]; table: QuestionTable };

/**
 * `note`: what a reader of the question it belongs to must know of it; `marked`: what stands out of it; `row`: it is
 * a question of its own.
 */
export type TextLine = { text: string; line: number; note?: string; marked?: Marked[]; row?: TableLine };
