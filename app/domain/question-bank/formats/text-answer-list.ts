import type { Heading } from './text-headings';
import type { Label } from './text-labels';
import type { NumberStyle } from './text-numbers';

/** What a list of answers says, group by group, until it is given to the questions. */

export type Entry = {
  number: number;
  answer: string[];
  analysis: string[];
  marking: string[];
  /** Its label as it stands there, 评分标准：; what follows is the marking. */
  markingSign?: string;
  /** 【知识点】 and 【难度】 of its question. */
  properties?: { label: Label; text: string }[];
  /** How far a list of its own, 1. 2. 3. inside the answer, has counted; 0 without one. */
  nested: number;
  /** Its analysis stands in a list of its own behind all answers. */
  isListed?: boolean;
  /** 【解析】 stood alone on its line: what follows is the analysis. */
  isOpen?: boolean;
  /** The blanks before the first line of a program. */
  indent?: string;
  /** Its own number stands in brackets. */
  isBracketed?: boolean;
  /** How the list inside the answer counts; 1. 2. without. */
  partSign?: PartSign;
  /** What stands beside its number alone, `解：` or nothing, with its sign, where its answer begins below it. */
  head?: string;
  /** How many lines of the answer that is. */
  headLines?: number;
  /** ` 4.5 米` behind the answer before it, where it may as well be a decimal of that one. */
  decimal?: string;
};

/** （1）, 1） and 1. */
export type PartSign = 'framed' | 'closed' | 'plain';

/** `inOrder`: its answers without numbers, for the questions of its section one after another. */
export type Group = {
  heading: Heading | null;
  entries: Entry[];
  /** Its heading is one of the paper's, word for word. */
  isNamed?: boolean;
  inOrder?: string;
  /** What stands behind the name of a section without a number: 三、水 is the answer where it has one question. */
  whole?: Entry;
  /** Which of its questions are wrong, or right: all others are not. */
  stated?: { numbers: number[]; key: string; other: string; text: string };
  /** Its numbers have no sign behind them: 1 水 */
  isSpaced?: boolean;
};

export type AnswerList = {
  groups: Group[];
  /** The paper it is the key of, where the file has several. */
  part?: string;
  problems: { from: number; to: number; group: Group; text: string }[];
  /** What is said of the answer of one question beside it. */
  corrections: { number: number; text: string }[];
  /** The numbers of the questions that wait for their answers. */
  asked: Set<number>;
  /** Question 1 of more than one text waits for its answer. */
  isRepeated?: boolean;
  /** How far the numbers of its second column are from those of its first: 1.D 11.AB above 2.A 12.ACD. */
  columns?: number;
  /** The entry whose 【3题详解】 is read. */
  detailed?: Entry;
  /**
   * The list of analyses that is read behind the answers: `runs` the sections where each has numbers of its own, `at` the
   * one it is at (−1: nobody knows), `last` 0 where its title was just read.
   */
  analysed?: { runs: Run[]; at: number; last: number; isBegun: boolean };
  /** How the questions above it are counted. */
  style?: NumberStyle | null;
  /** The section of the question it stands behind. */
  section?: number;
  /** Analyses of which nobody knows the section. */
  lost: string[];
};

/** Entries by their numbers, none of which is there twice. */
export type Run = { heading: Heading | null; entries: Map<number, Entry>; last: number };

/** All entries as one run, or where numbers are there twice one for each section. */
export function runsOf({ groups }: AnswerList): Run[] {
  const runs: Run[] = [];
  for (const { heading, entries } of groups) {
    const last = runs[runs.length - 1];
    const isOwn = heading !== null || entries.some(({ number }) => last?.entries.has(number));
    const run: Run = last && !isOwn ? last : { heading, entries: new Map(), last: 0 };
    if (run !== last) runs.push(run);
    for (const entry of entries) if (!run.entries.has(entry.number)) run.entries.set(entry.number, entry);
    run.last = entries[entries.length - 1]?.number ?? run.last;
  }
  const whole = new Map(runs.flatMap(({ entries }) => [...entries]));
  const count = runs.reduce((sum, { entries }) => sum + entries.size, 0);
  // A section without numbers of its own may have them in the analyses.
  const isCounted = groups.every((group) => group.inOrder === undefined && group.whole === undefined);
  const last = runs[runs.length - 1]?.last ?? 0;
  return whole.size === count && isCounted ? [{ heading: null, entries: whole, last }] : runs;
}

export const newAnswerList = (asked: Set<number> = new Set()): AnswerList => ({
  groups: [],
  problems: [],
  corrections: [],
  lost: [],
  asked,
});

export function entryOf(list: AnswerList, number: number): Entry | undefined {
  for (let at = list.groups.length - 1; at >= 0; at -= 1) {
    const found = list.groups[at]?.entries.find((entry) => entry.number === number);
    if (found) return found;
  }
  return undefined;
}

export const isListed = (list: AnswerList, number: number) =>
  list.groups.some(({ entries }) => entries.some((entry) => entry.number === number));

/** Of one list, and of one of its sections. */
const MAX_GROUPS = 200;

const MAX_ENTRIES = 2000;

export const MAX_PROBLEMS = 200;

export const newEntry = (number: number): Entry => ({ number, answer: [], analysis: [], marking: [], nested: 0 });

export function add(list: AnswerList, number: number, answer: string[]): Entry {
  const entry: Entry = { ...newEntry(number), answer };
  const group = groupFor(list, number);
  // More than there can be questions are nobody's.
  if (group.entries.length < MAX_ENTRIES) group.entries.push(entry);
  return entry;
}

/** The group a number continues; a number that is there already begins another. */
export function groupFor(list: AnswerList, number: number): Group {
  const last = list.groups[list.groups.length - 1];
  const previous = last?.entries[last.entries.length - 1];
  if (last && (!previous || previous.number < number || list.groups.length >= MAX_GROUPS)) return last;
  const group: Group = { heading: null, entries: [] };
  list.groups.push(group);
  return group;
}

/** A blank line between two paragraphs of an analysis. */
export function readListBlank(list: AnswerList): void {
  const analysis = (list.detailed ?? lastEntry(list))?.analysis;
  if (analysis && analysis.length > 0 && !list.analysed?.isBegun) analysis.push('');
}

export function lastEntry(list: AnswerList): Entry | undefined {
  const last = list.groups[list.groups.length - 1];
  return last?.entries[last.entries.length - 1];
}
