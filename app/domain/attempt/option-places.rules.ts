import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { hasLetteredOptions } from '~/domain/question-bank/kinds/kind-facts.rules';
import type { ChoiceOption, QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { invalid } from '~/lib/errors';

/**
 * Options that stand in an order of the paper's own go to their student, and come back, by their place on that paper
 * (1, 2, …). By the bank's letters whoever looks into the page could tell everybody the answer, in whatever order they
 * have it. Stored are the bank's letters. Pure.
 */

const PLACE = /^[1-9]\d?$/;

function reordered(question: QuestionSnapshot): ChoiceOption[] | null {
  if (question.bank !== 'theory' || !hasLetteredOptions(question.kind)) return null;
  const { options } = question.body;
  const isOwnOrder = options.some(({ key }, index) => index > 0 && key < (options[index - 1]?.key ?? ''));
  return isOwnOrder ? options : null;
}

/**
 * The question with places for the letters of its options and of whatever it says is right, where the paper has them in
 * its own order.
 */
export function withPlaces(question: QuestionSnapshot): QuestionSnapshot {
  const options = reordered(question);
  if (options === null || question.bank !== 'theory') return question;
  const { keys, alsoRight } = question.body;
  const placed = options.map(({ text }, index) => ({ key: String(index + 1), text }));
  const body = { ...question.body, options: placed, keys: placesOf(options, keys) };
  if (alsoRight) body.alsoRight = alsoRight.map((set) => placesOf(options, set));
  return { ...question, body };
}

function placesOf(options: ChoiceOption[], chosen: string[]): string[] {
  return options.flatMap(({ key }, index) => (chosen.includes(key) ? [String(index + 1)] : []));
}

/** A stored answer as its student's page has it. `question` is the paper's, with the bank's letters. */
export function asPlaces(question: QuestionSnapshot, value: AnswerValue): AnswerValue {
  const options = reordered(question);
  if (options === null || value.keys === undefined) return value;
  return { ...value, keys: placesOf(options, value.keys) };
}

/** What a student sends, by the bank's letters; a letter stays: pages opened before the change send it. */
export function fromPlaces(question: QuestionSnapshot, value: AnswerValue): AnswerValue {
  const options = reordered(question);
  if (options === null || value.keys === undefined) return value;
  return {
    ...value,
    keys: value.keys.map((sent) => (PLACE.test(sent) ? options[Number(sent) - 1]?.key : null) ?? sent),
  };
}

/**
 * Refuses the bank's letters where the paper has an order of its own: a program that was told places and sends `A` means
 * the first one, which need not be the bank's.
 * @throws AppError invalid (value.keys)
 */
export function assertByPlaces(question: QuestionSnapshot, value: AnswerValue): void {
  if (reordered(question) === null || !isByLetters(value)) return;
  throw invalid({ 'value.keys': '这份答卷的选项有自己的次序：请填选项的位置（答卷里的 key：1、2、3…），不是字母' });
}

/** True for what a page sends that was opened before places were: it knows the bank's letters alone. */
export function isByLetters({ keys = [] }: AnswerValue): boolean {
  return keys.some((sent) => sent !== '' && !PLACE.test(sent));
}
