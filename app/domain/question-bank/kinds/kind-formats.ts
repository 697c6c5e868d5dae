import type { OutgoingQuestion } from '../formats/format.rules';
import type { Bank } from '../question.schema';
import type { QuestionKind, TheoryKind } from './kinds.schema';

/** How a kind is said in the formats of other systems; what it says nothing of a format, the format cannot carry. */

type Of<B extends Bank> = Extract<OutgoingQuestion, { bank: B }>;
export type TheoryOutgoing = Of<'theory'>;

/** What the writer of Moodle XML does for a kind: texts with the files that they show. */
export type MoodlePen = {
  html(text: string, escape?: (text: string) => string): string;
  answer(fraction: number, text: string): string;
  /** A text that a person marks; `grader` is for who marks it. */
  essay(grader: string, attachments: number): string[];
};

export type GiftPen = {
  /** A text inside the answers. */
  text(text: string): string;
  /** An answer that students type: never markup. */
  typed(text: string): string;
  /** The rows of the answers, and what is said after them. */
  rows(rows: string[], feedback: string): string;
};

export type QtiPen = {
  html(text: string): string;
  /** A text for who marks the answer. */
  rubric(text: string): string;
};

export interface KindFormats<Q> {
  /** The question type of Moodle. */
  moodleType: string;
  /** The stem, where it is more than the question's text. */
  moodleStem?(question: Q, pen: MoodlePen): string;
  moodleAnswers(question: Q, pen: MoodlePen): string[];
  /** What stands between the braces. */
  gift(question: Q, pen: GiftPen): string;
  /** The kind of interaction of QTI. */
  qtiInteraction: string;
  /** The response declarations with their mappings. */
  qtiDeclarations(question: Q): string;
  /** The stem, where it is more than the question's text. */
  qtiStem?(question: Q, pen: QtiPen): string;
  /** What stands below the stem. */
  qtiAnswerPart(question: Q, pen: QtiPen): string;
  /** How responses become points; '' where a person does. */
  qtiProcessing(question: Q): string;
}

export type AllFormats = {
  [K in QuestionKind]: KindFormats<K extends TheoryKind ? TheoryOutgoing : Of<Extract<Bank, K>>>;
};
