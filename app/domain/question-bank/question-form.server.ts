import type { Actor } from '~/domain/actor/actor.rules';
import { toSharedBank } from '~/lib/addresses/banks';
import { findOwnDirectory } from './directory.queries.server';
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
 * What every form page shows beside the bank's frame (getBankFrame): the question and where it is filed; a new one
 * comes into the directory asked for.
 */
export async function getQuestionForm<B extends Bank>(actor: Actor, bank: B, asked: Asked) {
  const question = await findEdited(actor, bank, asked.id);
  if (question && question.ownerId !== actor.id) {
    // A colleague's: where it is filed is not the reader's.
    return { question, dirId: null, sharedBy: await getOwnerName(question.id) };
  }
  const asksId = idOrNone(asked.dirId);
  const into = question || asksId === 0 ? null : await findOwnDirectory(actor, bank, asksId);
  return { question, dirId: question ? question.directoryId : (into?.id ?? null), sharedBy: null };
}

/** The list that a question's form belongs to: its bank's, or what colleagues shared. */
export function listOf(actor: Actor, question: Question | null, own: string): string {
  return question === null || question.ownerId === actor.id ? own : toSharedBank({ bank: question.bank });
}
