import { VERBATIM, type Heading } from './text-lines';

/** A question while its lines are read. */
export type RawQuestion = {
  line: number;
  /** As it is numbered; null for a question without a number. */
  number: number | null;
  section: Section;
  /** The section's lines that belong to each of its questions (阅读材料). */
  material: string[];
  kindWord: string;
  stem: string[];
  options: { key: string; lines: string[] }[];
  /** undefined: the file says nothing; []: a label without a text. */
  answer: string[] | undefined;
  analysis: string[];
  marking: string[];
  points: number | null;
  level: string;
  keyPoint: string;
  /** 标题, 作答方式, 准备时间 …, as they stand there. */
  more: Record<string, string>;
  problems: string[];
};

export type Section = {
  /** Counted from 0, so that two sections of one kind are told apart. */
  index: number;
  heading: Heading | null;
};

/** A question of which nothing but its place is known. */
export function newRaw(line: number, number: number | null, section: Section): RawQuestion {
  return {
    line,
    number,
    section,
    material: [],
    kindWord: '',
    stem: [],
    options: [],
    answer: undefined,
    analysis: [],
    marking: [],
    points: null,
    level: '',
    keyPoint: '',
    more: {},
    problems: [],
  };
}

/** Lines as one text: no blank lines around it, at most one in a row within; verbatim lines as they are. */
export function joinLines(lines: string[]): string {
  return lines
    .filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
    .join('\n')
    .split(VERBATIM)
    .join('')
    .trim();
}

/** Whether the lines were written by us, to be taken as they are. */
export const isVerbatim = (lines: string[]) => lines.some((line) => line.includes(VERBATIM));
