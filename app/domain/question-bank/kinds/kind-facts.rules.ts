import { FIXED_OPTIONS, type QuestionKind } from './kinds.schema';

/** What is known of each kind in a word; apart from their names, which pages load that need none of this. */

/** Where the answer to a question is written on paper: beside its number, into its blanks, or on lines of its own. */
export type AnswerPlace = 'letter' | 'blanks' | 'lines' | 'none';

/** What is known of a kind without looking at a question. */
export type KindFacts = {
  /** What a section of such questions is called. */
  sectionTitle: string;
  /** What it is worth unless its teacher says otherwise. */
  defaultPoints: number;
  /** No key decides it: a teacher, or who practises, gives its points. */
  isMarkedByHand: boolean;
  answerPlace: AnswerPlace;
  /** Lines to write on for every point. */
  linesPerPoint: number;
};

export const KIND_FACTS: Record<QuestionKind, KindFacts> = {
  single: {
    sectionTitle: '单项选择题',
    defaultPoints: 2,
    isMarkedByHand: false,
    answerPlace: 'letter',
    linesPerPoint: 0,
  },
  multiple: {
    sectionTitle: '多项选择题',
    defaultPoints: 3,
    isMarkedByHand: false,
    answerPlace: 'letter',
    linesPerPoint: 0,
  },
  judge: { sectionTitle: '判断题', defaultPoints: 1, isMarkedByHand: false, answerPlace: 'letter', linesPerPoint: 0 },
  cloze: { sectionTitle: '填空题', defaultPoints: 2, isMarkedByHand: false, answerPlace: 'blanks', linesPerPoint: 0 },
  short: { sectionTitle: '简答题', defaultPoints: 5, isMarkedByHand: true, answerPlace: 'lines', linesPerPoint: 0.8 },
  written: { sectionTitle: '笔试题', defaultPoints: 10, isMarkedByHand: true, answerPlace: 'lines', linesPerPoint: 1 },
  oral: { sectionTitle: '口语题', defaultPoints: 100, isMarkedByHand: true, answerPlace: 'none', linesPerPoint: 0 },
};

/** Options of its own, to choose by their letter. */
export function hasLetteredOptions(kind: QuestionKind): boolean {
  return KIND_FACTS[kind].answerPlace === 'letter' && !FIXED_OPTIONS[kind];
}
