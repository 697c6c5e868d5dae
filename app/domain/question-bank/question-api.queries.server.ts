import { db } from '~/db/db.server';
import { closedQuestionIds } from './closed-questions.server';
import { inUse } from './closed-questions.server';
import { hasAnswered } from './answered.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { invalid } from '~/lib/errors';
import type { Page } from '~/lib/page';
import type { TypeNames } from './question-api.rules';
import { getReadableQuestions } from './question-access.server';
import { listQuestions, type QuestionListInput } from './question-list.queries.server';
import { withoutAnswers } from './question.rules';
import { BANK_LABELS, BANKS, type Bank, type Question } from './question.schema';

/** A question of one bank with the names of its types. */
type Named<B extends Bank> = Extract<Question, { bank: B }> & TypeNames;

/**
 * A question that the actor may read; a student sees others' answers only after answering.
 * @throws AppError not_found, forbidden while it is in an exam that the student is to sit
 */
export async function getQuestionFor<B extends Bank>(
  actor: Actor,
  bank: B,
  id: number,
  now: number,
): Promise<Named<B>> {
  const question = await getOfBank(actor, bank, id);
  if ((await closedQuestionIds(actor, now)).has(id)) throw inUse();
  const isOpen = isTeacher(actor) || question.ownerId === actor.id || (await hasAnswered(actor, id));
  return withTypeNames(isOpen ? question : withoutAnswers(question));
}

/** As getReadableQuestion; one that the actor may read but that is of another bank is there all the same. */
async function getOfBank<B extends Bank>(actor: Actor, bank: B, id: number): Promise<Extract<Question, { bank: B }>> {
  const [question] = await getReadableQuestions(actor, BANKS, [id]);
  if (question?.bank === bank) return question as Extract<Question, { bank: B }>;
  throw invalid({ id: `这是${BANK_LABELS[question?.bank ?? bank]}题，不在${BANK_LABELS[bank]}题库里` });
}

/** A question with the names of what it is filed under. */
export async function withTypeNames<Q extends Question>(question: Q): Promise<Q & TypeNames> {
  const name = async (table: 'scene_types' | 'exam_types', id: number | null) => {
    if (id === null) return '';
    const row = await db().selectFrom(table).select('name').where('id', '=', id).executeTakeFirst();
    return row?.name ?? '';
  };
  return {
    ...question,
    sceneTypeName: await name('scene_types', question.sceneTypeId),
    examTypeName: await name('exam_types', question.examTypeId),
  };
}

/** A page of questions that the actor may read; to a student others' come without answers. */
export async function listQuestionsFor<B extends Bank>(
  actor: Actor,
  input: Omit<QuestionListInput, 'closed'> & { banks: readonly B[] },
  now: number,
): Promise<Page<Named<B>>> {
  const page = await listQuestions(actor, { ...input, closed: await closedQuestionIds(actor, now) });
  const isOpen = (ownerId: number) => isTeacher(actor) || ownerId === actor.id;
  const rows = page.rows.map((row) => (isOpen(row.ownerId) ? row : withoutAnswers(row)));
  // The query gives no other banks than those asked for.
  return { ...page, rows: rows as Named<B>[] };
}
