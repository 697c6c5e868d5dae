import type { FieldErrors } from '~/lib/errors';
import type { BodyOf, TheoryBody } from '../question.schema';
import type { AnswerValue } from './answer.schema';
import type { QuestionKind, TheoryKind } from './kinds.schema';

/** What a kind of question has to say of itself; its folder says it, kinds.rules.ts asks it. */

/** The part of a theory body that says what is right. */
export type AnswerKey = Pick<TheoryBody, 'options' | 'keys' | 'blanks' | 'reference'>;
export type Refuse = (field: string, message: string) => void;

/** What an answer earns by its key. */
export type AutoMark = {
  points: number;
  isRight: boolean;
  /** Of a cloze: whether each blank is right. */
  blanks: boolean[];
  /** 全员给分: everybody has the full mark, whatever was given. */
  isCredited?: true;
};

/** The key of an exam item as it counts after a correction. */
export type CorrectedKey = {
  keys: string[];
  /** Further option sets that count as right. */
  alsoRight: string[][];
  blanks: string[][];
};

/** How a key is put right: another one in its place, or a further answer beside it. */
export type KeyInput = {
  kind: 'key' | 'accept';
  /** The right options (key), or one further set of them (accept). */
  keys: string[];
  /** Further option sets, each as `A,C`. */
  sets: string[];
  /** One line per blank, alternatives separated by |. */
  blanks: string[];
  /** Further alternatives chosen from what was given: `<blank from 0>|<text>`. */
  more: string[];
};

/** The corrected key, or what is wrong by field. */
export type KeyRead = { key: CorrectedKey } | { problems: FieldErrors };

/** Answers that do not count as right, with how many gave them. */
export type FrequentAnswers = {
  /** Option sets. */
  sets: { keys: string[]; count: number }[];
  /** For every blank of a cloze. */
  blanks: { text: string; count: number }[][];
};

/** What is right, in rows of words. */
export type KeyRow = { term: string; texts: string[] };

/** What a student gave for one item; photos are those that count. */
export type Given = {
  value: AnswerValue | null;
  photos: number;
  takes: { durationMs: number; overSeconds: number; isChosen: boolean }[];
};

export type Cell = string | number | null;

/** What the preview of an import shows of a question, as typed. */
export type TypedQuestion = {
  stem: string;
  options: string[];
  /** Letters, 正确 or 错误, a line per blank, or a reference. */
  answer: string;
  analysis: string;
  /** What the preview does not show. */
  more: Record<string, unknown>;
};

/** What every kind says of itself. */
export interface KindRules<Body> {
  /**
   * An answer in its one stored form: only what is asked for, in order, line ends as \n; texts as typed.
   * @throws AppError invalid for what cannot be an answer to it
   */
  clean(body: Body, value: AnswerValue): AnswerValue;
  /** What it is answered with where no text is kept: photos, a recording. */
  insteadOfText?(body: Body): string | null;
  /** What its key says of an answer; null where a person decides. */
  mark(body: Body, value: AnswerValue | null, points: number): AutoMark | null;
  /** What is right about an item that is worth `points`, in rows of words. */
  keyRows(body: Body, points: number): KeyRow[];
  /** The columns of its answers in the sheet of all answers, and what stands in them. */
  answerColumns(body: Body): string[];
  answerCells(body: Body, given: Given): Cell[];
  /** What is right, in a cell. */
  keyCell(question: { body: Body; keyPoints: string[] }): string;
  /** What a file that loses nothing says of its body; without answers nothing that tells them. */
  fileFields(body: Body, withAnswers: boolean): Record<string, unknown>;
  /** What is right, on the lines of a paper that is read back: label and text. */
  paperRows(body: Body): [string, string][];
  /** The fields of an import's file, from what was typed into the preview. */
  typedFields(typed: TypedQuestion): Record<string, unknown>;
}

/** What a kind of the theory bank says besides. */
export interface TheoryRules extends KindRules<TheoryBody> {
  /** The key as its form and the API send it; everything wrong is refused at once. */
  readKey(fields: Record<string, unknown>, refuse: Refuse): AnswerKey;
  /** The key as the API answers it. */
  apiKey(body: TheoryBody): string | string[][];
  /** The key as a teacher types it: letters, 正确 or 错误, a line per blank, or a reference. */
  typedKey(body: TheoryBody): string;
  /** The key of a file, not yet checked, as a teacher would type it. */
  typedAnswer(answer: unknown): string;
  /** Null where no key decides. */
  correction: KeyCorrection | null;
}

/** The fields in which a corrected key is stated. */
export type CorrectionFields =
  | { type: 'blanks'; blanks: string[][] }
  | { type: 'options'; options: { value: string; label: string }[]; isOneOnly: boolean };

/** How a key that was wrong in an exam is put right. */
export interface KeyCorrection {
  fields(body: TheoryBody): CorrectionFields;
  read(body: TheoryBody, now: CorrectedKey, input: KeyInput): KeyRead;
  /** What was given most often and is not right by the key that counts. */
  frequent(body: TheoryBody, values: AnswerValue[]): FrequentAnswers;
}

/** The rules of each kind, with the body of its bank. */
export type AllRules = {
  [K in QuestionKind]: K extends TheoryKind ? TheoryRules : KindRules<BodyOf<K>>;
};
