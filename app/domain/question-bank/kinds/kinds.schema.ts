/**
 * The kinds of questions and their names. Here a new kind begins; what it does stands in its folder. Imports nothing,
 * so that any page may ask it.
 */

export const THEORY_KINDS = ['single', 'multiple', 'judge', 'cloze', 'short'] as const;
export type TheoryKind = (typeof THEORY_KINDS)[number];

/** Every kind of question: those of the theory bank, and the two banks that hold one kind each. */
export const QUESTION_KINDS = [...THEORY_KINDS, 'written', 'oral'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const KIND_LABELS: Record<QuestionKind, string> = {
  single: '单选',
  multiple: '多选',
  judge: '判断',
  cloze: '填空',
  short: '简答',
  written: '笔试',
  oral: '口语',
};

/** The two options of a true/false question. */
export const JUDGE_OPTIONS = [
  { key: 'T', text: '正确' },
  { key: 'F', text: '错误' },
];

/** The options of kinds whose options are words and always the same; the others have their own, with letters. */
export const FIXED_OPTIONS: Partial<Record<string, { key: string; text: string }[]>> = { judge: JUDGE_OPTIONS };

/** Kinds as files know them: an essay is either 简答 or 笔试, as its bank decides. */
export type ParsedKind = QuestionKind | 'essay';

/** What a question of a file is in the theory bank: any text that a person marks is a short answer there. */
export function theoryKindOf(kind: ParsedKind): TheoryKind {
  return THEORY_KINDS.find((each) => each === kind) ?? 'short';
}

/** The same, in the bank that it names. */
export function questionKindOf(kind: ParsedKind): QuestionKind {
  return QUESTION_KINDS.find((each) => each === kind) ?? theoryKindOf(kind);
}

type Banked = { bank: string; kind: string };

/** The kind of a question, whichever bank it is of. */
export function kindOf(question: Banked): QuestionKind {
  return (question.bank === 'theory' ? question.kind : question.bank) as QuestionKind;
}

/** What a question of this kind is called in lists: 口语, 笔试, 单选 … */
export function questionKindLabel(question: Banked): string {
  return KIND_LABELS[kindOf(question)] ?? '理论';
}
