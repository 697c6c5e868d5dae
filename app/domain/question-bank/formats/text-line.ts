import type { QuestionTable } from './question-columns';
import type { Numbered } from './text-numbers';

/** What stands out of its line: `isFirm` in red or highlighted, `isBold`, else but underlined. */
export type Marked = { text: string; isFirm: boolean; isBold?: boolean };

/** A row of a table whose columns are known; `table` is the same object for every row of one. */
export type TableLine = { cells: string[]; table: QuestionTable };

/** A text with numbered blanks; the same object for every line of one. `isCloze`: it is one question by itself. */
export type Passage = { numbers: number[]; isCloze: boolean; answers: Map<number, string> };

/** What a line is within a key whose form is none of ours: 2,B as `2．B`; `run`: of how many such entries. */
export type KeyEntry = { text: string; run: { count: number } };

/** A section that a line of a key names: its heading as the paper has it, '' for none; `rest`: the answers behind it. */
export type KeySection = { heading: string; rest: string };

/**
 * `note`: what a reader of the question it belongs to must know of it; `doubt`: why it may be read wrong; `marked`: what stands out of it; `row`: it is
 * a question of its own; `passage`: the text with numbered blanks that it is of; `odd`: its number, written as none is;
 * `entry`, `sections`: what it is where it stands in the key of the paper; `indent`: the blanks before it, where they say something.
 */
export type TextLine = {
  text: string;
  line: number;
  note?: string;
  doubt?: string;
  marked?: Marked[];
  row?: TableLine;
  passage?: Passage;
  odd?: Numbered;
  entry?: KeyEntry;
  sections?: KeySection[];
  indent?: string;
};
