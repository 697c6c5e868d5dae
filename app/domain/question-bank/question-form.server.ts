import type { Actor } from '~/domain/actor/actor.rules';
import { toSharedBank } from '~/lib/addresses/banks';
import { listQuestionTypes } from './bank-page.queries.server';
import { listDirectories } from './directory.queries.server';
import { directoryOptions, findDirectory } from './directory.rules';
import { getEditableQuestion } from './question-access.server';
import { getOwnerName } from './question.queries.server';
import type { Bank, Question } from './question.schema';
import { idOrNone } from '~/lib/zod';

/** What a form page is asked for: a question, and the directory for a new one. */
export type Asked = { id: string | null; dirId: string | null };

/** The question, own or shared for editing together, that a form page is asked for, or null for a new one. */
export async function findEdited<B extends Bank>(
  actor: Actor,
  bank: B,
  id: string | null,
): Promise<Extract<Question, { bank: B }> | null> {
  return id === null ? null : getEditableQuestion(actor, bank, idOrNone(id));
}

/**
 * What every form page shows: the question and what it can be filed under; a new one comes into the
 * directory asked for.
 */
export async function getQuestionForm<B extends Bank>(actor: Actor, bank: B, asked: Asked) {
  const [question, types, tree] = await Promise.all([
    findEdited(actor, bank, asked.id),
    listQuestionTypes(),
    listDirectories(actor, bank),
  ]);
  const dirId = question ? question.directoryId : (findDirectory(tree, Number(asked.dirId) || 0)?.id ?? null);
  if (question && question.ownerId !== actor.id) {
    // A colleague's: where it is filed is not the reader's.
    return { question, types, directories: [], dirId: null, sharedBy: await getOwnerName(question.id) };
  }
  return { question, types, directories: directoryOptions(tree), dirId, sharedBy: null };
}

/** The list that a question's form belongs to: its bank's, or what colleagues shared. */
export function listOf(actor: Actor, question: Question | null, own: string): string {
  return question === null || question.ownerId === actor.id ? own : toSharedBank({ bank: question.bank });
}
