import { hasAnswered } from '~/domain/practice/practice.queries.server';
import { isTeacher, type Actor } from '~/domain/user/user.rules';
import type { Page } from '~/lib/page';
import { getReadableQuestion } from './question-access.server';
import { listQuestions, type QuestionListInput, type QuestionRow } from './question-list.queries.server';
import { withoutAnswers } from './question.rules';
import type { Bank, Question } from './question.schema';

/** A question that the actor may read; a student sees others' answers only after answering. */
export async function getQuestionFor<B extends Bank>(
  actor: Actor,
  bank: B,
  id: number,
): Promise<Extract<Question, { bank: B }>> {
  const question = await getReadableQuestion(actor, bank, id);
  const isOpen = isTeacher(actor) || question.ownerId === actor.id || (await hasAnswered(actor, id));
  return isOpen ? question : withoutAnswers(question);
}

/** A page of questions that the actor may read; to a student others' come without answers. */
export async function listQuestionsFor(actor: Actor, input: QuestionListInput): Promise<Page<QuestionRow>> {
  const page = await listQuestions(actor, input);
  if (isTeacher(actor)) return page;
  return { ...page, rows: page.rows.map((row) => (row.ownerId === actor.id ? row : withoutAnswers(row))) };
}
