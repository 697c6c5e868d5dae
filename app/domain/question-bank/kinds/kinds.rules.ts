import { invalid } from '~/lib/errors';
import type { BankedBody, BodyOf, TheoryBody } from '../question.schema';
import type { AnswerValue } from './answer.schema';
import { cloze } from './cloze/cloze.rules';
import { judge } from './judge/judge.rules';
import type { AllRules, AutoMark, KindRules, TheoryRules, TypedQuestion } from './kind.schema';
import { kindOf, type QuestionKind, type TheoryKind } from './kinds.schema';
import { multiple } from './multiple/multiple.rules';
import { oral } from './oral/oral.rules';
import { short } from './short/short.rules';
import { single } from './single/single.rules';
import { written } from './written/written.rules';

/** What each kind of question says of itself; a kind without its entry does not compile. Pure. */
const RULES: AllRules = { single, multiple, judge, cloze, short, written, oral };

/** The rules of a question's own kind; they take the question's own body. */
export function rulesOf(question: BankedBody): KindRules<BodyOf<QuestionKind>> {
  return RULES[kindOf(question)];
}

/** The rules of a kind of the theory bank. */
export function theoryRules(kind: TheoryKind): TheoryRules {
  return RULES[kind];
}

/** The fields that a file would have had for what was typed into the preview of an import. */
export function typedFields(kind: QuestionKind, typed: TypedQuestion): Record<string, unknown> {
  return RULES[kind].typedFields(typed);
}

/**
 * An answer in its one stored form.
 * @throws AppError invalid for what cannot be an answer to the question
 */
export function cleanAnswer(question: BankedBody, value: AnswerValue): AnswerValue {
  return rulesOf(question).clean(question.body, value);
}

/** @throws AppError invalid for an answer of which nothing would be kept: a text for a question that wants a photo. */
export function assertFits(question: BankedBody, value: AnswerValue): void {
  const other = rulesOf(question).insteadOfText?.(question.body) ?? null;
  if (other === null) return;
  const isAnything = [value.text, ...(value.keys ?? []), ...(value.blanks ?? [])].some((one) => one?.trim());
  if (isAnything) throw invalid({ value: `这道题用${other}作答，文字没有保存。` });
}

/** Marks a theory answer by its key; null for a short answer, which a person marks. */
export function markTheory(
  kind: TheoryKind,
  body: Pick<TheoryBody, 'keys' | 'blanks' | 'alsoRight'>,
  value: AnswerValue | null,
  points: number,
): AutoMark | null {
  return theoryRules(kind).mark(body as TheoryBody, value, points);
}
