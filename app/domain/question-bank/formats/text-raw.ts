import type { Marked } from './text-line';
import type { Heading } from './text-headings';
import { type Label, SPOKEN, VERBATIM } from './text-labels';

/** A question while its lines are read. */
export type RawQuestion = {
  line: number;
  /** As it is numbered; null for a question without a number. */
  number: number | null;
  section: Section;
  /** The text （一） of its section that it stands below. */
  text: TextAbove | null;
  /** The section's lines that belong to each of its questions (阅读材料). */
  material: string[];
  kindWord: string;
  stem: string[];
  options: { key: string; lines: string[] }[];
  /** undefined: the file says nothing; []: a label without a text. */
  answer: string[] | undefined;
  /** The places in `answer` where a second label of the answer stood. */
  restated: number[];
  analysis: string[];
  marking: string[];
  /** 评分标准： as it stands above or before the marking; '' where a column has it. */
  markingSign: string;
  /** 【解答】: a worked solution, which may be all that says the answer. */
  solution: string[];
  /** What is read out to listen to. */
  script: string[];
  points: number | null;
  level: string;
  keyPoint: string;
  /** 标题, 作答方式, 准备时间 …, as they stand there. */
  more: Record<string, string>;
  problems: string[];
  notes: string[];
  /** What may have been read wrong: the question is not chosen by itself. */
  doubts: string[];
  /** What stands out of its lines, in red or underlined. */
  marked: Marked[];
  /** What stands out of the lines in `material`. */
  materialMarked: Marked[];
  /** The letters that stand out alike in every question of its section: in bold, or underlined. */
  shown: { letters: string; sign: string; isSure: boolean } | null;
  /** A row of a table: what is missing is a cell. */
  isRow: boolean;
  /** Names of the directories it stands in, outermost first. */
  directories: string[];
  /** The numbers on its blanks, in a text with numbered ones. */
  blankNumbers: number[];
  /** （ C ） before its number: the place for the answer, with its letters. */
  placeAhead: string;
  /** The words above it, each behind a letter, of which its blanks are filled. */
  bank: { key: string; text: string }[];
  /** The text before it that belongs to no question and is left out. */
  lost: string;
  /** The small questions of its number, of which it is one. */
  subs: SubQuestions | null;
};

/**
 * Small questions （1）（2）（3） of one number. `isOwn`: each has its answer behind it, else one is for all; `points` of
 * the number, `isEach` as the heading gives them to each; `marked`, `analysis`: what stands out of the text above them, and explains them all.
 */
export type SubQuestions = {
  questions: RawQuestion[];
  isOwn: boolean;
  points: number | null;
  isEach: boolean;
  marked: Marked[];
  analysis: string[];
};

/** `place`: 2 for （二）; `above`: the ordinal of the section that the text is of. */
export type TextAbove = { place: number; above: number | null };

export type Section = {
  /** Counted from 0, so that two sections of one kind are told apart. */
  index: number;
  heading: Heading | null;
  /** The heading that it stands below: 第二部分 阅读 above 第一节. */
  above?: string;
  /** Of several papers in one file (A卷, B卷) the one it is of. */
  part?: string;
};

/** A question of which nothing but its place is known. */
export function newRaw(line: number, number: number | null, section: Section): RawQuestion {
  return {
    line,
    number,
    section,
    text: null,
    material: [],
    kindWord: '',
    stem: [],
    options: [],
    answer: undefined,
    restated: [],
    analysis: [],
    marking: [],
    markingSign: '',
    solution: [],
    script: [],
    points: null,
    level: '',
    keyPoint: '',
    more: {},
    problems: [],
    notes: [],
    doubts: [],
    marked: [],
    materialMarked: [],
    shown: null,
    isRow: false,
    directories: [],
    blankNumbers: [],
    placeAhead: '',
    bank: [],
    lost: '',
    subs: null,
  };
}

const UNSEEN = new RegExp(`[${VERBATIM}${SPOKEN}]`, 'g');

/** Lines as one text: no blank lines around it, at most one in a row within; verbatim lines as they are. */
export function joinLines(lines: string[]): string {
  return lines
    .filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
    .join('\n')
    .replace(UNSEEN, '')
    .trim();
}

/** Longer than any stem may be: a text of that length above hundreds of questions is not written out for each. */
export const LONGEST_MATERIAL = 20_000;

/** What a question takes of the text above it: without a blank first line, and no line behind the one that is too much. */
export function materialOf(lines: string[]): string[] {
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > LONGEST_MATERIAL);
  return (end < 0 ? lines : lines.slice(0, end + 1)).filter((line, index) => line !== '' || index > 0);
}

/** Whether the lines were written by us, to be taken as they are. */
export const isVerbatim = (lines: string[]) => lines.some((line) => line.includes(VERBATIM));

/** The part of a question that lines without a label go on. */
export type Field = 'stem' | 'option' | 'answer' | 'analysis' | 'marking' | 'solution' | 'script' | 'none';

/** One more line of a part; behind 难度 and the like a line without a label belongs to the analysis. */
export function addLine(question: RawQuestion, field: Field, text: string): void {
  switch (field) {
    case 'option':
      question.options[question.options.length - 1]?.lines.push(text);
      break;
    case 'answer':
      question.answer?.push(text);
      break;
    case 'none':
      if (text !== '') question.analysis.push(text);
      break;
    default:
      // Blank lines before a text are none of it.
      if (text !== '' || question[field].length > 0) question[field].push(text);
  }
}

/** What a label of one line says: kind, difficulty, points, key words, title … */
export function setProperty(question: RawQuestion, label: Label, text: string): void {
  if (label === 'kind') question.kindWord = text;
  else if (label === 'level') question.level = text;
  else if (label !== 'keyPoint') question.more[label] = text;
  else question.keyPoint = question.keyPoint === '' ? text : `${question.keyPoint}，${text}`;
}
